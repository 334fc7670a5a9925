/* SPDX-License-Identifier: MIT */
#include "vectors/parse.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* Lines of a case come in this order; those of one stage in any. */
enum stage { STAGE_NONE, STAGE_CASE, STAGE_CODE, STAGE_BEFORE, STAGE_AFTER };

struct parser {
    struct vectors *out;
    struct error *error;
    uint32_t line;
    enum stage stage; /* NONE: between two cases */
    bool set[VECTOR_REGISTERS], wanted[VECTOR_REGISTERS];
};

#define FAIL(p, ...) vectors_fail((p)->out->path, (p)->line, (p)->error, __VA_ARGS__)

static struct vector_case *current(struct parser *p) {
    return &p->out->cases[p->out->count - 1];
}

/* The next word of a line, cut off it; length 0 at the end. */
static struct vector_word next_word(struct vector_word *line) {
    while (line->length && *line->text == ' ')
        line->text++, line->length--;
    struct vector_word word = {line->text, 0};
    while (word.length < line->length && line->text[word.length] != ' ')
        word.length++;
    line->text += word.length;
    line->length -= word.length;
    return word;
}

static int digit_value(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* A number of at least `fewest` and at most `most` digits; most <= 32. */
static bool take_number(struct parser *p, struct vector_word word, unsigned fewest, unsigned most,
                        struct vector_value *out) {
    out->low = out->high = 0;
    for (size_t i = 0; i < word.length; i++) {
        const int digit = digit_value(word.text[i]);
        if (digit < 0)
            return FAIL(p, "'%.*s' is not a hexadecimal number", WORD_TEXT(word));
        out->high = out->high << 4 | out->low >> 60;
        out->low = out->low << 4 | (uint64_t)digit;
    }
    if (word.length >= fewest && word.length <= most)
        return true;
    return FAIL(p, "'%.*s' has %zu hexadecimal digits where %u%s are taken", WORD_TEXT(word),
                word.length, most, fewest == most ? "" : " or fewer");
}

static bool take_case(struct parser *p, struct vector_word line) {
    struct vectors *v = p->out;
    const struct vector_word name = next_word(&line);
    if (!name.length || next_word(&line).length)
        return FAIL(p, "'case' is followed by one name without spaces");
    for (size_t i = 0; i < name.length; i++)
        if (name.text[i] <= ' ' || name.text[i] > '~')
            return FAIL(p, "the name '%.*s' is not printable ASCII", WORD_TEXT(name));
    GROW(v->cases, v->count, v->case_room);
    v->cases[v->count++] = (struct vector_case){
        .name = (uint32_t)v->names.length,
        .line = p->line,
        .set = {(uint32_t)v->value_count, 0},
        .mem = {(uint32_t)v->area_count, 0},
    };
    strbuf_add_bytes(&v->names, name.text, name.length);
    strbuf_add_bytes(&v->names, "", 1);
    memset(p->set, 0, sizeof p->set);
    memset(p->wanted, 0, sizeof p->wanted);
    return true;
}

static bool take_code(struct parser *p, struct vector_word line) {
    struct vectors *v = p->out;
    struct vector_value number;
    struct vector_case *c = current(p);
    c->code.first = (uint32_t)v->word_count;
    for (struct vector_word word; (word = next_word(&line)).length;) {
        if (!take_number(p, word, 8, 8, &number))
            return false;
        if (c->code.count == VECTORS_WORDS)
            return FAIL(p, "more than %d words of code in one case", VECTORS_WORDS);
        GROW(v->words, v->word_count, v->word_room);
        v->words[v->word_count++] = (uint32_t)number.low;
        c->code.count++;
    }
    return c->code.count > 0 || FAIL(p, "'code' is followed by one or more words");
}

/* Bits that the register has on a Cortex-A57 (Arm ARM C5.2.8, C5.2.9). */
static bool check_bits(struct parser *p, const struct vector_value *value) {
    const uint64_t known = value->name == VECTOR_FPCR   ? 0x07c00000
                           : value->name == VECTOR_FPSR ? 0x0800009f
                                                        : ~0ull;
    return !(value->low & ~known) ||
           FAIL(p, "%s has no bits %llx", value->name == VECTOR_FPCR ? "fpcr" : "fpsr",
                (unsigned long long)(value->low & ~known));
}

static bool take_value(struct parser *p, struct vector_word word, struct vector_slice *slice,
                       bool *seen) {
    struct vectors *v = p->out;
    struct vector_value value;
    const char *equal = memchr(word.text, '=', word.length);
    const size_t length = equal ? (size_t)(equal - word.text) : word.length;
    if (!equal)
        return FAIL(p, "'%.*s' is not REGISTER=HEX", WORD_TEXT(word));
    if (!vector_register_find(word.text, length, &value.name))
        return FAIL(p, "there is no register '%.*s'", (int)(length > 40 ? 40 : length), word.text);
    if (value.name == VECTOR_PC && seen == p->set)
        return FAIL(p, "pc cannot be set: code begins at %llx", VECTORS_CODE);
    if (seen[value.name])
        return FAIL(p, "%.*s stands twice in this case", (int)length, word.text);
    const unsigned digits = vector_register_digits(value.name);
    const struct vector_word number = {equal + 1, word.length - length - 1};
    if (!take_number(p, number, digits == 32 ? digits : 1, digits, &value) ||
        !check_bits(p, &value))
        return false;
    seen[value.name] = true;
    GROW(v->values, v->value_count, v->value_room);
    v->values[v->value_count++] = value;
    slice->count++;
    return true;
}

static bool take_values(struct parser *p, struct vector_word line, struct vector_slice *slice,
                        bool *seen) {
    for (struct vector_word word; (word = next_word(&line)).length;)
        if (!take_value(p, word, slice, seen))
            return false;
    return true;
}

static bool take_set(struct parser *p, struct vector_word line) {
    return take_values(p, line, &current(p)->set, p->set);
}

static bool take_want(struct parser *p, struct vector_word line) {
    return take_values(p, line, &current(p)->want, p->wanted);
}

static bool take_bytes(struct parser *p, struct vector_word word, struct vector_area *area) {
    struct vectors *v = p->out;
    area->first = (uint32_t)v->bytes.length;
    if (!word.length || word.length % 2)
        return FAIL(p, "an address is followed by bytes of two hexadecimal digits each");
    area->count = (uint32_t)(word.length / 2);
    for (size_t i = 0; i < word.length; i += 2) {
        const int high = digit_value(word.text[i]), low = digit_value(word.text[i + 1]);
        if (high < 0 || low < 0)
            return FAIL(p, "'%.2s' is not a byte", word.text + i);
        const uint8_t byte = (uint8_t)(high << 4 | low);
        strbuf_add_bytes(&v->bytes, &byte, 1);
    }
    return true;
}

static bool take_area(struct parser *p, struct vector_word line, struct vector_slice *slice) {
    struct vectors *v = p->out;
    struct vector_value address;
    struct vector_area area;
    if (!take_number(p, next_word(&line), 1, 16, &address) ||
        !take_bytes(p, next_word(&line), &area))
        return false;
    if (next_word(&line).length)
        return FAIL(p, "an address and bytes, and nothing behind them");
    if (slice->count == VECTORS_AREAS)
        return FAIL(p, "more than %d such lines in one case", VECTORS_AREAS);
    area.address = address.low;
    GROW(v->areas, v->area_count, v->area_room);
    v->areas[v->area_count++] = area;
    slice->count++;
    return vectors_check_area(v, current(p), slice, p->line, p->error);
}

static bool take_mem(struct parser *p, struct vector_word line) {
    return take_area(p, line, &current(p)->mem);
}

static bool take_wmem(struct parser *p, struct vector_word line) {
    return take_area(p, line, &current(p)->wmem);
}

static const struct {
    const char *word;
    enum stage stage;
    bool once;
    bool (*take)(struct parser *p, struct vector_word line);
} lines[] = {
    {"case", STAGE_CASE, true, take_case},   {"code", STAGE_CODE, true, take_code},
    {"set", STAGE_BEFORE, false, take_set},  {"mem", STAGE_BEFORE, false, take_mem},
    {"want", STAGE_AFTER, false, take_want}, {"wmem", STAGE_AFTER, false, take_wmem},
};

/* Is the line's turn now? `code` follows `case`, what stands before the run follows `code`. */
static bool check_turn(struct parser *p, enum stage stage, bool once, struct vector_word word) {
    if (stage == STAGE_CASE && p->stage != STAGE_NONE)
        return FAIL(p, "a blank line is missing in front of the next case");
    if (p->stage < STAGE_CODE && stage > p->stage + 1)
        return FAIL(p, "'%.*s' where '%s' should stand", WORD_TEXT(word),
                    p->stage == STAGE_NONE ? "case" : "code");
    if (stage < p->stage || (once && stage == p->stage))
        return FAIL(p, "'%.*s' stands too late in its case", WORD_TEXT(word));
    return true;
}

static bool take_line(struct parser *p, struct vector_word line) {
    const struct vector_word word = next_word(&line);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        if (strlen(lines[i].word) != word.length || memcmp(lines[i].word, word.text, word.length))
            continue;
        if (!check_turn(p, lines[i].stage, lines[i].once, word))
            return false;
        if (lines[i].stage == STAGE_AFTER && p->stage != STAGE_AFTER) {
            struct vector_case *c = current(p);
            c->want.first = (uint32_t)p->out->value_count;
            c->wmem.first = (uint32_t)p->out->area_count;
            c->complete = true;
        }
        p->stage = lines[i].stage;
        return lines[i].take(p, line);
    }
    return FAIL(p, "a line that begins with '%.*s' means nothing here", WORD_TEXT(word));
}

