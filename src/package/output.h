// What a program has printed: words, whatever white space is between them.
class Output {
public:
    std::string word()
    {
        int byte;
        do byte = std::getchar();
        while (is_white_space(byte));
        std::string word;
        for (; byte != EOF && !is_white_space(byte); byte = std::getchar())
            if (word.size() < 1000) word += char(byte);
        return word;
    }
    // A number, in the only way to write it; anything else is 0.
    Number number()
    {
        std::string text = word();
        Number value = std::strtoull(text.c_str(), nullptr, 10);
        return std::to_string(value) == text ? value : 0;
    }

private:
    static bool is_white_space(int byte) { return byte == ' ' || (byte >= '\t' && byte <= '\r'); }
};
