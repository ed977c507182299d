/* HDU 2176 Stones in m piles as it is taught. */
#include <stdio.h>

int pile[200001];

int main(void) {
    int n, i, sum;
    while (scanf("%d", &n) == 1 && n) {
        sum = 0;
        for (i = 0; i < n; i++) {
            scanf("%d", &pile[i]);
            sum ^= pile[i];
        }
        if (sum == 0) {
            puts("No");
            continue;
        }
        puts("Yes");
        for (i = 0; i < n; i++)
            if ((sum ^ pile[i]) < pile[i]) printf("%d %d\n", pile[i], sum ^ pile[i]);
    }
    return 0;
}
