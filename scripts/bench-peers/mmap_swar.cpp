// Peer: the strongest style that people write by hand. The file is mapped, eight digits
// are converted at once inside a 64-bit register (SWAR), and nothing is validated: a byte
// is taken for a digit if bit 4 is set, which is right for digits and white space only.
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "games.h"

static const unsigned char *cursor, *end;

// The value of eight digit bytes, the first of them the highest; a byte 0 counts as '0'.
// Neighbours are joined: eight digits, four pairs, two fours, one number.
static inline uint64_t eight_digits(uint64_t bytes)
{
    bytes = (bytes & 0x0f0f0f0f0f0f0f0f) * 2561 >> 8;
    bytes = (bytes & 0x00ff00ff00ff00ff) * 6553601 >> 16;
    return (bytes & 0x0000ffff0000ffff) * 42949672960001 >> 32;
}

static inline int next_number(uint64_t *value)
{
    static const uint64_t POWERS[] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000};
    while (*cursor <= ' ') // as are the zeros behind the end
        if (++cursor >= end)
            return 0;
    for (uint64_t number = 0;;) {
        uint64_t bytes;
        memcpy(&bytes, cursor, 8);
        const uint64_t others = ~bytes & 0x1010101010101010;
        if (others == 0) { // eight digits, and there may be more
            number = number * 100000000 + eight_digits(bytes);
            cursor += 8;
            continue;
        }
        const int digits = __builtin_ctzll(others) / 8;
        // Two shifts, because one by 64 bits, for no digits, is not allowed.
        *value = number * POWERS[digits] + eight_digits(bytes << (56 - 8 * digits) << 8);
        cursor += digits + 1; // and the white space behind the number
        return 1;
    }
}

int main(int argc, char **argv)
{
    struct stat file;
    if (fstat(STDIN_FILENO, &file) != 0 || !S_ISREG(file.st_mode)) {
        fprintf(stderr, "%s: standard input must be a file\n", argv[0]);
        return 2;
    }
    // One page of zeros stays behind the file: eight bytes can be loaded anywhere in it.
    const size_t size = (size_t)file.st_size;
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    void *room = mmap(nullptr, size + page, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (room == MAP_FAILED)
        return 2;
    if (size != 0
        && mmap(room, size, PROT_READ, MAP_PRIVATE | MAP_FIXED, STDIN_FILENO, 0)
               == MAP_FAILED)
        return 2;
    cursor = static_cast<const unsigned char *>(room);
    end = cursor + size;
    return play(argc, argv);
}
