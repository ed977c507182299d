/* Right answers to several problems, but for a mistake: the arguments are the problem and the mistake. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static long long *a, n, k, b[100];
static int set_len;
static int fib[] = {1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610, 987};
static const char *id;
static int is(const char *name) { return strcmp(id, name) == 0; }
static int read(long long *v) { return scanf("%lld", v) == 1; }
static void piles(void)
{
    a = realloc(a, (n + 2) * sizeof *a);
    for (int i = 0; i < n; i++) read(a + i);
}
static int g[20000], known;
static void table(void)
{
    known = 0;
    for (int i = 0; i < 10001; i++) {
        char seen[200] = {0};
        for (int j = 0; j < set_len; j++) if (b[j] <= i) seen[g[i - b[j]]] = 1;
        for (g[i] = 0; seen[g[i]]; g[i]++) {}
    }
}
static int has_table;
static long long grundy(long long pile) { return has_table ? g[pile] : pile; }
static long long sum(void)
{
    long long x = 0;
    for (int i = 0; i < n; i++) x ^= grundy(a[i]);
    return x;
}
static int misere_wins(void)
{
    long long x = 0, m = 0;
    for (int i = 0; i < n; i++) { x ^= a[i]; if (a[i] > m) m = a[i]; }
    return m > 1 ? x != 0 : x == 0;
}
static void answer(int number)
{
    long long x = sum();
    if (is("poj2234")) puts(x ? "Yes" : "No");
    else if (is("hdu1850")) {
        int count = 0;
        for (int i = 0; i < n; i++) count += (a[i] ^ x) < a[i];
        printf("%d\n", count);
    } else if (is("hdu1907")) puts(misere_wins() ? "John" : "Brother");
    else if (is("hdu2509")) puts(misere_wins() ? "Yes" : "No");
    else if (is("lightoj1253")) printf("Case %d: %s\n", number, misere_wins() ? "Alice" : "Bob");
    else if (is("hdu1846")) puts(a[0] % (k + 1) ? "first" : "second");
    else if (is("hdu1848")) puts(x ? "Fibo" : "Nacci");
    else if (is("hdu2176")) {
        puts(x ? "Yes" : "No");
        for (int i = 0; i < n && x; i++) if ((a[i] ^ x) < a[i]) printf("%lld %lld\n", a[i], a[i] ^ x);
    } else if (is("luogup1247") || is("any")) {
        int i = 0;
        if (!x) { puts(is("any") ? "lost" : "lose"); return; }
        while ((a[i] ^ x) >= a[i]) i++;
        if (is("any")) { printf("%d %lld\n", i + 1, a[i] - (a[i] ^ x)); return; }
        printf("%lld %d\n", a[i] - (a[i] ^ x), i + 1);
        a[i] ^= x;
        for (i = 0; i < n; i++) printf(i ? " %lld" : "%lld", a[i]);
        puts("");
    } else if (is("bzoj1874")) {
        if (!x) { puts("NO"); return; }
        for (int i = 0; i < n; i++) for (int j = 0; j < set_len; j++)
            if (b[j] <= a[i] && grundy(a[i] - b[j]) == (x ^ grundy(a[i]))) {
                printf("YES\n%d %lld\n", i + 1, b[j]);
                return;
            }
    }
}
static int mistaken(int which)
{
    long long x = 0, s = 0, m = 0;
    int nonsense = 0;
    for (int i = 0; i < n; i++) { x ^= a[i]; s += a[i]; if (a[i] > m) m = a[i]; }
    switch (which) {
MISTAKES
    }
    return nonsense;
}
int main(int argc, char **argv)
{
    long long cases = 1LL << 60;
    (void)argc;
    id = argv[1];
    int which = atoi(argv[2]);
    if (is("hdu1907") || is("lightoj1253") || is("any") || is("hdu1846")) read(&cases);
    if (is("luogup1247") || is("bzoj1874")) cases = 1;
    if (is("hdu1848")) { has_table = 1; set_len = 15; for (int i = 0; i < 15; i++) b[i] = fib[i]; table(); }
    for (int number = 1; number <= cases; number++) {
        if (is("hdu1846")) { n = 1; a = realloc(a, 16); read(a); read(&k); }
        else if (is("hdu1848")) { n = 3; piles(); if (!a[0]) break; }
        else if (is("bzoj1874")) {
            long long count;
            read(&n); piles(); read(&count);
            set_len = count; has_table = 1;
            for (int i = 0; i < set_len; i++) read(b + i);
            k = b[0];
            table();
        } else if (is("hdu1536")) {
            long long count, positions;
            if (!read(&count) || !count) break;
            set_len = count; has_table = 1;
            for (int i = 0; i < set_len; i++) read(b + i);
            k = b[0];
            table();
            read(&positions);
            for (int i = 0; i < positions; i++) {
                read(&n); piles();
                putchar(mistaken(which) ? '?' : sum() ? 'W' : 'L');
            }
            puts("");
            continue;
        } else { if (!read(&n) || !n) break; piles(); }
        if (mistaken(which)) puts("nonsense"); else answer(number);
    }
    return 0;
}
