int main(int argc, char **argv)
{
    std::ios::sync_with_stdio(false);
    Claim::output = Interface::output(argc, argv);
    std::ifstream input(argv[1], std::ios::binary);
    if (!input) Interface::end(Interface::FAILED, std::string("cannot open ") + argv[1]);
    std::cin.rdbuf(input.rdbuf());
    judge();
    Claim::finish();
}
