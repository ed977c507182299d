#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

// The interface of the package formats of ICPC: the arguments are the input, our answers and a folder for messages; the
// output to check is on standard input.
namespace Interface {
const int RIGHT = 42, WRONG = 43, MALFORMED = 43, FAILED = 1;
std::string folder;

[[noreturn]] inline void end(int code, const std::string &reason)
{
    if (code == FAILED) std::cerr << reason << '\n';
    else if (code != RIGHT) std::ofstream((folder + "/judgemessage.txt").c_str()) << reason << '\n';
    std::exit(code);
}

inline std::string output(int count, char **arguments)
{
    if (count < 4) end(FAILED, "expected the files of the input and of our answers, and a folder");
    folder = arguments[3];
    return std::string(std::istreambuf_iterator<char>(std::cin), std::istreambuf_iterator<char>());
}
}
