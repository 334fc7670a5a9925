/* SPDX-License-Identifier: MIT */
#include "gdb/target.h"

#include "kernel/process.h"
#include "kernel/space.h"
#include "kernel/thread.h"

/* The process that runs here. */

static const struct lifted_program *program;

void process_target_is(const struct lifted_program *p) {
    program = p;
}

static void describe(uint64_t id, struct strbuf *out) {
    (void)thread_describe(id, out);
}

/* The program's own module is the first one. */
static bool base(uint64_t *out) {
    if (!program || !program->module_count)
        return false;
    *out = program->modules[0].base;
    return true;
}

static void modules(struct strbuf *out) {
    for (size_t i = 0; program && i < program->module_count; i++) {
        const struct lifted_module *m = &program->modules[i];
        strbuf_addf(out, "0x%llx-0x%llx %s\n", (unsigned long long)m->base,
                    (unsigned long long)(m->base + m->memory_size), m->name);
    }
    strbuf_add(out, "The first one is where gdb takes its file to be. For another one, or where "
                    "gdb was started without a file:\n"
                    "  add-symbol-file FILE.elf -o BASE\n");
}

static void add_range(struct strbuf *out, const struct space_info *i) {
    strbuf_addf(out, "0x%010llx-0x%010llx %c%c%c type 0x%02x%s\n", (unsigned long long)i->base,
                (unsigned long long)(i->base + i->size), i->perm & GUEST_R ? 'r' : '-',
                i->perm & GUEST_W ? 'w' : '-', i->perm & GUEST_X ? 'x' : '-', i->type,
                i->attribute ? " (lent, or with other attributes)" : "");
}

static void memory(struct strbuf *out) {
    struct space_info i;
    for (uint64_t at = 0; at < GUEST_END; at = i.base + i.size) {
        space_query(at, &i);
        if (i.type)
            add_range(out, &i);
        if (!i.size || i.base + i.size <= at)
            break;
    }
}

static void end(void) {
    process_end(PROCESS_STOPPED, 0, "gdb ended it");
}

const struct gdb_target process_target = {
    .threads = core_debug_threads,
    .registers = core_debug_registers,
    .set_registers = core_debug_set_registers,
    .read = space_read,
    .write = space_write,
    .set_breakpoint = core_debug_set_breakpoint,
    .set_watchpoint = core_debug_set_watchpoint,
    .resume = core_debug_resume,
    .describe = describe,
    .base = base,
    .modules = modules,
    .memory = memory,
    .kill = end,
};
