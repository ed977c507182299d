/* Luogu P1290 as it is taught. */
#include <iostream>
using namespace std;

bool win(long long a, long long b) {
    if (a < b) swap(a, b);
    if (a % b == 0 || a / b > 1) return true;
    return !win(b, a - b);
}

int main() {
    long long cases, a, b;
    cin >> cases;
    while (cases-- && cin >> a >> b) cout << (win(a, b) ? "Stan wins" : "Ollie wins") << endl;
}
