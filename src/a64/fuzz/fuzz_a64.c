/* SPDX-License-Identifier: MIT */
#include "a64/engines/test_state.h"
#include "a64/random.h"

#include <stdlib.h>
#include <string.h>

/* The first word, whatever it is, through decoder and emitter; then a defined instruction of the
 * row that it names by number on a random state through the interpreter, where the sanitizers see
 * undefined behaviour in the text of the row. */

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void read_and_emit(uint32_t word, uint64_t pc) {
    const enum a64_op op = a64_decode(word);
    struct a64_effects effects;
    struct strbuf text = {0};
    a64_effects(op, word, &effects);
    (void)a64_branch_target(op, word, pc);
    if (a64_branch_register(op, word) > 31 && a64_info(op)->kind == A64_RET)
        abort();
    a64_emit(&text, op, word, pc, A64_FLAGS_ALL);
    if (text.text && strchr(text.text, '$')) /* a place that was not filled */
        abort();
    strbuf_free(&text);
}

static void execute(enum a64_op op, uint64_t seed) {
    static const struct a64_env none;
    struct a64_state s;
    uint32_t word;
    const struct a64_op_info *info = a64_info(op);
    if (info->kind == A64_SVC || info->kind == A64_TRAP || info->system ||
        !a64_random_word(op, &seed, &word))
        return;
    a64_random_state(&s, op, word, &seed);
    s.env = &none;
    s.fpcr = a64_random(&seed) & 0x07c00000;
    a64_execute(&s, word);
    if (s.n > 1 || s.z > 1 || s.c > 1 || s.v > 1)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    uint64_t seed[2] = {0};
    memcpy(seed, bytes, size < sizeof seed ? size : sizeof seed);
    test_area_map();
    read_and_emit((uint32_t)seed[0], seed[1]);
    execute((enum a64_op)(seed[0] % A64_OPS), seed[1]);
    return 0;
}
