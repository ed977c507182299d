/*
 * Programs that no judge wants to meet, by the name in the first argument. They are for
 * tests/program.rs, which compiles this file, and are run within limits only.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#ifdef __linux__
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *number;
/* All from the second one on. */
static char **arguments;

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

/* A daemon by the book: another session, no relatives, no open files. */
static int leave_daemon(void)
{
    if (fork() == 0) {
        setsid();
        if (fork() != 0)
            _exit(0);
        close(0);
        close(1);
        close(2);
        return hang();
    }
    wait(NULL);
    return 0;
}

/* A daemon, while the parent hangs as well. */
static int hang_with_daemon(void)
{
    leave_daemon();
    return hang();
}

/* A daemon that has children with sessions of their own. */
static int leave_daemon_with_children(void)
{
    int k;
    if (fork() == 0) {
        setsid();
        for (k = 0; k < 5; k++)
            if (fork() == 0)
                setsid();
        return hang_ignoring_signals();
    }
    usleep(50 * 1000);
    return 0;
}

/* A process that becomes another one, in another session, so many times: a moving target. */
static int leave_hopper(void)
{
    long k;
    if (fork() != 0)
        return 0;
    for (k = 0; k < argument(); k++) {
        if (fork() != 0)
            _exit(0);
        setsid();
    }
    return hang();
}

/* Doubles so many times. */
static int fork_bomb(void)
{
    long k;
    for (k = 0; k < argument(); k++)
        fork();
    return hang();
}

/* Ends well only if its helper, who is a daemon, lives for so many milliseconds. */
static int rely_on_daemon(void)
{
    int ends[2];
    char byte;
    if (pipe(ends) != 0)
        return 1;
    if (fork() == 0) {
        setsid();
        if (fork() != 0)
            _exit(0);
        usleep((useconds_t)argument() * 1000);
        return write(ends[1], "!", 1) == 1 ? 0 : 1;
    }
    wait(NULL);
    close(ends[1]);
    return read(ends[0], &byte, 1) == 1 ? 0 : 1;
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

/* Empties what it reads, in every way that there is. */
static int empty_input(void)
{
    int file = open("/proc/self/fd/0", O_RDWR | O_TRUNC);
    if (file >= 0 && ftruncate(file, 0) == 0)
        fputs("emptied again, ", stderr);
    if (ftruncate(0, 0) == 0)
        fputs("emptied ", stderr);
    return 0;
}

/* Runs the command in the other arguments, which can start processes, but no threads. */
static int without_threads(void)
{
#ifdef __linux__
#define FIELD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
    struct sock_filter rules[] = {
        FIELD(nr),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone3, 3, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 3),
        FIELD(args),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EAGAIN),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {sizeof rules / sizeof *rules, rules};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
        prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0)
        execvp(arguments[0], arguments);
    perror("without_threads");
#endif
    return 98;
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
    PROGRAM(leave_daemon),
    PROGRAM(hang_with_daemon),
    PROGRAM(leave_daemon_with_children),
    PROGRAM(leave_hopper),
    PROGRAM(fork_bomb),
    PROGRAM(rely_on_daemon),
    PROGRAM(take_memory),
    PROGRAM(list_files),
    PROGRAM(empty_input),
    PROGRAM(without_threads),
};

int main(int argc, char **argv)
{
    size_t k;
    number = argc > 2 ? argv[2] : NULL;
    arguments = argv + 2;
    for (k = 0; k < sizeof programs / sizeof *programs; k++)
        if (argc > 1 && strcmp(argv[1], programs[k].name) == 0)
            return programs[k].run();
    fputs("which program?\n", stderr);
    return 99;
}
