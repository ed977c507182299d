/* Runs a program and writes its peak memory in KiB to the file descriptor FD.
 *
 * The kernel counts the memory that a process had before exec() into its peak, so a program
 * started by an interpreter would never show less than the interpreter. Started from this
 * small program, it shows its own. */
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    struct rusage usage;
    int status;
    pid_t child;
    if (argc < 3) {
        fprintf(stderr, "usage: %s FD PROGRAM [ARGUMENT]...\n", argv[0]);
        return 2;
    }
    child = fork();
    if (child == 0) {
        close(atoi(argv[1]));
        execvp(argv[2], argv + 2);
        perror(argv[2]);
        _exit(127);
    }
    if (child < 0 || wait4(child, &status, 0, &usage) < 0) {
        perror(argv[0]);
        return 2;
    }
    dprintf(atoi(argv[1]), "%ld\n", usage.ru_maxrss);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
