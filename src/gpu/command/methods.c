/* SPDX-License-Identifier: MIT */
#include "gpu/command/methods.h"

#include "base/memory.h"

#include <stdlib.h>

/* ---- registers ---- */

static void upload(struct method_front *f, unsigned method, uint32_t data) {
    switch (method) {
    case METHOD_MACRO_CODE_AT:
        f->code_at = data;
        break;
    case METHOD_MACRO_CODE:
        f->macros.code[f->code_at++ % MACRO_CODE_WORDS] = data;
        break;
    case METHOD_MACRO_ENTRY_AT:
        f->entry_at = data;
        break;
    case METHOD_MACRO_ENTRY:
        f->macros.entries[f->entry_at++ % MACRO_ENTRIES] = (uint16_t)(data % MACRO_CODE_WORDS);
        break;
    case METHOD_SHADOW_CONTROL:
        f->shadow_control = data & 3;
        break;
    }
}

/* How methods are noted is itself not noted. */
static uint32_t through_shadow(struct method_front *f, unsigned method, uint32_t data) {
    if (method == METHOD_SHADOW_CONTROL)
        return data;
    if (f->shadow_control == SHADOW_REPLAY)
        return f->shadow[method];
    if (f->shadow_control != SHADOW_PASS)
        f->shadow[method] = data;
    return data;
}

static void write_register(struct method_front *f, unsigned method, uint32_t data) {
    if (method >= METHODS_REGISTERS)
        return; /* a macro that calls a macro: the engine has no second one */
    data = through_shadow(f, method, data);
    if (method >= METHOD_MACRO_CODE_AT && method <= METHOD_SHADOW_CONTROL)
        upload(f, method, data);
    else
        f->write(f->context, method, data);
    f->registers[method] = data;
}

/* ---- macros ---- */

static void macro_send(void *context, unsigned method, uint32_t data) {
    write_register(context, method, data);
}

static uint32_t macro_read(void *context, unsigned method) {
    const struct method_front *f = context;
    return method < METHODS_REGISTERS ? f->registers[method] : 0;
}

static void call(struct method_front *f) {
    const struct macro_machine machine = {macro_send, macro_read, f, f->ends};
    struct error error;
    if (!f->stuck && !macro_run(&f->macros, f->called, f->words, f->word_count, &machine, &error)) {
        f->stuck = error.kind == ERROR_LIMIT;
        if (f->error.kind == ERROR_NONE)
            f->error = error;
    }
    f->word_count = 0;
}

/* The first of a macro's two methods begins a call, both hand over words. */
static void gather(struct method_front *f, unsigned method, uint32_t data, unsigned left) {
    if (method % 2 == 0) {
        f->called = (method - METHODS_REGISTERS) / 2 % MACRO_ENTRIES;
        f->word_count = 0;
    }
    if (f->word_count < METHODS_MOST_WORDS) {
        GROW(f->words, f->word_count, f->word_room);
        f->words[f->word_count++] = data;
    }
    if (!left)
        call(f);
}

void methods_write(struct method_front *f, unsigned method, uint32_t data, unsigned left) {
    if (method < METHODS_REGISTERS)
        write_register(f, method, data);
    else
        gather(f, method, data, left);
}

bool methods_wrote(struct method_front *f, unsigned method, uint32_t last) {
    if (f->shadow_control == SHADOW_REPLAY)
        return false;
    f->registers[method] = through_shadow(f, method, last);
    return true;
}

void methods_free(struct method_front *f) {
    free(f->words);
    f->words = NULL;
    f->word_count = f->word_room = 0;
}
