/*
 * HDU 4315 Climbing the Hill: a WRONG answer.
 * Mistake: pays no heed to who is the king: whoever brings the
 * last person to the top wins.
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
        for (i = n - 1; i > 0; i -= 2) s ^= cell[i] - cell[i - 1] - 1;
        if (i == 0) s ^= cell[0];
        puts(s != 0 ? "Alice" : "Bob");
    }
    return 0;
}
