/*
 * POJ 3537 Crosses and Crosses: a WRONG answer.
 * Mistake: thinks that only a strip with a middle cell is won, by symmetry.
 * Kind: sum
 * Copyright Bouton contributors. Licence: MIT OR Apache-2.0
 */
#include <stdio.h>

int main(void)
{
    int n;

    if (scanf("%d", &n) != 1) return 0;
    puts(n % 2 == 1 ? "1" : "2");
    return 0;
}
