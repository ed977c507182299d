/*
 * Programs that no judge wants to meet, by the name in the first argument: the twin of tests/hostile.c
 * for Windows, used by tests/windows.rs, and run within limits only.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

static const char *argument;

static int exit_code(void)
{
    return atoi(argument);
}

static int hang(void)
{
    for (;;)
        Sleep(INFINITE);
    return 0;
}

static int spin(void)
{
    for (volatile int on = 1; on;)
        ;
    return 0;
}

static int access_nothing(void)
{
    volatile int *nowhere = NULL;
    return *nowhere;
}

static int divide_by_zero(void)
{
    volatile int zero = 0;
    return 7 / zero;
}

static int overflow_stack(void)
{
    volatile char page[65536];
    memset((char *)page, 1, sizeof page);
    return page[0] ? overflow_stack() + page[1] : 0;
}

/* As much as it gets, all of it used. */
static int eat_memory(void)
{
    size_t portion = 1 << 20;
    for (int i = 0; i < 8192; i++) {
        char *more = malloc(portion);
        if (!more)
            return 9;
        memset(more, 1, portion);
    }
    return 0;
}

static int flood(void)
{
    for (;;)
        puts("a line of a program that does not know when to stop");
    return 0;
}

static int only_complain(void)
{
    fputs("what a day\n", stderr);
    return 0;
}

/* Starts this program again, with these arguments. */
static int start(const char *arguments, DWORD flags)
{
    char program[MAX_PATH], command[2 * MAX_PATH];
    STARTUPINFOA startup = {.cb = sizeof startup};
    PROCESS_INFORMATION process;
    GetModuleFileNameA(NULL, program, sizeof program);
    snprintf(command, sizeof command, "\"%s\" %s", program, arguments);
    return CreateProcessA(NULL, command, NULL, NULL, FALSE, flags, NULL, NULL, &startup, &process);
}

/* No other process can open the file meanwhile. */
static int hold(void)
{
    CreateFileA(argument, GENERIC_WRITE, 0, NULL, OPEN_ALWAYS, 0, NULL);
    return hang();
}

/* A process that has nothing to do with this one, if that is possible, and holds the file. */
static int leave_child(void)
{
    char hold[MAX_PATH + 16];
    snprintf(hold, sizeof hold, "hold %s", argument);
    if (!start(hold, DETACHED_PROCESS | CREATE_BREAKAWAY_FROM_JOB | CREATE_NEW_PROCESS_GROUP)
        && !start(hold, DETACHED_PROCESS | CREATE_NEW_PROCESS_GROUP))
        return 9;
    /* Until it does. */
    for (;;) {
        HANDLE file = CreateFileA(argument, GENERIC_WRITE, 0, NULL, OPEN_EXISTING, 0, NULL);
        if (file == INVALID_HANDLE_VALUE && GetLastError() == ERROR_SHARING_VIOLATION)
            return 0;
        if (file != INVALID_HANDLE_VALUE)
            CloseHandle(file);
        Sleep(1);
    }
}

/* The number of processes that could be started. */
static int breed(void)
{
    int count = 0;
    while (count < 100 && start("hang", 0))
        count++;
    printf("%d\n", count);
    return 0;
}

static const struct {
    const char *name;
    int (*run)(void);
} programs[] = {
    {"exit_code", exit_code},
    {"hang", hang},
    {"spin", spin},
    {"access_nothing", access_nothing},
    {"divide_by_zero", divide_by_zero},
    {"overflow_stack", overflow_stack},
    {"eat_memory", eat_memory},
    {"flood", flood},
    {"only_complain", only_complain},
    {"hold", hold},
    {"leave_child", leave_child},
    {"breed", breed},
};

int main(int argc, char **argv)
{
    argument = argc > 2 ? argv[2] : "";
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++)
        if (argc > 1 && !strcmp(argv[1], programs[i].name))
            return programs[i].run();
    fprintf(stderr, "no such program\n");
    return 99;
}
