/* SPDX-License-Identifier: MIT */
#include "cases_run.h"

#include "base/file.h"
#include "gpu/shader/address_map.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    RESULTS_SIZE = 8 << 20,
    CASES_LIMIT = RESULTS_SIZE / (CASE_LANES * CASE_RESULT),
};
/* Where the results lie for the guest. */
const uint64_t case_results_address = 0x123456700;

/* ---- the device ---- */

static bool make_buffers(struct case_runner *run, struct error *error) {
    const struct {
        struct gpu_buffer *buffer;
        size_t size;
    } all[] = {
        {&run->inputs, (size_t)CASE_LANES * CASE_STRIDE},
        {&run->constants, (size_t)CASE_CONSTANTS * 4},
        {&run->driver, 4096},
        {&run->compiled, 4096},
        {&run->results, RESULTS_SIZE},
        {&run->map, sizeof(struct address_map) + sizeof(struct address_map_range)},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (!gpu_buffer_new(&run->gpu, all[i].size, all[i].buffer, error))
            return false;
    memcpy(run->driver.data, &case_results_address, sizeof case_results_address);
    struct address_map *map = (struct address_map *)run->map.data;
    map->count = 1;
    map->ranges[0] =
        (struct address_map_range){case_results_address, RESULTS_SIZE, run->results.address};
    return true;
}

/* What D becomes of floats in R8, R9, R10 and doubles in R20, R22, R24; all other inputs are zero.
 */
static bool probe(struct case_runner *run, const char *text, const uint32_t floats[3],
                  const uint64_t doubles[3], uint64_t *d, struct error *error);

/* (1 + e) squared, less what of it fits: nothing is left where the product is rounded. And a
 * denormal, times one. */
static bool probe_all(struct case_runner *run, struct error *error) {
    static const uint32_t floats[] = {0x3f800001, 0x3f800001, 0xbf800002};
    static const uint32_t denormal[] = {0x00000123, 0x3f800000, 0};
    static const uint64_t doubles[] = {0x3ff0000000000001, 0x3ff0000000000001, 0xbff0000000000002};
    uint64_t fused, double_fused, kept;
    if (!probe(run, "FFMA R48, R8, R9, R10", floats, doubles, &fused, error) ||
        !probe(run, "DFMA R48, R20, R22, R24", floats, doubles, &double_fused, error) ||
        !probe(run, "FMUL R48, R8, R9", denormal, doubles, &kept, error))
        return false;
    run->fused = fused;
    run->double_fused = double_fused;
    run->flushes = !kept;
    return true;
}

bool case_runner_open(struct case_runner *run, struct error *error) {
    *run = (struct case_runner){.random = {0x9e3779b97f4a7c15}};
    if (!gpu_open(&run->gpu, error))
        return false;
    if (make_buffers(run, error) && probe_all(run, error))
        return true;
    case_runner_close(run);
    return false;
}

void case_runner_close(struct case_runner *run) {
    gpu_buffer_free(&run->gpu, &run->inputs);
    gpu_buffer_free(&run->gpu, &run->constants);
    gpu_buffer_free(&run->gpu, &run->driver);
    gpu_buffer_free(&run->gpu, &run->compiled);
    gpu_buffer_free(&run->gpu, &run->results);
    gpu_buffer_free(&run->gpu, &run->map);
    gpu_close(&run->gpu);
}

/* ---- one program ---- */

static bool translated(const struct case_runner *run, struct blob code, struct blob constants,
                       unsigned group, struct shader_translation *out, struct error *error) {
    const struct shader_program program = {
        .stage = SHADER_COMPUTE, .code = code, .constants = constants};
    struct shader_key key;
    shader_key_init(&key, &program);
    gpu_shader_key(&run->gpu, &key);
    key.group[0] = group;
    key.group[1] = key.group[2] = 1;
    key.shared_size = 4096;
    key.local_size = 256;
    key.map_only = run->map_only;
    key.features &= ~run->without;
    return shader_translate(&program, &key, out, error);
}

static bool dispatch(struct case_runner *run, const struct shader_translation *made,
                     unsigned groups, struct error *error) {
    const struct shader_contract *c = &made->contract;
    struct gpu_binding bindings[SHADER_CONSTANT_SLOTS + SHADER_STORAGE_LIMIT + 1];
    size_t count = 0;
    const struct gpu_buffer *slots[] = {&run->driver, &run->compiled, &run->inputs,
                                        &run->constants};
    for (unsigned slot = 0; slot < SHADER_CONSTANT_SLOTS; slot++)
        if (c->constants >> slot & 1)
            bindings[count++] = (struct gpu_binding){BINDING_CONSTANT + slot,
                                                     slot < 4 ? slots[slot] : &run->driver, 0, 0};
    for (unsigned i = 0; i < c->storage_count; i++) {
        if (c->storage[i].place.slot != 0 || c->storage[i].place.offset != 0)
            return error_set(error, ERROR_UNSUPPORTED, "a storage buffer of c[%u][0x%x]",
                             c->storage[i].place.slot, c->storage[i].place.offset);
        bindings[count++] = (struct gpu_binding){BINDING_STORAGE + i, &run->results, 0, 0};
    }
    if (c->address_map)
        bindings[count++] = (struct gpu_binding){BINDING_ADDRESS_MAP, &run->map, 0, 0};
    return gpu_compute(&run->gpu, made->words, made->count, bindings, count, groups, 1, 1, error);
}

bool case_run_code(struct case_runner *run, struct blob code, struct blob constants, unsigned group,
                   unsigned groups, size_t size, struct error *error) {
    struct shader_translation made;
    if (size > RESULTS_SIZE || constants.size > run->compiled.size)
        return error_set(error, ERROR_LIMIT, "%zu bytes of results, %zu of constants", size,
                         constants.size);
    if (!translated(run, code, constants, group, &made, error))
        return false;
    memset(run->compiled.data, 0, run->compiled.size);
    if (constants.size)
        memcpy(run->compiled.data, constants.data, constants.size);
    memset(run->results.data, 0xcd, size);
    const bool done = dispatch(run, &made, groups, error);
    shader_translation_free(&made);
    return done;
}

/* ---- cases ---- */

static bool is_known(const struct case_runner *run, const struct isa_instruction *in) {
    struct model m = {0};
    for (unsigned lane = 0; lane < CASE_LANES; lane++) {
        case_prepare(&m, in, (const uint32_t *)(run->inputs.data + lane * CASE_STRIDE),
                     &run->constants, lane);
        if (model_run(&m, in))
            return true;
    }
    return false;
}

bool case_taken(const struct case_runner *run, const struct isa_instruction *in) {
    if (!is_known(run, in))
        return false;
    struct shader_translation made;
    struct error error = {0};
    struct blob code;
    case_program(in, 1, &code);
    const bool taken = translated(run, code, (struct blob){0}, CASE_GROUP, &made, &error);
    blob_free(&code);
    shader_translation_free(&made);
    return taken;
}

/* Leaves those that the model knows and the translator takes, and says what it says of others. */
static size_t taken(const struct case_runner *run, const struct isa_instruction *cases,
                    size_t count, struct case_tally *tallies, size_t *which) {
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        struct shader_translation made;
        struct error error = {0};
        struct blob code;
        tallies[i].known = is_known(run, &cases[i]);
        if (!tallies[i].known)
            continue;
        case_program(&cases[i], 1, &code);
        tallies[i].refused = !translated(run, code, (struct blob){0}, CASE_GROUP, &made, &error);
        blob_free(&code);
        if (tallies[i].refused) {
            snprintf(tallies[i].text, sizeof tallies[i].text, "%s", error.text);
            continue;
        }
        shader_translation_free(&made);
        which[kept++] = i;
    }
    return kept;
}

