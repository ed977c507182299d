// What a program has printed. White space may be any other than in our answers.
class Output {
    Number number_of_case = 0;

    static int peek() { return std::ungetc(std::getchar(), stdin); }
    static bool is_white_space(int byte) { return byte == ' ' || (byte >= '\t' && byte <= '\r'); }
    static void skip()
    {
        while (is_white_space(peek())) std::getchar();
    }

public:
    [[noreturn]] void expected(const std::string &what) const
    {
        refuse("case " + std::to_string(number_of_case) + ": expected " + what);
    }
    void begin(Number number)
    {
        number_of_case = number;
        skip();
    }
    // Nothing else stands right behind an answer.
    void end() const
    {
        if (!at_end() && !is_white_space(peek())) expected("the end of the answer");
        skip();
    }
    static bool at_end() { return peek() == EOF; }
    void put(const std::string &text) const
    {
        for (char byte : text) {
            if (is_white_space(byte) && is_white_space(peek())) skip();
            else if (is_white_space(byte) || std::getchar() != (unsigned char)byte) expected("'" + text + "'");
        }
    }
    // A number, in the only way to write it.
    Number number() const
    {
        std::string digits;
        while (peek() >= '0' && peek() <= '9' && digits.size() < 30) digits += char(std::getchar());
        Number value = std::strtoull(digits.c_str(), nullptr, 10);
        if (std::to_string(value) != digits) expected("a number");
        return value;
    }
    void put(Number right) const
    {
        if (number() != right) expected(std::to_string(right));
    }
};
