/* SPDX-License-Identifier: MIT */
#include "vectors/make.h"
#include "vectors/trial.h"

static bool complete_case(const struct vectors *v, const struct vector_case *c,
                          struct vector_memory *memory, struct strbuf *out, size_t *left_out,
                          struct error *error) {
    static struct vector_trial trial;
    if (!vector_try(memory, v, c, NULL, &trial, error))
        return false;
    if (trial.outcome.end != VECTOR_DONE) {
        ++*left_out;
        return true;
    }
    vector_print(v, c, out);
    vector_print_want(v, c, &trial.start, &trial.end, trial.after, out);
    return true;
}

bool vectors_complete(const struct vectors *asked, struct strbuf *out, size_t *left_out,
                      struct error *error) {
    struct vector_memory memory;
    *left_out = 0;
    if (!vector_memory_open(&memory, error))
        return false;
    bool ok = vector_guard_open(error);
    for (size_t i = 0; ok && i < asked->count; i++)
        ok = complete_case(asked, &asked->cases[i], &memory, out, left_out, error);
    vector_guard_close();
    vector_memory_close(&memory);
    return ok;
}