static void describe(struct case_tally *tally, const struct model *m,
                     const struct isa_instruction *in, const uint32_t *inputs, uint32_t before,
                     const uint32_t got[4]) {
    struct strbuf s = {0};
    isa_print(in, NULL, &s);
    static const enum isa_role roles[] = {ISA_ARG_A, ISA_ARG_B, ISA_ARG_C};
    for (unsigned i = 0; i < 3; i++) {
        const struct isa_operand *o = &in->operand[roles[i]];
        if (!o->present)
            continue;
        uint32_t low = model_source(m, in, roles[i]);
        if (o->kind == ISA_REGISTER && o->number >= CASE_FIRST_INPUT && o->number < CASE_D)
            strbuf_addf(&s, " %c=%08x:%08x", "ABC"[i], inputs[o->number + 1 - CASE_FIRST_INPUT],
                        inputs[o->number - CASE_FIRST_INPUT]);
        else if (o->kind == ISA_CONSTANT)
            strbuf_addf(&s, " %c=%08x", "ABC"[i], low);
    }
    uint32_t p = 0;
    for (unsigned i = 0; i < 7; i++)
        p |= (uint32_t)m->p[i] << i;
    strbuf_addf(&s, " before=%08x state=%x: got %08x %08x %x %x, want %08x %08x %x %x", before,
                inputs[CASE_STATE], got[0], got[1], got[2], got[3], m->r[CASE_D], m->r[CASE_D + 1],
                p, m->flags);
    snprintf(tally->text, sizeof tally->text, "%s", s.text);
    strbuf_free(&s);
}

