#include <algorithm>
#include <vector>

// What a program has printed, and what it claims of the current case. White space may be any other than in our answers.
namespace Claim {
typedef unsigned long long Number;
typedef std::vector<Number> List;

std::string output;
size_t at = 0, start = 0;
Number cases = 0;
const char *standing = "";
// Whether the white space behind a list has been read.
bool is_behind_list = false;

// The piles while a move is looked for that changes them.
List kept;
// The piles after the claimed move, and how many there are before it; how many of them are the same at either end; and
// the sizes, in order, of what is left of one.
List after, rest;
size_t piles = 1, before = 0, behind = 0;
// How many piles have another size, if as many are left; and how many are smaller, if none is larger.
size_t changed_piles = 0, fallen_piles = 0;

inline int peek() { return at < output.size() ? (unsigned char)output[at] : -1; }
inline bool is_white_space(int byte) { return byte == ' ' || (byte >= '\t' && byte <= '\r'); }
inline bool is_digit(int byte) { return byte >= '0' && byte <= '9'; }
inline void skip()
{
    while (is_white_space(peek())) at++;
}

// So many bytes of a text on one line, in quotes.
inline std::string quoted(std::string text)
{
    const size_t most = 40;
    bool is_long = text.size() > most;
    if (is_long) text.resize(most);
    while (!text.empty() && is_white_space((unsigned char)text[text.size() - 1])) text.resize(text.size() - 1);
    for (size_t i = 0; i < text.size(); i++)
        if (text[i] < ' ' || text[i] == 127) text[i] = text[i] == '\n' ? ' ' : '?';
    return "'" + text + (is_long ? "...'" : "'");
}
[[noreturn]] inline void refuse(const std::string &reason, int code = Interface::WRONG)
{
    Interface::end(code, "case " + std::to_string(cases) + standing + ": " + reason);
}
[[noreturn]] inline void expected(const std::string &what, int code = Interface::WRONG)
{
    if (peek() == -1) refuse("expected " + what + ", found the end of the output", Interface::MALFORMED);
    size_t end = at;
    do end++;
    while (end < output.size() && !is_white_space((unsigned char)output[end]));
    refuse("expected " + what + ", found " + quoted(output.substr(at, end - at)), code);
}

inline void begin()
{
    cases++;
    standing = "";
    is_behind_list = false;
    skip();
    start = at;
    after.clear();
    piles = 1;
    before = behind = 0;
}
inline void won() { standing = ", which is won"; }
inline void lost() { standing = ", which is lost"; }

// What comes next is this text.
inline void text(const std::string &right)
{
    const size_t from = at;
    for (size_t i = 0; i < right.size(); i++) {
        bool is_space = is_white_space((unsigned char)right[i]);
        if (is_space && is_white_space(peek())) skip();
        else if (!is_space && peek() == (unsigned char)right[i]) at++;
        else {
            if (peek() != -1 && !is_space) at = from;
            expected(is_space ? "white space" : quoted(right));
        }
    }
}
// A number, in the only way to write it.
inline Number number()
{
    size_t end = at;
    while (end < output.size() && is_digit(output[end])) end++;
    const std::string digits = output.substr(at, end - at), most = "18446744073709551615";
    if (digits.empty()) expected("a number");
    if (digits.size() > 1 && digits[0] == '0') expected("a number without leading zeros", Interface::MALFORMED);
    if (digits.size() > most.size() || (digits.size() == most.size() && digits > most))
        expected("a number of at most 64 bits", Interface::MALFORMED);
    at = end;
    return std::strtoull(digits.c_str(), 0, 10);
}
inline void value(Number right)
{
    const size_t from = at;
    if (number() == right) return;
    at = from;
    expected(std::to_string(right));
}
// So many numbers.
inline void list(Number count)
{
    while (after.size() < count) {
        if (!after.empty()) text(" ");
        after.push_back(number());
    }
}
// The numbers up to the end of the line, or of all lines that start with a number.
inline void lines(bool has_lines)
{
    if (!is_digit(peek())) expected("a number");
    while (is_digit(peek())) {
        after.push_back(number());
        is_behind_list = is_white_space(peek());
        while (is_white_space(peek()) && (has_lines || peek() != '\n')) at++;
    }
}
// Nothing else stands right behind an answer.
inline void end()
{
    if (!is_behind_list && peek() != -1 && !is_white_space(peek())) expected("the end of the answer");
}

template <class Piles> void keep(const Piles &sizes, Number count)
{
    kept.assign(&sizes[0], &sizes[0] + count);
}
template <class Piles> void put_back(Piles &sizes) { std::copy(kept.begin(), kept.end(), &sizes[0]); }

// Compares the piles after the claimed move with those before it.
template <class Piles> void against(const Piles &sizes, Number count)
{
    piles = count;
    const size_t least = std::min(piles, after.size());
    while (before < least && after[before] == sizes[before]) before++;
    while (behind < least && after[after.size() - 1 - behind] == sizes[piles - 1 - behind]) behind++;
    changed_piles = fallen_piles = 0;
    bool is_larger = after.size() != piles;
    for (size_t i = 0; i < least; i++) {
        changed_piles += after[i] != sizes[i];
        fallen_piles += after[i] < sizes[i];
        is_larger = is_larger || after[i] > sizes[i];
    }
    if (is_larger) fallen_piles = 0;
}
inline Number fallen() { return fallen_piles; }
inline Number at_place(Number place) { return place < after.size() ? after[place] : ~Number(0); }

// Whether all piles but this one are as before; then the parts of it are known.
inline bool fits(Number pile)
{
    if (after.size() < piles || before < pile || behind + pile + 1 < piles) return false;
    rest.assign(after.begin() + pile, after.begin() + pile + (after.size() - piles + 1));
    std::sort(rest.begin(), rest.end());
    return true;
}
inline Number parts() { return rest.size(); }
inline Number part(Number nth) { return nth < rest.size() ? rest[nth] : 0; }

// Whether a move that leaves this of a pile leads to the claimed piles.
template <class Parts> bool leaves_list(Number pile, const Parts &parts, Number count)
{
    List own(&parts[0], &parts[0] + count);
    std::sort(own.begin(), own.end());
    return fits(pile) && rest == own;
}
inline bool leaves(Number pile, Number left) { return leaves_list(pile, &left, 1); }
inline bool leaves(Number pile, Number one, Number other)
{
    const Number both[] = {one, other};
    return leaves_list(pile, both, 2);
}
inline bool leaves(Number pile, Number one, Number other, Number third)
{
    const Number all[] = {one, other, third};
    return leaves_list(pile, all, 3);
}
inline bool changes(Number pile, Number left, Number other, Number more)
{
    return after.size() == piles && changed_piles == 2 && after[pile] == left && after[other] == more;
}
template <class Piles> bool is_all(const Piles &sizes, Number count)
{
    bool are_same = after.size() == count;
    for (size_t i = 0; are_same && i < count; i++) are_same = after[i] == sizes[i];
    return are_same;
}
inline bool is_pair(Number one, Number other)
{
    List own(1, std::min(one, other));
    own.push_back(std::max(one, other));
    std::sort(after.begin(), after.end());
    return after == own;
}

inline void judge(bool is_right)
{
    if (!is_right) refuse(quoted(output.substr(start, at - start)) + " is no move that wins");
}
inline void finish()
{
    skip();
    if (peek() != -1) {
        cases++;
        standing = ", which is not there";
        expected("the end of the output", Interface::MALFORMED);
    }
    Interface::end(Interface::RIGHT, std::to_string(cases) + " answers");
}
}
