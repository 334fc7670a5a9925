/* SPDX-License-Identifier: MIT */
/* The C library itself: numbers to text and back, sorting, trees, regular expressions, long jumps,
 * wide characters, calendars, strings of every alignment, mathematics. */
#include "data.h"

#include <complex.h>
#include <ctype.h>
#include <errno.h>
#include <fenv.h>
#include <inttypes.h>
#include <math.h>
#include <regex.h>
#include <search.h>
#include <setjmp.h>
#include <stdarg.h>
#include <time.h>
#include <wchar.h>

enum { COUNT = 4000 };

static int by_value(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void numbers(void) {
    static double values[COUNT];
    uint64_t sum = 0;
    int wrong = 0, length = 0;
    for (int i = 0; i < COUNT; i++) {
        uint64_t bits = (uint64_t)data_random() << 32 | data_random();
        char text[64], exact[64];
        memcpy(&values[i], &bits, sizeof bits);
        if (!isfinite(values[i]))
            values[i] = i;
        snprintf(text, sizeof text, "%.17g", values[i]);
        snprintf(exact, sizeof exact, "%a", values[i]);
        wrong += strtod(text, NULL) != values[i] || strtod(exact, NULL) != values[i];
        sum = sum * 31 + data_checksum(text, strlen(text)) + data_checksum(exact, strlen(exact));
    }
    qsort(values, COUNT, sizeof *values, by_value);
    for (int i = 1; i < COUNT; i++)
        wrong += values[i - 1] > values[i];
    printf("numbers %016" PRIx64 " %d wrong, %.3e to %.17g\n", sum, wrong, values[0],
           values[COUNT - 1]);
    printf("[%+08.3f|%-10d|%#x|%#o|%*.*s|%5c|%lld|%zu|%Lg|%n%s]\n", -3.14159, 42, 255, 8, 8, 3,
           "abcdef", 'x', -9223372036854775807ll - 1, (size_t)-1, 1.25L, &length, "end");
    int a;
    float f;
    char word[8];
    unsigned long l;
    int n = sscanf("  12 0x1.8p1 hello,ff", "%d %f %7[a-z],%lx", &a, &f, word, &l);
    printf("%d %d: %d %g %s %lu; %ld %d\n", length, n, a, f, word, l,
           strtol("99999999999999999999", NULL, 10), errno);
}

static int compare_words(const void *a, const void *b) {
    return strcmp(a, b);
}

static unsigned leaves, depth_sum;

static void visit(const void *node, VISIT which, int depth) {
    (void)node;
    if (which == leaf || which == postorder)
        leaves++, depth_sum += (unsigned)depth;
}

static void trees(void) {
    static char text[20000];
    void *root = NULL;
    data_text(text, sizeof text - 1);
    for (char *word = strtok(text, " .,\n"); word; word = strtok(NULL, " .,\n"))
        tsearch(word, &root, compare_words);
    twalk(root, visit);
    printf("tree of %u words, depths %u\n", leaves, depth_sum);
    while (root)
        tdelete(*(char **)root, &root, compare_words);
}

static void patterns(void) {
    static const char *const all[] = {"^([a-z]+)@([a-z.]+)\\.([a-z]{2,4})$",
                                      "(a|b)*abb",
                                      "[^0-9]+$",
                                      "x{3,5}y?",
                                      "^$",
                                      "([0-9]+)-\\1"};
    static const char *const texts[] = {
        "name@some.host.org", "ababbabb", "12ab", "wxxxxy", "", "77-77"};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        regex_t r;
        regmatch_t at[4];
        if (regcomp(&r, all[i], REG_EXTENDED) != 0)
            exit(1);
        for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
            if (regexec(&r, texts[k], 4, at, 0) == 0)
                printf("%s in %s at %d to %d, group at %d\n", all[i], texts[k], (int)at[0].rm_so,
                       (int)at[0].rm_eo, (int)at[1].rm_so);
        regfree(&r);
    }
}

static jmp_buf place;

