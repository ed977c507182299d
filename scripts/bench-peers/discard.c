/* Reference: what a pipe delivers at best. Enlarges the pipe on standard input to 1 MiB, so that
 * the writer and it take turns less often, and reads 256 KiB blocks until the end without looking
 * at a byte. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

static char block[256 << 10];

int main(void)
{
    ssize_t got;
    if (fcntl(STDIN_FILENO, F_SETPIPE_SZ, 1 << 20) < 0)
        perror("F_SETPIPE_SZ"); /* it still reads, through the pipe as it is */
    do
        got = read(STDIN_FILENO, block, sizeof block);
    while (got > 0);
    return got < 0 ? 2 : 0;
}
