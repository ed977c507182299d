/* HackerRank misere-nim-1 as it is taught. */
#include <iostream>
using namespace std;

int main() {
    int n, x;
    int cases;
    cin >> cases;
    while (cases-- && cin >> n) {
        int sum = 0, large = 0;
        for (int i = 0; i < n; i++) {
            cin >> x;
            sum ^= x;
            if (x > 1) large = 1;
        }
        cout << ((sum != 0) == (large != 0) ? "First" : "Second") << endl;
    }
}
