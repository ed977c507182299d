/* Reference: a program that only reads. It calls read() on 256 KiB blocks until the end
 * and looks at no byte. With the argument `pipe` it first enlarges the pipe on standard
 * input to 1 MiB, so that the writer and it take turns less often. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static char block[256 << 10];

int main(int argc, char **argv)
{
    ssize_t got;
    if (argc > 1 && strcmp(argv[1], "pipe") == 0 && fcntl(STDIN_FILENO, F_SETPIPE_SZ, 1 << 20) < 0)
        perror("F_SETPIPE_SZ"); /* it still reads, through the pipe as it is */
    do
        got = read(STDIN_FILENO, block, sizeof block);
    while (got > 0);
    return got < 0 ? 2 : 0;
}
