/*
 * HFUT 2014 Jingsheng Cup D: a WRONG answer.
 * Mistake: thinks that only piles in equal pairs are lost,
 * and misses positions such as 1 2 3.
 * Copyright Bouton contributors. Licence: MIT OR Apache-2.0
 */
#include <stdio.h>
#include <stdlib.h>

static int by_size(const void *x, const void *y)
{
    int a = *(const int *)x, b = *(const int *)y;
    return (a > b) - (a < b);
}

int main(void)
{
    static int pile[20000];
    int n, i, paired;

    while (scanf("%d", &n) == 1) {
        for (i = 0; i < n; i++)
            if (scanf("%d", &pile[i]) != 1) return 0;
        qsort(pile, (size_t)n, sizeof pile[0], by_size);
        paired = n % 2 == 0;
        for (i = 0; i + 1 < n; i += 2)
            if (pile[i] != pile[i + 1]) paired = 0;
        puts(paired ? "No" : "Yes");
    }
    return 0;
}
