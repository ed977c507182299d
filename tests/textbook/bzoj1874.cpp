/* BZOJ 1874 Stone Game as it is taught. */
#include <iostream>
using namespace std;

int pile[10], take[10], sg[1001];

int main() {
    int n, m, sum = 0;
    cin >> n;
    for (int i = 0; i < n; i++) cin >> pile[i];
    cin >> m;
    for (int i = 0; i < m; i++) cin >> take[i];
    for (int size = 1; size <= 1000; size++) {
        bool seen[11] = {};
        for (int i = 0; i < m && take[i] <= size; i++) seen[sg[size - take[i]]] = true;
        while (seen[sg[size]]) sg[size]++;
    }
    for (int i = 0; i < n; i++) sum ^= sg[pile[i]];
    if (sum == 0) {
        cout << "NO" << endl;
        return 0;
    }
    cout << "YES" << endl;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m && take[j] <= pile[i]; j++)
            if ((sum ^ sg[pile[i]] ^ sg[pile[i] - take[j]]) == 0) {
                cout << i + 1 << " " << take[j] << endl;
                return 0;
            }
}
