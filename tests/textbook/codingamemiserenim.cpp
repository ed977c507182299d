/* CodinGame misere-nim as it is taught. */
#include <iostream>
using namespace std;

int main() {
    int n, cases, pile[3];
    cin >> n >> cases;
    while (cases--) {
        int found = 0;
        for (int i = 0; i < n; i++) cin >> pile[i];
        for (int i = 0; i < n; i++)
            for (int take = 1; take <= pile[i]; take++) {
                int sum = 0, large = 0;
                for (int j = 0; j < n; j++) {
                    int left = j == i ? pile[j] - take : pile[j];
                    sum ^= left;
                    if (left > 1) large = 1;
                }
                if ((sum != 0) == (large != 0)) continue;
                if (found++) cout << " ";
                cout << i + 1 << ":" << take;
            }
        if (found == 0) cout << "CONCEDE";
        cout << endl;
    }
}
