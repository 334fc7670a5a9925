/* SPDX-License-Identifier: MIT */
/* A parser by recursive descent: a JSON text (RFC 8259) that the kernel writes first. */
#include "kernel.h"

kernel_run kernel_json;

enum { ROOM = 1 << 16, DEPTH = 64 };
static char text[ROOM];

struct parser {
    const char *at;
    uint64_t sum;
    int depth, failed;
};

static void put(char **to, const char *from) {
    while (*from)
        *(*to)++ = *from++;
}

static void put_number(char **to, uint32_t n) {
    char digits[12];
    char *p = digits + sizeof digits - 1;
    *p = 0;
    do
        *--p = (char)('0' + n % 10);
    while (n /= 10);
    put(to, p);
}

static void write_text(void) {
    char *to = text;
    uint32_t seed = 5;
    put(&to, "[");
    while (to < text + ROOM - 512) {
        put(&to, "{\"id\": ");
        put_number(&to, kernel_random(&seed));
        put(&to, ", \"name\": \"caf\\u00e9 \\\"");
        put_number(&to, kernel_random(&seed) & 0xffff);
        put(&to,
            "\\\"\", \"tags\": [\"a\", \"bc\", true, null], \"size\": {\"x\": -1.5e3, \"y\": ");
        put_number(&to, kernel_random(&seed) & 0xff);
        put(&to, ".25}},\n ");
    }
    put(&to, "false]");
    *to = 0;
}

static void spaces(struct parser *p) {
    while (*p->at == ' ' || *p->at == '\n' || *p->at == '\t' || *p->at == '\r')
        p->at++;
}

static void fail(struct parser *p) {
    p->failed = 1;
    p->at = "";
}

static uint32_t hexadecimal(struct parser *p) {
    uint32_t n = 0;
    for (int i = 0; i < 4; i++) {
        const char c = *++p->at;
        if (c >= '0' && c <= '9')
            n = n * 16 + (uint32_t)(c - '0');
        else if ((c | 32) >= 'a' && (c | 32) <= 'f')
            n = n * 16 + (uint32_t)((c | 32) - 'a' + 10);
        else
            return fail(p), 0;
    }
    return n;
}

static void string(struct parser *p) {
    uint32_t hash = 2166136261u;
    for (p->at++; *p->at && *p->at != '"' && !p->failed; p->at++) {
        uint32_t c = (uint8_t)*p->at;
        if (c == '\\') {
            c = (uint8_t)*++p->at;
            if (c == 'u')
                c = hexadecimal(p);
        }
        hash = (hash ^ c) * 16777619u;
    }
    if (*p->at != '"')
        fail(p);
    else
        p->at++;
    p->sum += hash;
}

static void number(struct parser *p) {
    double value = 0, scale = 1;
    const int negative = *p->at == '-';
    int exponent = 0;
    for (p->at += negative; *p->at >= '0' && *p->at <= '9'; p->at++)
        value = value * 10 + (*p->at - '0');
    if (*p->at == '.')
        for (p->at++; *p->at >= '0' && *p->at <= '9'; p->at++)
            value += (*p->at - '0') * (scale /= 10);
    if ((*p->at | 32) == 'e')
        for (p->at++; *p->at >= '0' && *p->at <= '9'; p->at++)
            exponent = exponent * 10 + (*p->at - '0');
    while (exponent-- > 0)
        value *= 10;
    p->sum += (uint64_t)(int64_t)((negative ? -value : value) * 4);
}

static void word(struct parser *p, const char *wanted) {
    while (*wanted && *p->at == *wanted)
        p->at++, wanted++;
    if (*wanted)
        fail(p);
    p->sum++;
}

static void value(struct parser *p);

/* An array, or an object with its keys. */
static void list(struct parser *p, char end) {
    p->at++;
    spaces(p);
    while (*p->at != end && !p->failed) {
        if (end == '}') {
            string(p);
            spaces(p);
            word(p, ":");
        }
        value(p);
        spaces(p);
        if (*p->at == ',')
            p->at++, spaces(p);
        else if (*p->at != end)
            fail(p);
    }
    if (!p->failed)
        p->at++;
}

static void value(struct parser *p) {
    spaces(p);
    if (++p->depth > DEPTH)
        fail(p);
    switch (*p->at) {
    case '{':
        list(p, '}');
        break;
    case '[':
        list(p, ']');
        break;
    case '"':
        string(p);
        break;
    case 't':
        word(p, "true");
        break;
    case 'f':
        word(p, "false");
        break;
    case 'n':
        word(p, "null");
        break;
    default:
        if (*p->at != '-' && (*p->at < '0' || *p->at > '9'))
            fail(p);
        else
            number(p);
    }
    p->depth--;
}

uint64_t kernel_json(uint32_t rounds) {
    uint64_t sum = 0;
    write_text();
    for (uint32_t r = 0; r < rounds; r++) {
        struct parser p = {text, r, 0, 0};
        value(&p);
        sum += p.failed ? 0 : p.sum;
    }
    return sum;
}
