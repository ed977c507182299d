/* POJ 1704 as it is taught. */
#include <algorithm>
#include <cstdio>
using namespace std;

int cell[1001];

int main() {
    int t, n;
    scanf("%d", &t);
    while (t--) {
        scanf("%d", &n);
        for (int i = 0; i < n; i++) scanf("%d", &cell[i]);
        if (n % 2) cell[n++] = 0;
        sort(cell, cell + n);
        int sum = 0;
        for (int i = 0; i < n; i += 2) sum ^= cell[i + 1] - cell[i] - 1;
        puts(sum ? "Georgia will win" : "Bob will win");
    }
}
