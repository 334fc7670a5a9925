/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_TESTS_SHADER_CASES_RUN_H
#define WINDLASS_TESTS_SHADER_CASES_RUN_H

#include "cases.h"
#include "gpu.h"
#include "model.h"

/* Runs cases on the device, as the translator makes them, and compares with the model. */

struct case_tally { /* of one case, or summed up */
    unsigned compared, different;
    bool refused;    /* the translator does not take it */
    bool known;      /* the model knows it, for some inputs */
    char text[1024]; /* of the first difference, or what the translator says */
};

struct case_runner {
    struct gpu gpu;
    struct gpu_buffer inputs, constants, compiled, driver, results, map;
    struct case_random random;
    uint32_t without;         /* features of the device that the translator is not told of */
    bool map_only;            /* memory through the address map: another way to the same */
    bool fused, double_fused; /* the device rounds a sum of products once */
    bool flushes;             /* it keeps no denormals, whatever modules ask for */
};

/* Fails where there is no device. */
MUST_CHECK bool case_runner_open(struct case_runner *run, struct error *error);
void case_runner_close(struct case_runner *run);
/* A tally each. Fails where the device or the translator does for what is no case's fault. */
MUST_CHECK bool case_run(struct case_runner *run, const struct isa_instruction *cases, size_t count,
                         struct case_tally *tallies, struct error *error);

/* Does the model know it, for one of the inputs, and the translator take it? */
bool case_taken(const struct case_runner *run, const struct isa_instruction *in);

/* ---- programs of other shape ---- */

/* Translates a compute program and runs `groups` workgroups of `group` lanes with the runner's
 * buffers, with its own constant buffer 1; `results` is what lies at the address in c[0][0], `size`
 * bytes of it. */
MUST_CHECK bool case_run_code(struct case_runner *run, struct blob code, struct blob constants,
                              unsigned group, unsigned groups, size_t size, struct error *error);
/* The address there. */
extern const uint64_t case_results_address;

/* ---- comparing (cases_compare.c) ---- */

/* Is what a case left in its four result words what the model left? */
bool case_same(const struct case_runner *run, const struct model *m,
               const struct isa_instruction *in, const uint32_t got[4]);
/* Is it what a device leaves that keeps no denormals? `kept`: the model, which keeps them. */
bool case_same_flushed(const struct case_runner *run, const struct model *kept,
                       const struct isa_instruction *in, const uint32_t *inputs, unsigned lane,
                       const uint32_t got[4]);
/* The state before a case, in the model. */
void case_prepare(struct model *m, const struct isa_instruction *in, const uint32_t *inputs,
                  const struct gpu_buffer *constants, unsigned lane);

#endif
