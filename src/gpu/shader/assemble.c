/* SPDX-License-Identifier: MIT */
#include "gpu/shader/code.h"
#include "gpu/shader/isa.h"

#include "base/memory.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Of a group that says nothing: long stalls, and all barriers waited for. Nothing sets one. */
static const struct sched careful = {.stall = 15, .write = 7, .read = 7, .wait = 0x3f};

static uint32_t address_of(size_t instruction) {
    return (uint32_t)(instruction / CODE_IN_GROUP * CODE_GROUP +
                      (1 + instruction % CODE_IN_GROUP) * CODE_WORD);
}

static bool starts_group(const struct code_builder *b) {
    return b->instruction_count % CODE_IN_GROUP == 0;
}

/* Has the group of the next instruction its .sched? */
static bool has_sched(const struct code_builder *b) {
    return b->sched_count > b->instruction_count / CODE_IN_GROUP;
}

static void set_sched(struct code_builder *b, uint64_t word) {
    GROW(b->scheds, b->sched_count, b->sched_room);
    b->scheds[b->sched_count++] = word;
}

static void set_careful_sched(struct code_builder *b) {
    uint64_t word = 0;
    for (unsigned i = 0; i < CODE_IN_GROUP; i++)
        word |= sched_bits(careful, i);
    set_sched(b, word);
}

static bool find(void *context, const char *name, size_t length, uint32_t *address) {
    const struct code_builder *b = context;
    for (size_t i = 0; i < b->label_count; i++)
        if (strlen(b->labels[i].text) == length && !memcmp(b->labels[i].text, name, length)) {
            *address = b->labels[i].address;
            return true;
        }
    return false;
}

/* A label in front of a group's .sched is the address of that word, one behind it that of the first
 * instruction; going to either is the same. */
static bool add_label(struct code_builder *b, const char *name, size_t length, unsigned number,
                      struct error *error) {
    uint32_t address = address_of(b->instruction_count);
    if (find(b, name, length, &address))
        return error_set(error, ERROR_FORMAT, "line %u: the label %.*s is there already", number,
                         (int)length, name);
    if (starts_group(b) && !has_sched(b))
        address -= CODE_WORD;
    GROW(b->labels, b->label_count, b->label_room);
    b->labels[b->label_count++] =
        (struct code_place){memory_format("%.*s", (int)length, name), address, number};
    return true;
}

/* The length of "NAME:" without the colon; 0: the line is none. */
static size_t label_length(const char *line) {
    size_t n = 0;
    while (isalnum((unsigned char)line[n]) || line[n] == '_' || line[n] == '.')
        n++;
    return line[n] == ':' && !line[n + 1 + strspn(line + n + 1, " \t")] ? n : 0;
}

bool code_line(struct code_builder *b, const char *line, unsigned number, struct error *error) {
    line += strspn(line, " \t");
    const size_t label = label_length(line);
    if (!*line)
        return true;
    if (label)
        return add_label(b, line, label, number, error);
    if (!strncmp(line, ".sched", 6) && (line[6] == ' ' || line[6] == '\t')) {
        uint64_t word;
        if (!starts_group(b) || has_sched(b))
            return error_set(error, ERROR_FORMAT,
                             "line %u: a .sched stands in front of each third instruction", number);
        if (!sched_parse(line + 6, &word, error))
            return error_wrap(error, "line %u", number);
        set_sched(b, word);
        return true;
    }
    if (address_of(b->instruction_count) >= CODE_LIMIT)
        return error_set(error, ERROR_LIMIT, "line %u: code is longer than %d bytes", number,
                         CODE_LIMIT);
    if (!has_sched(b))
        set_careful_sched(b);
    GROW(b->instructions, b->instruction_count, b->instruction_room);
    b->instructions[b->instruction_count] =
        (struct code_place){memory_string(line), address_of(b->instruction_count), number};
    b->instruction_count++;
    return true;
}

static void add_word(uint64_t word, struct strbuf *out) {
    uint8_t bytes[CODE_WORD];
    for (unsigned i = 0; i < CODE_WORD; i++)
        bytes[i] = (uint8_t)(word >> (8 * i));
    strbuf_add_bytes(out, bytes, sizeof bytes);
}

bool code_finish(struct code_builder *b, struct strbuf *out, struct error *error) {
    struct isa_place place = {.find = find, .context = b};
    if (starts_group(b) && has_sched(b))
        return error_set(error, ERROR_FORMAT, "no instruction follows the last .sched");
    while (!starts_group(b))
        if (!code_line(b, "NOP", 0, error))
            return false;
    for (size_t i = 0; i < b->instruction_count; i++) {
        const struct code_place *p = &b->instructions[i];
        uint64_t word;
        place.address = p->address;
        if (!isa_parse(p->text, &place, &word, error))
            return error_wrap(error, "line %u", p->line);
        if (i % CODE_IN_GROUP == 0)
            add_word(b->scheds[i / CODE_IN_GROUP], out);
        add_word(word, out);
    }
    return true;
}

static void free_places(struct code_place *places, size_t count) {
    for (size_t i = 0; i < count; i++)
        free(places[i].text);
    free(places);
}

void code_free(struct code_builder *b) {
    free_places(b->labels, b->label_count);
    free_places(b->instructions, b->instruction_count);
    free(b->scheds);
    *b = (struct code_builder){0};
}
