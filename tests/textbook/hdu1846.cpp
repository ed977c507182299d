/* HDU 1846 Brave Game as it is taught. */
#include <iostream>
using namespace std;

int main() {
    int cases, n, m;
    cin >> cases;
    while (cases--) {
        cin >> n >> m;
        cout << (n % (m + 1) ? "first" : "second") << endl;
    }
}
