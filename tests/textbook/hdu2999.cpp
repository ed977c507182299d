// HDU 2999 as it is taught: the Grundy values of all rows, for each set, over all places where stones are taken.
#include <cstdio>
#include <cstring>

int n, a[105], sg[1005];
bool seen[1105];

int main() {
    while (scanf("%d", &n) != EOF) {
        for (int i = 0; i < n; i++) scanf("%d", &a[i]);
        sg[0] = 0;
        for (int len = 1; len <= 1000; len++) {
            memset(seen, 0, sizeof seen);
            for (int i = 0; i < n; i++)
                for (int left = 0; left + a[i] <= len; left++) seen[sg[left] ^ sg[len - a[i] - left]] = true;
            int g = 0;
            while (seen[g]) g++;
            sg[len] = g;
        }
        int m, h;
        scanf("%d", &m);
        while (m--) {
            scanf("%d", &h);
            puts(sg[h] ? "1" : "2");
        }
    }
}
