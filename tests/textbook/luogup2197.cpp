/* Luogu P2197 Nim as it is taught. */
#include <iostream>
using namespace std;

int main() {
    int n, x;
    int cases;
    cin >> cases;
    while (cases-- && cin >> n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            cin >> x;
            sum ^= x;
        }
        cout << (sum ? "Yes" : "No") << endl;
    }
}
