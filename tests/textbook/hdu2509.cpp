/* HDU 2509 Be the Winner as it is taught. */
#include <iostream>
using namespace std;

int main() {
    int n, x;
    while (cin >> n) {
        int sum = 0, large = 0;
        for (int i = 0; i < n; i++) {
            cin >> x;
            sum ^= x;
            if (x > 1) large = 1;
        }
        cout << ((sum != 0) == (large != 0) ? "Yes" : "No") << endl;
    }
}
