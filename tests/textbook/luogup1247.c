/* Luogu P1247 as it is taught. */
#include <stdio.h>

int pile[500001];

int main(void) {
    int n, i, sum = 0;
    scanf("%d", &n);
    for (i = 0; i < n; i++) {
        scanf("%d", &pile[i]);
        sum ^= pile[i];
    }
    if (sum == 0) {
        puts("lose");
        return 0;
    }
    for (i = 0; i < n; i++)
        if ((sum ^ pile[i]) < pile[i]) {
            printf("%d %d\n", pile[i] - (sum ^ pile[i]), i + 1);
            pile[i] ^= sum;
            break;
        }
    for (i = 0; i < n; i++) printf("%d ", pile[i]);
    puts("");
    return 0;
}
