/* SPDX-License-Identifier: MIT */
/* Formatted text: %d %u %x %p %c %s %f with width, zero padding, precision and l/ll/z. */
#include "guest.h"

struct target {
    char *out;
    size_t room, length;
};

static void put(struct target *t, char c) {
    if (t->length + 1 < t->room)
        t->out[t->length] = c;
    t->length++;
}

static void put_padded(struct target *t, const char *text, int length, int width, bool zero) {
    bool sign = zero && length > 0 && *text == '-';
    if (sign)
        put(t, *text++);
    for (int i = length; i < width; i++)
        put(t, zero ? '0' : ' ');
    for (int i = sign; i < length; i++)
        put(t, *text++);
}

/* Writes backwards from end; returns the first character. */
static char *digits(char *end, uint64_t value, unsigned base) {
    do {
        *--end = "0123456789abcdef"[value % base];
        value /= base;
    } while (value);
    return end;
}

static void put_integer(struct target *t, uint64_t value, unsigned base, bool negative, int width,
                        bool zero) {
    char text[32], *end = text + sizeof text, *p = digits(end, value, base);
    if (negative)
        *--p = '-';
    put_padded(t, p, (int)(end - p), width, zero);
}

static void put_double(struct target *t, double value, int precision, int width, bool zero) {
    char text[64], *end = text + sizeof text, *p = end;
    bool negative = value < 0;
    double scale = 1;
    for (int i = 0; i < precision; i++)
        scale *= 10;
    uint64_t scaled = (uint64_t)((negative ? -value : value) * scale + 0.5);
    uint64_t unit = (uint64_t)scale, fraction = scaled % unit;
    for (int i = 0; i < precision; i++, fraction /= 10)
        *--p = (char)('0' + fraction % 10);
    if (precision)
        *--p = '.';
    p = digits(p, scaled / unit, 10);
    if (negative)
        *--p = '-';
    put_padded(t, p, (int)(end - p), width, zero);
}

int vsnprintf(char *out, size_t room, const char *f, va_list args) {
    struct target t = {out, room, 0};
    for (; *f; f++) {
        if (*f != '%') {
            put(&t, *f);
            continue;
        }
        bool zero = false, wide = false;
        int width = 0, precision = -1;
        for (f++; *f == '0'; f++)
            zero = true;
        for (; *f >= '0' && *f <= '9'; f++)
            width = width * 10 + *f - '0';
        if (*f == '.')
            for (precision = 0, f++; *f >= '0' && *f <= '9'; f++)
                precision = precision * 10 + *f - '0';
        for (; *f == 'l' || *f == 'z'; f++)
            wide = true;
        switch (*f) {
        case 'd': {
            int64_t v = wide ? va_arg(args, int64_t) : va_arg(args, int);
            put_integer(&t, v < 0 ? -(uint64_t)v : (uint64_t)v, 10, v < 0, width, zero);
            break;
        }
        case 'u':
        case 'x': {
            uint64_t v = wide ? va_arg(args, uint64_t) : va_arg(args, unsigned);
            put_integer(&t, v, *f == 'u' ? 10 : 16, false, width, zero);
            break;
        }
        case 'p':
            put_integer(&t, (uint64_t)va_arg(args, void *), 16, false, width, zero);
            break;
        case 'f':
            put_double(&t, va_arg(args, double), precision < 0 ? 6 : precision, width, zero);
            break;
        case 'c':
            put(&t, (char)va_arg(args, int));
            break;
        case 's': {
            const char *s = va_arg(args, const char *);
            int n = 0;
            while (s[n] && (precision < 0 || n < precision))
                n++;
            put_padded(&t, s, n, width, false);
            break;
        }
        default:
            put(&t, *f);
            break;
        }
    }
    if (room)
        out[t.length < room ? t.length : room - 1] = 0;
    return (int)t.length;
}

int snprintf(char *out, size_t room, const char *format, ...) {
    va_list args;
    va_start(args, format);
    int n = vsnprintf(out, room, format, args);
    va_end(args);
    return n;
}

void print(const char *format, ...) {
    char text[512];
    va_list args;
    va_start(args, format);
    int n = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    svcOutputDebugString(text, n < (int)sizeof text ? (uint64_t)n : sizeof text - 1);
}
