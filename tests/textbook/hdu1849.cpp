/* HDU 1849 Rabbit and Grass as it is taught. */
#include <iostream>
using namespace std;

int main() {
    int n, x;
    while (cin >> n && n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            cin >> x;
            sum ^= x;
        }
        cout << (sum ? "Rabbit Win!" : "Grass Win!") << endl;
    }
}
