/* SPDX-License-Identifier: MIT */
#include "vectors/trial.h"

bool vector_try(struct vector_memory *memory, const struct vectors *v, const struct vector_case *c,
                lifted_function *lifted, struct vector_trial *out, struct error *error) {
    if (!vector_memory_prepare(memory, v, c, error))
        return false;
    vector_start(v, c, &out->start);
    out->end = out->start;
    out->outcome = vector_guard_run(&out->end, vector_code_end(c), lifted);
    vector_memory_read(memory, out->after);
    return true;
}