static bool end_case(struct parser *p) {
    if (p->stage == STAGE_CASE)
        return FAIL(p, "case '%s' ends without code", vector_name(p->out, current(p)));
    p->stage = STAGE_NONE;
    return true;
}

static bool parse_line(struct parser *p, struct vector_word line) {
    p->line++;
    if (line.length > VECTORS_LINE)
        return FAIL(p, "a line of %zu characters, more than the %d that are taken", line.length,
                    VECTORS_LINE);
    if (line.length && *line.text == '#')
        return true;
    return line.length ? take_line(p, line) : end_case(p);
}

bool vectors_parse(const char *path, const char *text, size_t size, struct vectors *out,
                   struct error *error) {
    *out = (struct vectors){.path = memory_string(path)};
    struct parser p = {.out = out, .error = error};
    bool ok = true;
    for (size_t at = 0; ok && at < size;) {
        const char *end = memchr(text + at, '\n', size - at);
        const size_t length = end ? (size_t)(end - (text + at)) : size - at;
        ok = parse_line(&p, (struct vector_word){text + at, length});
        at += length + 1;
    }
    ok = ok && end_case(&p) && vectors_check_names(out, error);
    if (!ok)
        vectors_close(out);
    return ok;
}

void vectors_close(struct vectors *v) {
    free(v->path);
    free(v->cases);
    free(v->values);
    free(v->areas);
    free(v->words);
    strbuf_free(&v->bytes);
    strbuf_free(&v->names);
    *v = (struct vectors){0};
}
