/* SPDX-License-Identifier: MIT */
/* From the loader's register state to main(), and back. */
#include "guest.h"
#include "internal.h"

struct dynamic_entry {
    int64_t tag;
    uint64_t value;
};

struct rela {
    uint64_t offset, info;
    int64_t addend;
};

enum {
    DT_RELA = 7,
    DT_RELASZ = 8,
    DT_RELRSZ = 35,
    DT_RELR = 36,
    R_AARCH64_RELATIVE = 1027,
};

static void apply_relr(uint64_t base, const uint64_t *table, uint64_t bytes) {
    uint64_t *next = NULL;
    for (uint64_t i = 0; i < bytes / 8; i++) {
        if (!(table[i] & 1)) {
            next = (uint64_t *)(base + table[i]);
            *next++ += base;
            continue;
        }
        for (int bit = 1; bit < 64; bit++)
            if (table[i] >> bit & 1)
                next[bit - 1] += base;
        next += 63;
    }
}

/* Runs before anything is relocated: it may touch no pointer that is stored in memory. */
void start_relocate(uint64_t base, const struct dynamic_entry *dynamic) {
    uint64_t rela = 0, rela_bytes = 0, relr = 0, relr_bytes = 0;
    for (; dynamic->tag; dynamic++)
        switch (dynamic->tag) {
        case DT_RELA:
            rela = base + dynamic->value;
            break;
        case DT_RELASZ:
            rela_bytes = dynamic->value;
            break;
        case DT_RELR:
            relr = base + dynamic->value;
            break;
        case DT_RELRSZ:
            relr_bytes = dynamic->value;
            break;
        }
    const struct rela *r = (const struct rela *)rela;
    for (uint64_t i = 0; i < rela_bytes / sizeof *r; i++)
        if ((uint32_t)r[i].info == R_AARCH64_RELATIVE)
            *(uint64_t *)(base + r[i].offset) = base + (uint64_t)r[i].addend;
    apply_relr(base, (const uint64_t *)relr, relr_bytes);
}

/* ---- the loader environment ---- */

struct config_entry {
    uint32_t key, flags;
    uint64_t value[2];
};

enum {
    CONFIG_END = 0,
    CONFIG_MAIN_THREAD = 1,
    CONFIG_NEXT_LOAD = 2,
    CONFIG_HEAP = 3,
    CONFIG_ARGUMENTS = 5,
};

static Handle main_thread;
static char *next_path, *next_arguments;
static const char *command_line = "";
uint64_t guest_heap_base, guest_heap_size;

static void read_environment(const struct config_entry *e) {
    for (; e->key != CONFIG_END; e++)
        switch (e->key) {
        case CONFIG_MAIN_THREAD:
            main_thread = (Handle)e->value[0];
            break;
        case CONFIG_NEXT_LOAD:
            next_path = (char *)e->value[0];
            next_arguments = (char *)e->value[1];
            break;
        case CONFIG_HEAP:
            guest_heap_base = e->value[0];
            guest_heap_size = e->value[1];
            break;
        case CONFIG_ARGUMENTS:
            command_line = (const char *)e->value[1];
            break;
        }
}

#define MAX_ARGUMENTS 16
static char argument_text[2048];
static char *arguments[MAX_ARGUMENTS + 1];

/* Words are split at blanks; double quotes hold a word together. */
static int split_arguments(void) {
    int count = 0;
    char *out = argument_text, *end = argument_text + sizeof argument_text - 1;
    const char *in = command_line;
    while (count < MAX_ARGUMENTS) {
        while (*in == ' ')
            in++;
        if (!*in)
            break;
        bool quoted = *in == '"';
        in += quoted;
        arguments[count++] = out;
        while (*in && (quoted ? *in != '"' : *in != ' ') && out < end)
            *out++ = *in++;
        in += quoted && *in == '"';
        if (out < end)
            *out++ = 0;
    }
    return count;
}

int main(int argc, char **argv);
extern void (*__init_array_start[])(void), (*__init_array_end[])(void);

#define HEAP_BYTES 0x4000000ull /* 64 MiB are enough for every program here */

int start_guest(const struct config_entry *config, uint64_t handle_or_minus_one) {
    if (config)
        read_environment(config);
    else
        main_thread = (Handle)handle_or_minus_one;
    if (!guest_heap_base) {
        if (svcSetHeapSize(&guest_heap_base, HEAP_BYTES) != 0)
            return 1;
        guest_heap_size = HEAP_BYTES;
    }
    thread_set_self(main_thread);
    for (void (**f)(void) = __init_array_start; f < __init_array_end; f++)
        (*f)();
    return main(split_arguments(), arguments);
}

void guest_exit(int status) {
    start_leave(status);
}

void guest_fail(const char *what, Result result) {
    print("%s failed: result 0x%x (%u-%04u)", what, result, 2000 + (result & 0x1ff),
          result >> 9 & 0x1fff);
    guest_exit(1);
}

void abort(void) {
    svcBreak(0, 0, 0);
    guest_exit(1);
}

Handle guest_main_thread(void) {
    return main_thread;
}

void guest_set_next_load(const char *path, const char *words) {
    if (!next_path)
        return;
    memcpy(next_path, path, strlen(path) + 1);
    memcpy(next_arguments, words, strlen(words) + 1);
}
