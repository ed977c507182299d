/* LightOJ 1253 Misere Nim as it is taught. */
#include <iostream>
using namespace std;

int main() {
    int cases, n, x;
    cin >> cases;
    for (int number = 1; number <= cases; number++) {
        cin >> n;
        int sum = 0, large = 0;
        while (n--) {
            cin >> x;
            sum ^= x;
            if (x > 1) large = 1;
        }
        const char *winner = (sum != 0) == (large != 0) ? "Alice" : "Bob";
        cout << "Case " << number << ": " << winner << endl;
    }
}
