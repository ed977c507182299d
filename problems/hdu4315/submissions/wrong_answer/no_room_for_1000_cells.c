/*
 * HDU 4315 Climbing the Hill: a WRONG answer.
 * Mistake: of an odd number of persons, the top is the partner of the
 * nearest one; with 999 persons it has no place in the array.
 * Copyright Bouton contributors. Licence: MIT OR Apache-2.0
 */
#include <stdio.h>

#define MOST 1000

int main(void)
{
    static int cell[MOST];
    int n, k, i, s, first, a;

    while (scanf("%d %d", &n, &k) == 2) {
        first = n % 2 == 1 && n + 1 < MOST;
        cell[0] = k == 2 ? 0 : -1;
        for (i = first; i < n + first; i++) {
            if (scanf("%d", &a) != 1) return 0;
            cell[i] = a;
        }
        s = 0;
        for (i = n + first - 1; i > 0; i -= 2) s ^= cell[i] - cell[i - 1] - 1;
        puts(k == 1 || s != 0 ? "Alice" : "Bob");
    }
    return 0;
}
