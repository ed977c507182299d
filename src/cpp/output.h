// What a program has printed. White space may be any other than in our answers.
class Output {
    Number number_of_case = 0;
    // Whether the white space behind a list has been read.
    bool is_behind_list = false;

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
    void end()
    {
        if (!is_behind_list && !at_end() && !is_white_space(peek())) expected("the end of the answer");
        is_behind_list = false;
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
    // The numbers up to the end of the line, or of all lines that start with a number.
    List numbers(bool has_lines)
    {
        List all;
        is_behind_list = false;
        while (peek() >= '0' && peek() <= '9') {
            all.push_back(number());
            is_behind_list = is_white_space(peek());
            while (is_white_space(peek()) && (has_lines || peek() != '\n')) std::getchar();
        }
        return all;
    }
    void put(Number right) const
    {
        if (number() != right) expected(std::to_string(right));
    }
};

// Whether a winning move leads to the piles `after`, where a move puts what `may_leave` allows in the place of a pile.
template <class Position> bool leads_to(Position &position, const List &after)
{
    const List piles = position.piles;
    if (after.size() < piles.size()) return false;
    size_t count = piles.size(), more = after.size() - count, before = 0, behind = 0;
    while (before < count && piles[before] == after[before]) before++;
    while (behind < count && piles[count - 1 - behind] == after[after.size() - 1 - behind]) behind++;
    bool is_move = false;
    for (size_t i = count - std::min(count, behind + 1); i < count && i <= before && !is_move; i++)
        is_move = position.may_leave(piles[i], List(after.begin() + i, after.begin() + i + more + 1));
    position.piles = after;
    bool is_right = is_move && !position.first_wins();
    position.piles = piles;
    return is_right;
}

// Whether these are the `piles` after a move; the parts of a pile that it divides may be in any order.
template <class Position> bool are_after(const Position &position, const Move &move, List piles)
{
    List right = position.after(move);
    if (piles.size() != right.size()) return false;
    size_t parts = std::max(right.size() + 1, position.piles.size()) - position.piles.size();
    for (List *list : {&right, &piles}) std::sort(list->begin() + (move.pile - 1), list->begin() + (move.pile - 1 + parts));
    return right == piles;
}