static void dive(int n, int value) {
    volatile signed char frame[100];
    frame[n] = (signed char)value;
    if (n == 0)
        longjmp(place, value);
    dive(n - 1, value + frame[n]);
}

static void jumps(void) {
    volatile int turns = 0, sum = 0;
    const int got = setjmp(place);
    sum += got;
    if (turns++ < 200)
        dive(turns % 60, turns);
    printf("jumps %d, sum %d, last %d\n", turns, sum, got);
}

/* memchr, strlen, memmove and the like at all alignments of both operands. */
static void strings(void) {
    static char a[256], b[256];
    uint64_t sum = 0;
    for (size_t at = 0; at < 32; at++)
        for (size_t length = 0; length < 150; length += 1 + length / 9) {
            memset(a, 'a', sizeof a);
            memset(b, 'a', sizeof b);
            a[at + length] = 0;
            b[32 - at + length] = length % 3 ? 'c' : 0;
            sum = sum * 7 + strlen(a + at);
            sum = sum * 7 + (strcmp(a + at, b + 32 - at) > 0);
            sum = sum * 7 + (memcmp(a + at, b + 32 - at, length + 1) < 0);
            sum = sum * 7 + (size_t)((char *)memchr(a + at, 0, 200) - a);
            sum = sum * 7 + (strchr(a + at, 'x') == NULL) + (size_t)(strrchr(a + at, 0) - a);
            memmove(a + at + 3, a + at, length);
            memcpy(b + at, a + 1, length);
            sum += data_checksum(a, sizeof a) ^ data_checksum(b, sizeof b);
        }
    printf("strings %016" PRIx64 " %zu %zu %s\n", sum, strspn("aabbc", "ab"), strcspn("xyz,", ","),
           strstr("a needle in hay needle", "needle in"));
}

static void mathematics(void) {
    double sum = 0;
    for (int i = 1; i <= 2000; i++) {
        const double x = i * 0.137;
        sum += sin(x) * cos(x / 3) + log1p(x) - sqrt(x) + cbrt(x) + atan2(x, 3) + tgamma(1 / x) +
               erf(x / 50) + hypot(x, 2) + fmod(x * 10, 7) + ldexp(x, -3) + round(x) - trunc(x) +
               fma(x, x, -x) + creal(csqrt(x * I)) + (double)lrint(x) + nearbyint(x * 1.5);
    }
    printf("mathematics %.9g, %.9g %.9g %.9g\n", sum, (double)powf(1.5f, 3.7f), (double)expf(-0.3f),
           (double)(1.0L / 3));
    for (int mode = 0; mode < 4; mode++) {
        static const int modes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
        volatile double one = 1, three = 3, big = 2.5;
        fesetround(modes[mode]);
        printf("%a %g %ld\n", one / three, rint(big), lrint(-big));
    }
    fesetround(FE_TONEAREST);
    printf("%g %g %g %g %d\n", fmax(NAN, 1), fmin(-0.0, 0.0), copysign(3, -0.0), remainder(7, 4),
           ilogb(1e300));
}

static int add_all(int count, ...) {
    va_list list;
    double sum = 0;
    va_start(list, count);
    for (int i = 0; i < count; i++)
        sum += i % 2 ? va_arg(list, double) : va_arg(list, int);
    va_end(list);
    return (int)sum;
}

int main(void) {
    data_seed(3);
    numbers();
    trees();
    patterns();
    jumps();
    strings();
    mathematics();
    printf("arguments %d\n", add_all(12, 1, 2.5, 3, 4.5, 5, 6.5, 7, 8.5, 9, 10.5, 11, 12.5));
    time_t when = 951782400;
    char date[64];
    strftime(date, sizeof date, "%A %d %B %Y, day %j, week %V", gmtime(&when));
    wchar_t wide[32];
    swprintf(wide, 32, L"%d %ls", 7, L"wide");
    printf("%s; %zu %ld; %d\n", date, wcslen(wide), wcstol(wide, NULL, 10), isalpha('q') != 0);
    return 7;
}
