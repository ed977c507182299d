// Compares the answers on standard input with those that the program prints for the input of the first argument.
int main(int argc, char **argv)
{
    std::ios::sync_with_stdio(false);
    if (argc < 2) return 1;
    const std::string given((std::istreambuf_iterator<char>(std::cin)), std::istreambuf_iterator<char>());
    std::ifstream input(argv[1], std::ios::binary);
    if (!input) return 1;
    std::ostringstream right;
    std::cin.rdbuf(input.rdbuf());
    std::streambuf *const own = std::cout.rdbuf(right.rdbuf());
    solve();
    std::cout.rdbuf(own);
    if (given == right.str()) return 42;
    std::istringstream ours(right.str()), theirs(given);
    std::string line, other;
    unsigned long number = 1;
    while (std::getline(ours, line) && std::getline(theirs, other) && line == other) number++;
    std::cerr << "line " << number << ": expected " << (ours ? "'" + line + "'" : "the end of the file") << '\n';
    return 43;
}
