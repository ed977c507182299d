/*
 * gcc.exe for Wine: runs the compiler of the machine, as paths of Windows name files there too. Used by
 * scripts/check-windows. It cannot be built with MinGW's gcc for Windows, which Debian does not have.
 */
#include <stdio.h>
#include <string.h>
#include <windows.h>

int main(int argc, char **argv)
{
    char *arguments[64] = {COMPILER};
    int i, count = 1;
    NTSTATUS(WINAPI *spawn)(char **, int);
    char *(CDECL *unix_name)(const WCHAR *);
    *(FARPROC *)&spawn = GetProcAddress(GetModuleHandleA("ntdll.dll"), "__wine_unix_spawnvp");
    *(FARPROC *)&unix_name = GetProcAddress(GetModuleHandleA("kernel32.dll"), "wine_get_unix_file_name");
    if (!spawn || !unix_name || argc > 60)
        return 1;
    for (i = 1; i < argc; i++) {
        WCHAR wide[MAX_PATH];
        int is_path = strpbrk(argv[i], "/\\") && argv[i][0] != '-';
        MultiByteToWideChar(CP_ACP, 0, argv[i], -1, wide, MAX_PATH);
        arguments[count++] = is_path ? unix_name(wide) : argv[i];
    }
    arguments[count] = NULL;
    return spawn(arguments, 1) != 0;
}
