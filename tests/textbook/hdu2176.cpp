/* HDU 2176 Stones in m piles as it is taught. */
#include <iostream>
using namespace std;

int pile[200001];

int main() {
    int n;
    while (cin >> n && n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            cin >> pile[i];
            sum ^= pile[i];
        }
        if (sum == 0) {
            cout << "No" << endl;
            continue;
        }
        cout << "Yes" << endl;
        for (int i = 0; i < n; i++)
            if ((sum ^ pile[i]) < pile[i]) cout << pile[i] << " " << (sum ^ pile[i]) << endl;
    }
}
