/* SPDX-License-Identifier: MIT */
#include "vectors/run.h"

#include "base/memory.h"
#include "vectors/compare.h"
#include "vectors/trial.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

static bool same_code(const struct lift_sequence *q, const uint32_t *words, size_t count) {
    return q->count == count && !memcmp(q->words, words, 4 * count);
}

static uint64_t hash_of(const uint32_t *words, size_t count) {
    uint64_t hash = 0xcbf29ce484222325; /* FNV-1a, a word at a time */
    for (size_t i = 0; i < count; i++)
        hash = (hash ^ words[i]) * 0x100000001b3;
    return hash ^ hash >> 32;
}

/* Number of a sequence; a new one is added. slots: sequence number + 1 by hash, a power of two. */
static uint32_t number_of(struct vectors_run *r, uint32_t *slots, size_t slot_count,
                          const uint32_t *words, size_t count) {
    size_t slot = hash_of(words, count) & (slot_count - 1);
    while (slots[slot] && !same_code(&r->sequences[slots[slot] - 1], words, count))
        slot = (slot + 1) & (slot_count - 1);
    if (!slots[slot]) {
        r->sequences[r->sequence_count++] = (struct lift_sequence){words, count};
        slots[slot] = (uint32_t)r->sequence_count;
    }
    return slots[slot] - 1;
}

bool vectors_run_open(struct vectors_run *r, struct vectors *files, size_t count, unsigned every,
                      struct error *error) {
    size_t cases = 0, slot_count = 64;
    *r = (struct vectors_run){.files = files, .count = count, .every = every};
    for (size_t i = 0; i < count; i++)
        cases += (files[i].count + every - 1) / every;
    while (slot_count < 2 * cases)
        slot_count *= 2;
    r->sequences = NEW_ARRAY(struct lift_sequence, cases + 1);
    uint32_t *slots = NEW_ARRAY(uint32_t, slot_count);
    bool ok = true;
    for (size_t i = 0; ok && i < count; i++)
        for (size_t k = 0; ok && k < files[i].count; k += every) {
            struct vector_case *c = &files[i].cases[k];
            if (!c->complete)
                ok = error_set(error, ERROR_FORMAT,
                               "%s:%u: case '%s' does not say what is wanted; an oracle can (see "
                               "windlass vectors make)",
                               files[i].path, c->line, vector_name(&files[i], c));
            c->sequence = number_of(r, slots, slot_count, vector_code(&files[i], c), c->code.count);
        }
    free(slots);
    if (!ok)
        vectors_run_close(r);
    return ok;
}

void vectors_run_close(struct vectors_run *r) {
    free(r->sequences);
    *r = (struct vectors_run){0};
}

static bool run_case(struct vectors_run *r, struct vector_memory *memory, const struct vectors *v,
                     const struct vector_case *c, lifted_function *const *lifted, FILE *out,
                     struct error *error) {
    static struct vector_trial trial;
    if (!vector_try(memory, v, c, lifted ? lifted[c->sequence] : NULL, &trial, error))
        return false;
    if (vector_compare(v, c, &trial.start, &trial.end, &trial.outcome, trial.after, out))
        r->passed++;
    else
        r->failed++;
    return true;
}

bool vectors_run_all(struct vectors_run *r, lifted_function *const *lifted, FILE *out,
                     struct error *error) {
    struct vector_memory memory;
    if (!vector_memory_open(&memory, error))
        return false;
    bool ok = vector_guard_open(error);
    for (size_t i = 0; ok && i < r->count; i++)
        for (size_t k = 0; ok && k < r->files[i].count; k += r->every)
            ok = run_case(r, &memory, &r->files[i], &r->files[i].cases[k], lifted, out, error);
    vector_guard_close();
    vector_memory_close(&memory);
    return ok;
}

bool vectors_load(const char *path, lifted_function *const **out, struct error *error) {
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return error_set(error, ERROR_IO, "%s: cannot be loaded: %s", path, dlerror());
    void (**leave)(struct a64_state *) = dlsym(library, "lifted_sequences_leave");
    *out = dlsym(library, "lifted_sequences");
    if (!leave || !*out)
        return error_set(error, ERROR_FORMAT, "%s: not a shared object of lifted sequences", path);
    *leave = vector_guard_leave;
    return true;
}
