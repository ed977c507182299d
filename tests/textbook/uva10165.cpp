/* UVa 10165 as it is taught. */
#include <iostream>
using namespace std;

int main() {
    int n, pile;
    while (cin >> n && n) {
        int sum = 0;
        while (n--) {
            cin >> pile;
            sum ^= pile;
        }
        cout << (sum ? "Yes" : "No") << endl;
    }
}
