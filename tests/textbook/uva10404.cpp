/* UVa 10404 as it is taught: who wins with each number of stones. */
#include <cstdio>
#include <cstring>

bool win[1000001];
int take[10];

int main() {
    int n, m;
    while (scanf("%d %d", &n, &m) == 2) {
        for (int i = 0; i < m; i++) scanf("%d", &take[i]);
        memset(win, false, sizeof win);
        for (int left = 1; left <= n; left++)
            for (int i = 0; i < m; i++)
                if (take[i] <= left && !win[left - take[i]]) {
                    win[left] = true;
                    break;
                }
        puts(win[n] ? "Stan wins" : "Ollie wins");
    }
}
