/*
 * Programs that no judge wants to meet, by the name in the first argument. They are for
 * tests/program.rs, which compiles this file, and are run within limits only.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *number;

static long argument(void)
{
    return number ? atol(number) : 0;
}

/* Until it is killed. */
static int hang(void)
{
    while (pause() == -1)
        ;
    return 0;
}

/* Keeps a processor busy as well. */
static int spin(void)
{
    volatile int on = 1;
    while (on)
        ;
    return 0;
}

static int hang_ignoring_signals(void)
{
    int s;
    for (s = 1; s < NSIG; s++)
        signal(s, SIG_IGN);
    return hang();
}

static int exit_code(void)
{
    return (int)argument();
}

static int dereference_null(void)
{
    volatile int *nowhere = NULL;
    return *nowhere;
}

/* Writes so many bytes, one at a time, and says on standard error how many there was room for. */
static int write_bytes(void)
{
    long k = 0;
    signal(SIGXFSZ, SIG_IGN);
    while (k < argument() && write(1, "x", 1) == 1)
        k++;
    fprintf(stderr, "%ld", k);
    return 0;
}

static void flood_file(int file)
{
    char block[4096];
    memset(block, 'f', sizeof block);
    for (;;)
        if (write(file, block, sizeof block) < 0 && errno != EFBIG)
            exit(1);
}

static int flood(void)
{
    flood_file(1);
    return 0;
}

static int flood_errors(void)
{
    flood_file(2);
    return 0;
}

static int flood_ignoring_signals(void)
{
    signal(SIGXFSZ, SIG_IGN);
    return flood();
}

/* Makes its output look large without writing much. */
static int seek_far(void)
{
    lseek(1, 1L << 40, SEEK_SET);
    return write(1, "x", 1) == 1 ? 0 : 1;
}

/* Ends, while a child holds the output open. */
static int leave_child(void)
{
    if (fork() == 0)
        return hang();
    puts("left");
    return 0;
}

static int hang_with_child(void)
{
    fork();
    return hang();
}

/* The child moves to another group of the same session. */
static int leave_child_in_group(void)
{
    if (fork() == 0) {
        setpgid(0, 0);
        return hang();
    }
    /* Time for the child to do so. */
    usleep(50 * 1000);
    return 0;
}

/* Doubles so many times. */
static int fork_bomb(void)
{
    long k;
    for (k = 0; k < argument(); k++)
        fork();
    return hang();
}

/* Takes so many MiB. */
static int take_memory(void)
{
    size_t size = (size_t)argument() << 20;
    char *block = malloc(size);
    if (block == NULL)
        return 1;
    memset(block, 1, size);
    return block[size / 2] - 1;
}

/* Prints which files are open. */
static int list_files(void)
{
    int file;
    for (file = 0; file < 1024; file++)
        if (fcntl(file, F_GETFD) != -1)
            printf("%d ", file);
    return 0;
}

static const struct {
    const char *name;
    int (*run)(void);
} programs[] = {
#define PROGRAM(name) {#name, name}
    PROGRAM(hang),
    PROGRAM(spin),
    PROGRAM(hang_ignoring_signals),
    PROGRAM(exit_code),
    PROGRAM(dereference_null),
    PROGRAM(write_bytes),
    PROGRAM(flood),
    PROGRAM(flood_errors),
    PROGRAM(flood_ignoring_signals),
    PROGRAM(seek_far),
    PROGRAM(leave_child),
    PROGRAM(hang_with_child),
    PROGRAM(leave_child_in_group),
    PROGRAM(fork_bomb),
    PROGRAM(take_memory),
    PROGRAM(list_files),
};

int main(int argc, char **argv)
{
    size_t k;
    number = argc > 2 ? argv[2] : NULL;
    for (k = 0; k < sizeof programs / sizeof *programs; k++)
        if (argc > 1 && strcmp(argv[1], programs[k].name) == 0)
            return programs[k].run();
    fputs("which program?\n", stderr);
    return 99;
}
