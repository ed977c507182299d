/* HDU 1536 S-Nim as it is taught: the Grundy values of all piles, for each subtraction set. */
#include <stdio.h>
#include <string.h>

int k, s[101], sg[10001];
char seen[101];

int main(void) {
    int i, j, m, l, h, sum;
    while (scanf("%d", &k) == 1 && k) {
        for (i = 0; i < k; i++) scanf("%d", &s[i]);
        sg[0] = 0;
        for (i = 1; i <= 10000; i++) {
            memset(seen, 0, sizeof seen);
            for (j = 0; j < k; j++)
                if (s[j] <= i) seen[sg[i - s[j]]] = 1;
            for (j = 0; seen[j]; j++) {
            }
            sg[i] = j;
        }
        scanf("%d", &m);
        while (m--) {
            scanf("%d", &l);
            sum = 0;
            while (l--) {
                scanf("%d", &h);
                sum ^= sg[h];
            }
            putchar(sum ? 'W' : 'L');
        }
        putchar('\n');
    }
    return 0;
}
