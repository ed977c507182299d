/* HDU 1527 as it is taught: the golden ratio, here in enough digits. */
#include <cmath>
#include <iostream>
using namespace std;

int main() {
    long long a, b;
    while (cin >> a >> b) {
        if (a > b) swap(a, b);
        long long k = b - a;
        cout << (a == (long long)(k * (1 + sqrt(5.0L)) / 2) ? 0 : 1) << endl;
    }
}
