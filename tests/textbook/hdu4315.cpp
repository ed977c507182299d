/* HDU 4315 Climbing the Hill as it is taught. */
#include <iostream>
using namespace std;

int main() {
    int n, k, x[1001];
    while (cin >> n >> k) {
        for (int i = 1; i <= n; i++) cin >> x[i];
        x[0] = k == 2 ? 0 : -1;
        int sum = 0;
        for (int i = n; i > 0; i -= 2) sum ^= x[i] - x[i - 1] - 1;
        cout << (k == 1 || sum ? "Alice" : "Bob") << endl;
    }
}
