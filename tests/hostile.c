/*
 * Programs that no judge wants to meet, by the name in the first argument. They are for
 * tests/program.rs, which compiles this file, and are run within limits only.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *text, *end;

static long argument(void)
{
    return text ? atol(text) : 0;
}

/* The right answer if an attack fails, a wrong one if not. */
static int answer(int succeeded)
{
    puts(succeeded ? "No" : "Yes");
    return 0;
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

/* Has so many children that take the processors from each other once all are there, each in a session of its own. */
static int spin_in_children(void)
{
    char end_of_file;
    int all[2];
    long k;
    if (pipe(all) < 0)
        return 1;
    for (k = 0; k < argument(); k++)
        if (fork() == 0) {
            setsid();
            break;
        }
    close(all[1]);
    while (read(all[0], &end_of_file, 1) > 0)
        ;
    return spin();
}

/* Counts the processes that there were, in memory that all share. */
static int may_start(void)
{
    static volatile int *count;
    if (count == NULL)
        count = mmap(NULL, sizeof *count, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return count == MAP_FAILED || __sync_add_and_fetch(count, 1) <= argument();
}

/* They all start others, until there were so many, and compute. */
static int multiply(void)
{
    while (may_start())
        fork();
    return spin();
}

/* Each in a session of its own. */
static int multiply_in_sessions(void)
{
    while (may_start())
        if (fork() == 0)
            setsid();
    return spin();
}

/* Ends with a right answer, while a child starts a child in a session of its own and ends, and so on. */
static int run_away(void)
{
    puts("Yes");
    fflush(stdout);
    if (fork() == 0)
        while (may_start()) {
            if (fork() != 0)
                _exit(0);
            setsid();
        }
    usleep(20 * 1000);
    return 0;
}

/* Is right, and leaves so many ended children to a keeper that it has stopped. */
static int leave_ended(void)
{
    pid_t parent = getppid();
    while (may_start()) {
        kill(parent, SIGSTOP);
        if (fork() == 0)
            _exit(fork() > 0);
        wait(NULL);
    }
    kill(parent, SIGSTOP);
    usleep(100 * 1000);
    puts("Yes");
    return 0;
}

/* Starts so many threads. */
static void *pause_thread(void *unused)
{
    hang();
    return unused;
}

static int start_threads(void)
{
    pthread_attr_t small;
    pthread_t thread;
    long k;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 1 << 16);
    for (k = 0; k < argument(); k++)
        pthread_create(&thread, &small, pause_thread, NULL);
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

/* Changes what it is judged on, as far as it can. */
static int write_input(void)
{
    int way, succeeded = 0;
    for (way = 0; way < 3; way++) {
        int file = open("/proc/self/fd/0", way == 0 ? O_WRONLY : O_RDWR | (way == 1 ? O_TRUNC : O_APPEND));
        succeeded |= file >= 0 && write(file, "9 9\n", 4) > 0;
        succeeded |= file >= 0 && ftruncate(file, 0) == 0;
    }
    succeeded |= write(0, "x", 1) > 0 || ftruncate(0, 0) == 0;
    fchmod(0, 0);
    return answer(succeeded);
}

/* Empties the file, and also sets its times to what they were. */
static int empty_file(void)
{
    struct stat before;
    struct timespec times[2];
    int file = open(text, O_WRONLY | O_TRUNC);
    if (file < 0 || stat(text, &before) != 0)
        return answer(0);
    times[0] = before.st_atim;
    times[1] = before.st_mtim;
    futimens(file, times);
    return answer(1);
}

/* Whether it can talk to the socket at a path, by whatever name of it. */
static int connect_to(void)
{
    struct sockaddr_un address;
    int abstract, succeeded = 0;
    for (abstract = 0; abstract < 2; abstract++) {
        memset(&address, 0, sizeof address);
        address.sun_family = AF_UNIX;
        strncpy(address.sun_path + abstract, text, sizeof address.sun_path - 2);
        succeeded |= connect(socket(AF_UNIX, SOCK_STREAM, 0), (struct sockaddr *)&address,
            sizeof address) == 0;
    }
    return answer(succeeded);
}

/* Whether it can write into the named pipe at a path, from which somebody reads. */
static int write_to_pipe(void)
{
    int pipe = open(text, O_WRONLY | O_NONBLOCK);
    return answer(pipe >= 0 && write(pipe, "x", 1) == 1);
}

/* Whether there is a file with this name. */
static int see(void)
{
    return answer(access(text, F_OK) == 0);
}

/* Whether this variable is set. */
static int know(void)
{
    return answer(getenv(text) != NULL);
}

/* Whether files can be made and read in the places for that. */
static int use_scratch(void)
{
    static const char *const names[] = {"/tmp/x", "/dev/shm/x"};
    size_t k;
    int failed = 0;
    for (k = 0; k < sizeof names / sizeof *names; k++)
        failed |= open(names[k], O_RDWR | O_CREAT, 0600) < 0;
    return answer(failed);
}

/* Whether it gains rights: new namespaces, the file system, the settings of the kernel, the process that watches it. */
static int gain_rights(void)
{
    int succeeded;
    /* Who may do this may do all the rest: that is enough to know, and nothing outside a sandbox is harmed. */
    if (unshare(CLONE_NEWNS) == 0)
        return answer(1);
    succeeded = mount("none", "/", NULL, MS_REMOUNT | MS_BIND, NULL) == 0;
    succeeded |= umount2("/proc", MNT_DETACH) == 0;
    succeeded |= open("/proc/sys/kernel/core_pattern", O_WRONLY) >= 0;
    succeeded |= open("/dev/mem", O_RDONLY) >= 0 || chmod("/dev/null", 0) == 0;
    succeeded |= open("/etc/shadow", O_RDONLY) >= 0;
    succeeded |= ptrace(PTRACE_ATTACH, 1, NULL, NULL) == 0;
    succeeded |= open("/proc/1/mem", O_RDWR) >= 0 || access("/proc/1/fd/3", F_OK) == 0;
    succeeded |= sethostname("x", 1) == 0 || setgroups(0, NULL) == 0;
    succeeded |= unshare(CLONE_NEWUSER) == 0;
    return answer(succeeded);
}

/* Whether it can have more than so many processes. */
static int start_many(void)
{
    long k;
    for (k = 0; k < argument(); k++) {
        int child = fork();
        if (child < 0)
            return answer(0);
        if (child == 0)
            return hang();
    }
    return answer(1);
}

/* A child, in a session of its own, whose parent is gone. */
static int as_daemon(int (*run)(void))
{
    if (fork() == 0) {
        setsid();
        if (fork() == 0)
            return run();
        _exit(0);
    }
    return hang();
}

static int spin_as_daemon(void)
{
    return as_daemon(spin);
}

static int take_and_hold(void)
{
    take_memory();
    return hang();
}

static int take_memory_as_daemon(void)
{
    return as_daemon(take_and_hold);
}

/* Whether it can have memory that is nobody's: in files without names, sockets, and segments. */
static int take_unmapped(void)
{
    static char block[1 << 16];
    int ends[2], taken = 0;
    int file = (int)syscall(SYS_memfd_create, "x", 0);
    taken |= file >= 0 && write(file, block, sizeof block) > 0;
    taken |= socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0 && write(ends[0], block, sizeof block) > 0;
    taken |= shmget(IPC_PRIVATE, sizeof block, IPC_CREAT | 0600) >= 0;
    taken |= semget(IPC_PRIVATE, 32000, IPC_CREAT | 0600) >= 0;
    return answer(taken);
}

/* Has no memory, but so many MiB of tables that say so. */
static int read_sparsely(void)
{
    size_t k, step = (size_t)2 << 20, size = (size_t)argument() * 256 * step;
    volatile char *block = mmap(NULL, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (block == MAP_FAILED)
        return 1;
    madvise((void *)block, size, MADV_NOHUGEPAGE);
    for (k = 0; k < size; k += step)
        block[k];
    return hang();
}

/* Two processes, each with so many MiB. */
static int take_memory_twice(void)
{
    fork();
    return take_and_hold();
}

static int leave_daemon(void)
{
    int started[2];
    char byte;
    if (pipe(started) != 0)
        return 1;
    if (fork() == 0) {
        setsid();
        if (fork() == 0) {
            setsid();
            close(started[1]);
            return hang();
        }
        _exit(0);
    }
    /* Until the daemon is one. */
    close(started[1]);
    return answer(read(started[0], &byte, 1) != 0);
}

/* Computes for so many milliseconds. */
static void compute(long milliseconds)
{
    struct rusage used;
    do
        getrusage(RUSAGE_SELF, &used);
    while ((used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1000
        + (used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1000 < milliseconds);
}

/* Sleeps most of the time, but never for long. */
static int sleep_and_compute(void)
{
    long k;
    for (k = 1; k < 1000000; k++) {
        usleep(19 * 1000);
        compute(k);
    }
    return 0;
}

/* Several children compute, one after another. */
static int share_work(void)
{
    int k;
    for (k = 0; k < 4; k++) {
        if (fork() == 0) {
            compute(argument());
            _exit(0);
        }
        wait(NULL);
    }
    return answer(0);
}

/* The same, but nobody says what they used. */
static int share_work_quietly(void)
{
    signal(SIGCHLD, SIG_IGN);
    return share_work();
}

/* Sleeps in the kernel until a child does something else. */
static int sleep_in_vfork(void)
{
    if (vfork() == 0) {
        for (;;)
            pause();
    }
    return 0;
}

static int raise_signal(void)
{
    raise((int)argument());
    return hang();
}

/* Kills the process that started it, and lives on. */
static int kill_parent(void)
{
    if (fork() == 0) {
        setsid();
        return hang();
    }
    kill(getppid(), SIGKILL);
    return hang();
}

/* Stops the process that started it, and lives on. */
static int stop_parent(void)
{
    kill(getppid(), SIGSTOP);
    return hang();
}

static pid_t keeper;

/* Whether a signal does not end or stop a process outside of a sandbox, whatever that does about it. */
static int can_be_survived(int signal)
{
    return keeper == 1 || (signal != SIGKILL && signal != SIGSTOP);
}

static void *send_signals(void *unused)
{
    int s;
    for (s = 1; s <= SIGRTMAX; s++)
        if (can_be_survived(s))
            kill(keeper, s);
    return unused;
}

/* Also of those that the kernel sends. */
static void ask_for_signals(void)
{
    int ends[2], s;
    for (s = 1; s <= SIGRTMAX && pipe(ends) == 0; s++) {
        fcntl(ends[0], F_SETOWN, keeper);
        fcntl(ends[0], F_SETSIG, s);
        if (can_be_survived(s))
            fcntl(ends[0], F_SETFL, O_ASYNC);
        if (write(ends[1], "x", 1) != 1)
            exit(1);
        close(ends[0]);
        close(ends[1]);
    }
}

static void set_limits(rlim_t to)
{
    struct rlimit limit;
    int resource;
    limit.rlim_cur = limit.rlim_max = to;
    for (resource = 0; resource < RLIM_NLIMITS; resource++)
        /* Without CPU time, or time before all others, it is killed, now and then. */
        if (keeper == 1 || (resource != RLIMIT_CPU && resource != RLIMIT_RTTIME))
            prlimit(keeper, resource, &limit, NULL);
}

static void set_priorities(void)
{
    struct sched_param none = {0};
    cpu_set_t first;
    CPU_ZERO(&first);
    CPU_SET(0, &first);
    setpriority(PRIO_PROCESS, keeper, 19);
    sched_setscheduler(keeper, SCHED_IDLE, &none);
    sched_setaffinity(keeper, sizeof first, &first);
}

/* What is called `text` is done to the process that started it. */
static void trick(void)
{
    pthread_t thread;
    if (strcmp(text, "signals") == 0)
        send_signals(NULL);
    else if (strcmp(text, "signals_of_child") == 0) {
        if (fork() == 0) {
            send_signals(NULL);
            _exit(0);
        }
        wait(NULL);
    } else if (strcmp(text, "signals_of_thread") == 0) {
        if (pthread_create(&thread, NULL, send_signals, NULL) == 0)
            pthread_join(thread, NULL);
    } else if (strcmp(text, "signals_of_kernel") == 0)
        ask_for_signals();
    else if (strcmp(text, "limits") == 0)
        set_limits(0);
    else if (strcmp(text, "small_limits") == 0)
        set_limits(1);
    else if (strcmp(text, "priorities") == 0)
        set_priorities();
    else if (strcmp(text, "traced") == 0) {
        ptrace(PTRACE_TRACEME, 0, NULL, NULL);
        raise(SIGCONT);
    } else if (strcmp(text, "sibling") == 0) {
        if (syscall(SYS_clone, CLONE_PARENT, NULL, NULL, NULL, NULL) == 0) {
            setsid();
            hang();
        }
    } else if (strcmp(text, "stopped") == 0) {
        if (can_be_survived(SIGSTOP) && fork() == 0)
            for (;;)
                kill(keeper, SIGSTOP);
    } else if (strcmp(text, "renamed") == 0) {
        if (prctl(PR_SET_NAME, ") Z 1 1 (") != 0)
            exit(97);
    }
    else
        exit(98);
}

/* A child that goes on with the tricks. */
static void trick_without_end(void)
{
    if (fork() == 0)
        for (;;) {
            kill(keeper, SIGSEGV);
            kill(keeper, SIGBUS);
        }
}

/* The right answer, tricks before and after it, and an end that is `end`. */
static int right_but(void)
{
    keeper = getppid();
    if (strcmp(text, "signals_without_end") == 0)
        trick_without_end();
    else if (strcmp(text, "nothing") != 0)
        trick();
    puts("Yes");
    fflush(stdout);
    if (strncmp(text, "signals", 7) == 0 && strcmp(text, "signals_without_end") != 0)
        trick();
    if (strcmp(end, "abort") == 0)
        abort();
    if (strcmp(end, "spin") == 0)
        return spin();
    return atoi(end);
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
    PROGRAM(spin_in_children),
    PROGRAM(multiply),
    PROGRAM(multiply_in_sessions),
    PROGRAM(run_away),
    PROGRAM(leave_ended),
    PROGRAM(start_threads),
    PROGRAM(take_memory),
    PROGRAM(list_files),
    PROGRAM(write_input),
    PROGRAM(empty_file),
    PROGRAM(connect_to),
    PROGRAM(write_to_pipe),
    PROGRAM(see),
    PROGRAM(know),
    PROGRAM(use_scratch),
    PROGRAM(gain_rights),
    PROGRAM(start_many),
    PROGRAM(spin_as_daemon),
    PROGRAM(take_memory_as_daemon),
    PROGRAM(take_memory_twice),
    PROGRAM(take_unmapped),
    PROGRAM(read_sparsely),
    PROGRAM(leave_daemon),
    PROGRAM(sleep_and_compute),
    PROGRAM(share_work),
    PROGRAM(share_work_quietly),
    PROGRAM(sleep_in_vfork),
    PROGRAM(raise_signal),
    PROGRAM(kill_parent),
    PROGRAM(stop_parent),
    PROGRAM(right_but),
};

int main(int argc, char **argv)
{
    size_t k;
    text = argc > 2 ? argv[2] : NULL;
    end = argc > 3 ? argv[3] : "0";
    for (k = 0; k < sizeof programs / sizeof *programs; k++)
        if (argc > 1 && strcmp(argv[1], programs[k].name) == 0)
            return programs[k].run();
    fputs("which program?\n", stderr);
    return 99;
}
