#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

typedef unsigned long long Number;
typedef std::vector<Number> List;

const Number LARGEST = ~Number(0);

[[noreturn]] inline void refuse(const std::string &reason, int code = 1)
{
    std::fprintf(stderr, "%s\n", reason.c_str());
    std::exit(code);
}

// Numbers on standard input, with any white space between them.
class Input {
    std::vector<char> buffer = std::vector<char>(1 << 16);
    size_t at = 0, length = 0;

    int byte()
    {
        if (at == length) {
            at = 0;
            length = std::fread(&buffer[0], 1, buffer.size(), stdin);
        }
        return at < length ? (unsigned char)buffer[at] : EOF;
    }

public:
    // The first byte of the next number, or EOF.
    int peek()
    {
        while (byte() == ' ' || (byte() >= '\t' && byte() <= '\r')) at++;
        return byte();
    }
    // Whether the next number is 0. Zeros before it are read.
    bool at_zero()
    {
        if (peek() != '0') return false;
        while (byte() == '0') at++;
        return byte() < '0' || byte() > '9';
    }
    Number number()
    {
        if (peek() == EOF) std::exit(0);
        Number value = 0;
        for (; byte() >= '0' && byte() <= '9'; at++) value = 10 * value + (byte() - '0');
        return value;
    }
    // A list; the result is its last number.
    Number numbers(Number count, List *kept = nullptr)
    {
        Number value = 0;
        for (Number i = 0; i < count; i++) {
            value = number();
            if (kept) kept->push_back(value);
        }
        return value;
    }
};

// Answers, which are written when there are many of them.
class Answers {
    std::string text;

public:
    void put(const std::string &word)
    {
        text += word;
        if (text.size() >= 1 << 16) flush();
    }
    void put(Number number) { put(std::to_string(number)); }
    void flush()
    {
        std::fwrite(text.data(), 1, text.size(), stdout);
        text.clear();
    }
    ~Answers() { flush(); }
};

Input input;
Answers answers;

