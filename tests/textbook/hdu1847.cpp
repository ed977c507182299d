/* HDU 1847 as it is taught. */
#include <iostream>
using namespace std;

int sg[1001];

int main() {
    for (int n = 1; n <= 1000; n++) {
        bool seen[1001] = {};
        for (int take = 1, next = 2; take <= n;) {
            seen[sg[n - take]] = true;
            int after = 2 * next;
            take = next;
            next = after;
        }
        while (seen[sg[n]]) sg[n]++;
    }
    int n;
    while (cin >> n) cout << (sg[n] ? "Kiki" : "Cici") << endl;
}
