/* POJ 3537 as it is taught. */
#include <cstdio>
#include <cstring>

int sg[2001];

int value(int n) {
    if (n <= 0) return 0;
    if (sg[n] != -1) return sg[n];
    bool seen[2048] = {};
    for (int i = 1; i <= n; i++) seen[value(i - 3) ^ value(n - i - 2)] = true;
    int mex = 0;
    while (seen[mex]) mex++;
    return sg[n] = mex;
}

int main() {
    int n;
    scanf("%d", &n);
    memset(sg, -1, sizeof sg);
    printf("%d\n", value(n) ? 1 : 2);
}
