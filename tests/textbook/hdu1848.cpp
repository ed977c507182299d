/* HDU 1848 Fibonacci again and again as it is taught. */
#include <iostream>
using namespace std;

int sg[1001];

int main() {
    for (int n = 1; n <= 1000; n++) {
        bool seen[1001] = {};
        for (int take = 1, next = 2; take <= n;) {
            seen[sg[n - take]] = true;
            int after = take + next;
            take = next;
            next = after;
        }
        while (seen[sg[n]]) sg[n]++;
    }
    int m, n, p;
    while (cin >> m >> n >> p && (m || n || p))
        cout << (sg[m] ^ sg[n] ^ sg[p] ? "Fibo" : "Nacci") << endl;
}
