/* HDU 2188 as it is taught. */
#include <iostream>
using namespace std;

int main() {
    int cases, n, m;
    cin >> cases;
    while (cases--) {
        cin >> n >> m;
        cout << (n % (m + 1) ? "Grass" : "Rabbit") << endl;
    }
}