static void compare(const struct case_runner *run, const struct isa_instruction *in, size_t place,
                    struct case_tally *tally) {
    struct model m = {0};
    for (unsigned lane = 0; lane < CASE_LANES; lane++) {
        const uint32_t *inputs = (const uint32_t *)(run->inputs.data + lane * CASE_STRIDE);
        const uint32_t *got =
            (const uint32_t *)(run->results.data + (place * CASE_LANES + lane) * CASE_RESULT);
        case_prepare(&m, in, inputs, &run->constants, lane);
        const uint32_t before = m.r[CASE_D];
        if (!model_run(&m, in))
            continue;
        tally->compared++;
        if (case_same(run, &m, in, got) || case_same_flushed(run, &m, in, inputs, lane, got))
            continue;
        if (!tally->different++)
            describe(tally, &m, in, inputs, before, got);
    }
}

static void new_inputs(struct case_runner *run) {
    for (unsigned lane = 0; lane < CASE_LANES; lane++)
        case_inputs(&run->random, lane, (uint32_t *)(run->inputs.data + lane * CASE_STRIDE));
    case_constants(&run->random, (uint32_t *)run->constants.data);
}

bool case_run(struct case_runner *run, const struct isa_instruction *cases, size_t count,
              struct case_tally *tallies, struct error *error) {
    size_t which[CASES_LIMIT];
    struct isa_instruction list[CASES_LIMIT];
    if (count > CASES_LIMIT)
        return error_set(error, ERROR_LIMIT, "%zu cases at once", count);
    memset(tallies, 0, count * sizeof *tallies);
    new_inputs(run);
    const size_t kept = taken(run, cases, count, tallies, which);
    for (size_t i = 0; i < kept; i++)
        list[i] = cases[which[i]];
    if (!kept)
        return true;
    struct blob code;
    case_program(list, kept, &code);
    const bool done =
        case_run_code(run, code, (struct blob){0}, CASE_GROUP, CASE_LANES / CASE_GROUP,
                      kept * CASE_LANES * CASE_RESULT, error);
    blob_free(&code);
    for (size_t i = 0; done && i < kept; i++)
        compare(run, &list[i], i, &tallies[which[i]]);
    return done;
}

static bool probe(struct case_runner *run, const char *text, const uint32_t floats[3],
                  const uint64_t doubles[3], uint64_t *d, struct error *error) {
    struct isa_instruction in;
    uint64_t word;
    *d = 1; /* where it is not translated nothing asks */
    if (!isa_parse(text, NULL, &word, error) || !isa_decode(word, &in))
        return false;
    if (in.row->status != ISA_TRANSLATED)
        return true;
    uint32_t *inputs = (uint32_t *)run->inputs.data;
    memcpy(inputs, floats, 3 * sizeof *floats);
    memcpy(inputs + case_register(CASE_DOUBLE, 0) - CASE_FIRST_INPUT, doubles, 3 * sizeof *doubles);
    struct blob code;
    case_program(&in, 1, &code);
    const bool done = case_run_code(run, code, (struct blob){0}, CASE_GROUP, 1,
                                    (size_t)CASE_LANES * CASE_RESULT, error);
    blob_free(&code);
    const uint32_t *results = (const uint32_t *)run->results.data;
    *d = results[0] | (uint64_t)results[1] << 32;
    return done;
}
