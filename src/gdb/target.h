/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GDB_TARGET_H
#define WINDLASS_GDB_TARGET_H

#include "base/strbuf.h"
#include "core/debug.h"

/* What a session works on: the process (process_target), or what a test puts in its place. Numbers
 * of threads are the kernel's. All of it is called while all threads are held. */
struct gdb_target {
    size_t (*threads)(uint64_t *ids, size_t room);
    bool (*registers)(uint64_t id, struct a64_state *out);
    bool (*set_registers)(uint64_t id, const struct a64_state *in);
    /* False where a part of the range is not the guest's to read, or write. */
    bool (*read)(uint64_t address, void *out, uint64_t size);
    bool (*write)(uint64_t address, const void *in, uint64_t size);
    bool (*set_breakpoint)(uint64_t address, bool set);
    bool (*set_watchpoint)(uint64_t address, uint64_t size, bool set);
    void (*resume)(const struct core_debug_action *actions, size_t count);
    /* In words; nothing where there is no such thread. */
    void (*describe)(uint64_t id, struct strbuf *out);
    /* Of the module that the user's file with symbols is for; false: it is not known. */
    bool (*base)(uint64_t *out);
    /* What the monitor commands of the same names print. */
    void (*modules)(struct strbuf *out);
    void (*memory)(struct strbuf *out);
    void (*kill)(void);
};

extern const struct gdb_target process_target;
/* Before it is used: what process_start is given. */
void process_target_is(const struct lifted_program *program);

#endif
