/* POJ 2234 Matches Game as it is taught. */
#include <iostream>
using namespace std;

int main() {
    int n, x;
    while (cin >> n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            cin >> x;
            sum ^= x;
        }
        cout << (sum ? "Yes" : "No") << endl;
    }
}
