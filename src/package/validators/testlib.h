#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

// The interface of testlib: the arguments are the files of the input, of the output to check, and of our answers.
namespace Interface {
const int RIGHT = 0, WRONG = 1, MALFORMED = 2, FAILED = 3;

[[noreturn]] inline void end(int code, const std::string &reason)
{
    static const char *const words[] = {"ok", "wrong answer", "wrong output format", "FAIL"};
    std::cerr << words[code] << ' ' << reason << '\n';
    std::exit(code);
}

inline std::string output(int count, char **arguments)
{
    if (count < 3) end(FAILED, "expected the files of the input, of the output and of our answers");
    std::ifstream file(arguments[2], std::ios::binary);
    if (!file) end(FAILED, std::string("cannot open ") + arguments[2]);
    return std::string(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
}
}
