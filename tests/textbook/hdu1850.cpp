/* HDU 1850 Being a Good Boy in Spring Festival as it is taught. */
#include <iostream>
using namespace std;

int main() {
    int n, pile[1000];
    while (cin >> n && n) {
        int sum = 0, moves = 0;
        for (int i = 0; i < n; i++) {
            cin >> pile[i];
            sum ^= pile[i];
        }
        for (int i = 0; i < n; i++)
            if ((sum ^ pile[i]) < pile[i]) moves++;
        cout << moves << endl;
    }
}
