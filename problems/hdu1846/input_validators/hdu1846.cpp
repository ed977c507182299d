// Made by scripts/make-validators from game.toml.
// Input: C:1..100 / { n:1..1000 m:1..1000 / ! }*C
// The input is on standard input; the exit code is 42 if it is valid, else 43.
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

static void invalid(const std::string &why)
{
    std::cerr << why << std::endl;
    std::exit(43);
}

// Standard input, read strictly: whatever is not as expected ends the program.
class Text {
    long line = 1;

    void refuse(const std::string &why) { invalid("line " + std::to_string(line) + ": " + why); }

public:
    int peek()
    {
        int c = std::getchar();
        if (c != EOF) std::ungetc(c, stdin);
        return c;
    }
    void word(const std::string &wanted)
    {
        for (char c : wanted)
            if (std::getchar() != c) refuse("expected '" + wanted + "'");
    }
    void space() { if (std::getchar() != ' ') refuse("expected one space"); }
    void newline()
    {
        if (std::getchar() != '\n') refuse("expected the end of the line");
        line++;
    }
    bool at_end() { return peek() == EOF; }
    void end()
    {
        if (!at_end()) refuse("expected the end of the file");
        std::exit(42);
    }
    long long number(const std::string &name, long long low, long long high)
    {
        std::string digits;
        while (peek() >= '0' && peek() <= '9' && digits.size() < 18) digits += char(std::getchar());
        if (digits.empty()) refuse("expected a number: " + name);
        if (digits.size() > 1 && digits[0] == '0') refuse(name + " has a leading zero");
        long long value = std::stoll(digits);
        if (value < low || value > high)
            refuse(name + " is not between " + std::to_string(low) + " and " + std::to_string(high));
        return value;
    }
    void numbers(const std::string &name, long long count, long long low, long long high, bool ascending)
    {
        for (long long i = 0; i < count; i++) {
            if (i > 0) space();
            long long value = number(name, low, high);
            if (ascending) low = value + 1;
        }
    }
    std::string one_of(const std::vector<std::string> &words)
    {
        std::string got;
        while (peek() != '\n' && peek() != EOF && got.size() < 50) got += char(std::getchar());
        for (const std::string &word : words)
            if (got == word) return got;
        refuse("unexpected answer '" + got + "'");
        return got;
    }
    void check(bool good, const std::string &why) { if (!good) refuse(why); }
};

int main()
{
    Text input;
    long long C = input.number("C", 1, 100);
    input.newline();
    for (long long i = 0; i < C; i++) {
        input.number("n", 1, 1000);
        input.space();
        input.number("m", 1, 1000);
        input.newline();
    }
    input.end();
}
