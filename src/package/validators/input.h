#include <cstdio>
#include <cstdlib>
#include <set>
#include <string>
#include <vector>

typedef unsigned long long Number;
typedef std::vector<Number> List;

const Number LARGEST = ~Number(0);

// Exit codes of the package format.
const int VALID = 42, INVALID = 43;

[[noreturn]] inline void refuse(const std::string &reason)
{
    std::fprintf(stderr, "%s\n", reason.c_str());
    std::exit(INVALID);
}

// Limits that depend on other numbers.
inline Number times(Number a, Number b) { return a && b > LARGEST / a ? LARGEST : a * b; }
inline Number plus(Number a, Number b) { return b > LARGEST - a ? LARGEST : a + b; }
inline Number at_least(Number a, Number b) { return a > b ? a - b : 0; }
inline Number at_most(Number a, Number b)
{
    if (a < b) refuse("no number is small enough");
    return a - b;
}

// What several numbers have to be: anything, ...
struct Any {
    bool add(Number) { return true; }
    const char *rule() const { return ""; }
};

// ... each larger than the one before, ...
struct Ascending {
    bool exists = false;
    Number last = 0;

    bool add(Number number)
    {
        bool is_right = !exists || number > last;
        exists = true;
        last = number;
        return is_right;
    }
    const char *rule() const { return " to ascend"; }
};

// ... none smaller than the one before, ...
struct Rising {
    Number last = 0;

    bool add(Number number)
    {
        bool is_right = number >= last;
        last = number;
        return is_right;
    }
    const char *rule() const { return " not to fall"; }
};

// ... or all different.
struct Distinct {
    std::set<Number> all;

    bool add(Number number) { return all.insert(number).second; }
    const char *rule() const { return " to be different numbers"; }
};

// Standard input, which is read strictly: one space between the numbers of a line, and no leading zeros.
class Text {
    std::vector<char> buffer = std::vector<char>(1 << 16);
    size_t at = 0, length = 0;
    unsigned long line = 1;
    bool at_line_start = true;

    int next()
    {
        int byte = peek();
        at += byte != EOF;
        return byte;
    }

public:
    [[noreturn]] void expected(const std::string &what)
    {
        refuse("line " + std::to_string(line) + ": expected " + what);
    }
    void check(bool is_right, const char *what)
    {
        if (!is_right) expected(what);
    }
    // The next byte, or EOF.
    int peek()
    {
        if (at == length) {
            at = 0;
            length = std::fread(&buffer[0], 1, buffer.size(), stdin);
        }
        return at < length ? (unsigned char)buffer[at] : EOF;
    }
    bool at_end() { return peek() == EOF; }
    void end() { check(at_end(), "the end of the file"); }
    void newline()
    {
        check(next() == '\n', "the end of the line");
        line++;
        at_line_start = true;
    }
    Number number(const std::string &name, Number low, Number high)
    {
        if (!at_line_start) check(next() == ' ', "one space");
        at_line_start = false;
        Number value = 0;
        int digits = 0;
        for (; peek() >= '0' && peek() <= '9'; digits++) {
            if (digits > 0 && value == 0) expected(name + " without a leading zero");
            Number digit = next() - '0';
            if (value > (LARGEST - digit) / 10) expected("a smaller number: " + name);
            value = 10 * value + digit;
        }
        if (digits == 0) expected("a number: " + name);
        if (value < low || value > high)
            expected(name + " from " + std::to_string(low) + " to " + std::to_string(high));
        return value;
    }
    // One of several numbers.
    template <class Order> Number number(const std::string &name, Number low, Number high, Order &order)
    {
        Number value = number(name, low, high);
        if (!order.add(value)) expected(name + order.rule());
        return value;
    }
    // A list; the result is its last number.
    template <class Order>
    Number numbers(Number count, const std::string &name, Number low, Number high, Order order, List *kept = nullptr)
    {
        Number value = 0;
        for (Number i = 0; i < count; i++) {
            value = number(name, low, high, order);
            if (kept) kept->push_back(value);
        }
        return value;
    }
};
