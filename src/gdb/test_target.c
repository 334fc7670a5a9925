/* SPDX-License-Identifier: MIT */
#include "gdb/test_target.h"

#include <stdlib.h>
#include <string.h>

struct fake fake;

void fake_reset(void) {
    fake = (struct fake){0};
    for (int t = 0; t < 2; t++) {
        for (int i = 0; i < 31; i++)
            fake.state[t].x[i] = 0x1000ull * (t + 1) + i;
        fake.state[t].pc = 0x8000000 + 0x100 * t;
        fake.state[t].z = 1;
    }
    for (size_t i = 0; i < sizeof fake.memory; i++)
        fake.memory[i] = (uint8_t)(i * 7);
}

static size_t threads(uint64_t *ids, size_t room) {
    if (room < 2)
        abort();
    ids[0] = 0x50;
    ids[1] = 0x51;
    return 2;
}

static bool registers(uint64_t id, struct a64_state *out) {
    if (id != 0x50 && id != 0x51)
        abort();
    *out = fake.state[id - 0x50];
    return true;
}

static bool set_registers(uint64_t id, const struct a64_state *in) {
    if (id == 0x50)
        fake.state[0] = *in;
    return id == 0x50;
}

static bool inside(uint64_t address, uint64_t size, uint64_t limit) {
    return address >= FAKE_MEMORY && size <= limit && address - FAKE_MEMORY <= limit - size;
}

static bool read_memory(uint64_t address, void *out, uint64_t size) {
    const bool ok = inside(address, size, sizeof fake.memory);
    if (ok)
        memcpy(out, &fake.memory[address - FAKE_MEMORY], size);
    return ok;
}

static bool write_memory(uint64_t address, const void *in, uint64_t size) {
    const bool ok = inside(address, size, FAKE_PAGE);
    if (ok)
        memcpy(&fake.memory[address - FAKE_MEMORY], in, size);
    return ok;
}

static bool set_breakpoint(uint64_t address, bool set) {
    fake.breakpoint = set ? address : 0;
    return !(address & 3);
}

static bool set_watchpoint(uint64_t address, uint64_t size, bool set) {
    fake.watched = set ? address : 0;
    return size <= 8;
}

static void resume(const struct core_debug_action *actions, size_t count) {
    if (count > FAKE_ACTIONS)
        abort();
    memcpy(fake.actions, actions, count * sizeof *actions);
    fake.action_count = count;
}

static void describe(uint64_t id, struct strbuf *out) {
    strbuf_add(out, id == 0x50 ? "main" : "other");
}

static bool base(uint64_t *out) {
    *out = 0x8000000;
    return true;
}

static void modules(struct strbuf *out) {
    strbuf_add(out, "the modules\n");
}

static void memory(struct strbuf *out) {
    strbuf_add(out, "the memory\n");
}

static void end(void) {
    fake.killed = true;
}

const struct gdb_target fake_target = {
    .threads = threads,
    .registers = registers,
    .set_registers = set_registers,
    .read = read_memory,
    .write = write_memory,
    .set_breakpoint = set_breakpoint,
    .set_watchpoint = set_watchpoint,
    .resume = resume,
    .describe = describe,
    .base = base,
    .modules = modules,
    .memory = memory,
    .kill = end,
};
