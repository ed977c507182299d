/*
 * For tests/split.rs: files below the folder LATE_ERRORS are written, but when they are closed the system says that this
 * failed, as a file system of a network does. Loaded before the C library.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

int close(int file)
{
    const char *folder = getenv("LATE_ERRORS");
    char name[64], path[PATH_MAX];
    ssize_t len;
    int closed;
    snprintf(name, sizeof name, "/proc/self/fd/%d", file);
    len = readlink(name, path, sizeof path);
    closed = (int)syscall(SYS_close, file);
    if (closed == 0 && folder && len >= (ssize_t)strlen(folder) && strncmp(path, folder, strlen(folder)) == 0) {
        errno = EIO;
        return -1;
    }
    return closed;
}
