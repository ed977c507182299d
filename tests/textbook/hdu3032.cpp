/* HDU 3032 as it is taught. */
#include <cstdio>

int main() {
    int t, n;
    scanf("%d", &t);
    while (t--) {
        scanf("%d", &n);
        long long sum = 0, a;
        while (n--) {
            scanf("%lld", &a);
            if (a % 4 == 3) a++;
            else if (a % 4 == 0) a--;
            sum ^= a;
        }
        puts(sum ? "Alice" : "Bob");
    }
}
