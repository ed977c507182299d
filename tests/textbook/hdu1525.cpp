/* HDU 1525 as it is taught. */
#include <iostream>
using namespace std;

bool win(long long a, long long b) {
    if (a < b) swap(a, b);
    if (a % b == 0 || a / b > 1) return true;
    return !win(b, a - b);
}

int main() {
    long long a, b;
    while (cin >> a >> b && a) cout << (win(a, b) ? "Stan wins" : "Ollie wins") << endl;
}
