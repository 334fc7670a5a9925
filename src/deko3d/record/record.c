/* SPDX-License-Identifier: MIT */
#include "deko3d/record.h"

#include "deko3d/record/control_list.h"

/* An entry of the GPFIFO counts its words in 21 bits. */
enum { ENTRY_WORDS = (1 << 21) - 1 };

uint32_t *record_more(DkCmdBuf b, uint32_t words, const char *context) {
    if (b->capturing)
        dk_raise(b->device, context, DkResult_BadState, "out of capture memory");
    if (!b->add_memory)
        dk_raise(b->device, context, DkResult_OutOfMemory,
                 "out of command memory, and there is no callback that adds some");
    b->add_memory(b->user, b, (words + (size_t)b->reserved) * sizeof *b->next);
    /* No spare word here: programs add exactly what they are asked for. */
    if (b->end < b->next || (size_t)(b->end - b->next) < words)
        dk_raise(b->device, context, DkResult_OutOfMemory,
                 "the callback added too little command memory");
    return b->next;
}

static struct control *add_steps(DkCmdBuf b, uint32_t count, const char *context) {
    if (b->capturing)
        dk_raise(b->device, context, DkResult_BadState, "capturing this command is not supported");
    return control_list_add(&b->control, b->device, count);
}

/* Words that lie behind those of the last entry lengthen it, whatever that one's flags are, unless
 * they need flags of their own. */
static bool lengthens_last(DkCmdBuf b, DkGpuAddr address, uint32_t words, uint32_t flags) {
    struct control *last = b->control.last_entry;
    if (!last || flags != ENTRY_KICK ||
        last->address + (uint64_t)last->value * sizeof(uint32_t) != address ||
        words > ENTRY_WORDS - last->value)
        return false;
    last->value += words;
    last->flags |= ENTRY_KICK;
    return true;
}

static void add_entry(DkCmdBuf b, DkGpuAddr address, uint32_t words, uint32_t flags,
                      const char *context) {
    while (!lengthens_last(b, address, words, flags)) {
        const uint32_t now = words < ENTRY_WORDS ? words : ENTRY_WORDS;
        struct control *c = add_steps(b, 1, context);
        c->kind = CONTROL_ENTRY;
        c->flags = (uint8_t)flags;
        c->value = now;
        c->address = address;
        b->control.last_entry = c;
        if (now == words)
            return;
        address += (uint64_t)now * sizeof(uint32_t);
        words -= now;
    }
}

void record_split(DkCmdBuf b, uint32_t flags, const char *context) {
    const uint32_t words = (uint32_t)(b->next - b->first);
    if (!words)
        return;
    add_entry(b, b->first_address, words, flags, context);
    b->first = b->next;
    b->first_address += (uint64_t)words * sizeof(uint32_t);
}

void record_foreign(DkCmdBuf b, DkGpuAddr address, uint32_t words, uint32_t flags,
                    const char *context) {
    record_split(b, ENTRY_KICK, context);
    add_entry(b, address, words, flags, context);
}

struct control *record_control(DkCmdBuf b, enum control_kind kind, size_t behind,
                               const char *context) {
    record_split(b, ENTRY_KICK, context);
    const uint32_t steps =
        (uint32_t)((behind + sizeof(struct control) - 1) / sizeof(struct control));
    struct control *c = add_steps(b, 1 + steps, context);
    *c = (struct control){.kind = (uint8_t)kind, .value = steps};
    return c;
}
