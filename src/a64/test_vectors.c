/* SPDX-License-Identifier: MIT */
#include "a64/a64.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

/* The interpreter on recorded vectors of single instructions, from a folder that stands outside the
 * source tree (its README.txt has the form): blocks of `case NAME`, `code WORD`, `set REGISTERS`
 * and `want REGISTERS`. Each file is one TAP test; without the folder all is skipped. */

enum { SHOWN = 3 }; /* differences printed for a file */

static char *read_packed(const char *path) {
    FILE *f = fopen(path, "rb");
    char *text = NULL;
    if (!f)
        return NULL;
    fseek(f, 0, SEEK_END);
    const size_t packed_bytes = (size_t)ftell(f);
    char *packed = malloc(packed_bytes + 1);
    rewind(f);
    if (packed && fread(packed, 1, packed_bytes, f) == packed_bytes) {
        const unsigned long long bytes = ZSTD_getFrameContentSize(packed, packed_bytes);
        if (bytes < 1u << 30 && (text = calloc(bytes + 1, 1)))
            ZSTD_decompress(text, bytes, packed, packed_bytes);
    }
    free(packed);
    fclose(f);
    return text;
}

/* Sets the registers of a line "v0=32 digits x0=16 digits nzcv=digit fpcr=digits". */
static void set_registers(struct a64_state *s, char *line) {
    for (char *at = strtok(line, " "); at; at = strtok(NULL, " ")) {
        char *value = strchr(at, '=');
        if (!value)
            continue;
        value++;
        const unsigned long n = strtoul(at + 1, NULL, 10);
        if (at[0] == 'v' && n < 32 && strlen(value) == 32) {
            s->q[n][0] = strtoull(value + 16, NULL, 16);
            value[16] = '\0';
            s->q[n][1] = strtoull(value, NULL, 16);
        } else if (at[0] == 'x' && n < 31) {
            s->x[n] = strtoull(value, NULL, 16);
        } else if (!strncmp(at, "nzcv", 4)) {
            const unsigned long flags = strtoul(value, NULL, 16);
            s->n = flags >> 3 & 1, s->z = flags >> 2 & 1, s->c = flags >> 1 & 1, s->v = flags & 1;
        } else if (!strncmp(at, "fpcr", 4)) {
            s->fpcr = (uint32_t)strtoul(value, NULL, 16);
        }
    }
}

static bool same(const struct a64_state *got, const struct a64_state *want) {
    return !memcmp(got->q, want->q, sizeof got->q) && !memcmp(got->x, want->x, sizeof got->x) &&
           got->n == want->n && got->z == want->z && got->c == want->c && got->v == want->v;
}

struct tally {
    unsigned cases, bad;
};

static void check_case(const char *name, uint32_t word, struct a64_state *state,
                       const struct a64_state *want, struct tally *tally) {
    tally->cases++;
    if (a64_decode(word) == A64_OP_NONE) {
        if (tally->bad++ < SHOWN)
            printf("# %s: %08x has no row\n", name, word);
        return;
    }
    a64_execute(state, word);
    if (!same(state, want) && tally->bad++ < SHOWN)
        printf("# %s %08x (%s): v0 is %016lx_%016lx, not %016lx_%016lx; x0 %#lx, not %#lx\n", name,
               word, a64_info(a64_decode(word))->name, state->q[0][1], state->q[0][0],
               want->q[0][1], want->q[0][0], state->x[0], want->x[0]);
}

static void check_text(char *text, struct tally *tally) {
    struct a64_state state, want;
    const char *name = "";
    uint32_t word = 0;
    for (char *line = text, *next; line; line = next) {
        next = strchr(line, '\n');
        if (next)
            *next++ = '\0';
        if (!strncmp(line, "case ", 5)) {
            name = line + 5;
            memset(&state, 0, sizeof state);
        } else if (!strncmp(line, "code ", 5)) {
            word = (uint32_t)strtoul(line + 5, NULL, 16);
        } else if (!strncmp(line, "set ", 4)) {
            set_registers(&state, line + 4);
        } else if (!strncmp(line, "want ", 5)) {
            want = state;
            set_registers(&want, line + 5);
            check_case(name, word, &state, &want, tally);
        }
    }
}

static int is_packed(const struct dirent *entry) {
    const size_t length = strlen(entry->d_name);
    return length > 8 && !strcmp(entry->d_name + length - 8, ".txt.zst");
}

int main(int argc, char **argv) {
    struct dirent **entries = NULL;
    const int count = argc > 1 ? scandir(argv[1], &entries, is_packed, alphasort) : 0;
    struct tally all = {0};
    bool good = true;
    if (count <= 0) {
        printf("1..1\nok 1 - recorded vectors # SKIP none in %s\n",
               argc > 1 ? argv[1] : "(no folder given)");
        return 0;
    }
    printf("1..%d\n", count);
    for (int i = 0; i < count; i++) {
        char path[4096];
        struct tally tally = {0};
        snprintf(path, sizeof path, "%s/%s", argv[1], entries[i]->d_name);
        char *text = read_packed(path);
        if (text)
            check_text(text, &tally);
        free(text);
        const bool passed = tally.cases && !tally.bad; /* no case: the file cannot be read */
        printf("%s %d - %s: %u cases, %u differ\n", passed ? "ok" : "not ok", i + 1,
               entries[i]->d_name, tally.cases, tally.bad);
        good = good && passed;
        all.cases += tally.cases, all.bad += tally.bad;
        free(entries[i]);
    }
    free(entries);
    printf("# %u cases, %u differ\n", all.cases, all.bad);
    return !good;
}
