/*
 * HDU 4315 Climbing the Hill: a WRONG answer.
 * Mistake: pairs the people from the top, not from the far end.
 * Copyright Bouton contributors. Licence: MIT OR Apache-2.0
 */
#include <stdio.h>

int main(void)
{
    static int cell[100001];
    int n, k, i, s;

    while (scanf("%d %d", &n, &k) == 2) {
        for (i = 0; i < n; i++)
            if (scanf("%d", &cell[i]) != 1) return 0;
        s = 0;
        for (i = 1; i < n; i += 2) s ^= cell[i] - cell[i - 1] - 1;
        if (n % 2 == 1) s ^= n > 1 ? cell[n - 1] - cell[n - 2] - 1 : cell[0];
        puts(k == 1 || s != 0 ? "Alice" : "Bob");
    }
    return 0;
}
