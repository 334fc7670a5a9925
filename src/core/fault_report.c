/* SPDX-License-Identifier: MIT */
#include "core/thread.h"

#include "base/strbuf.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

/* What a fault looks like to people: one report, and one line of it for machines. */

#define STACK_REACH 0x4000u /* how far from sp a function's frame may be touched */

static const struct {
    const char *name, *hint;
} kinds[] = {
    [CORE_FAULT_READ] = {"read", "the program follows a bad pointer, often an answer of a service "
                                 "that it did not expect: run again with --trace svc,ipc and look "
                                 "at the last lines before this report"},
    [CORE_FAULT_WRITE] = {"write", "the program follows a bad pointer, often an answer of a "
                                   "service that it did not expect: run again with --trace "
                                   "svc,ipc and look at the last lines before this report"},
    [CORE_FAULT_EXECUTE] = {"execute", "the program jumped through a bad pointer or returned over "
                                       "a damaged stack: look at the caller in the backtrace"},
    [CORE_FAULT_ADDRESS] = {"address", "the program follows a pointer that was never set or was "
                                       "overwritten: look at the caller in the backtrace"},
    [CORE_FAULT_ALIGNMENT] = {"alignment", "atomic accesses need addresses that are multiples of "
                                           "their size, on the console too: look at the pointer "
                                           "in the caller in the backtrace"},
    [CORE_FAULT_UNDEFINED] = {"undefined", "where the word is an instruction of ARMv8.0, windlass "
                                           "lacks it: report the word. Otherwise the program ran "
                                           "into data"},
    [CORE_FAULT_BREAKPOINT] = {"breakpoint", "the program stopped itself (abort, a failed check "
                                             "of its compiler): look at its own output above"},
    [CORE_FAULT_STACK] = {"stack", "the program calls itself without end: look at the functions "
                                   "that repeat in the backtrace"},
    [CORE_FAULT_FLOAT] = {"float",
                          "lift the program with --float exact; code that it makes or loads "
                          "at run time uses what its own code does not"},
    [CORE_FAULT_INTERNAL] = {"internal", "this is a mistake of windlass, not of the program: "
                                         "report it with these lines"},
};

const char *core_fault_name(enum core_fault_kind kind) {
    return kinds[kind].name;
}

static void describe(uint64_t pc, char *text, size_t room) {
    if (!pc)
        snprintf(text, room, "an unknown place");
    else if (!core_describe(pc, text, room))
        snprintf(text, room, "code outside all modules");
}

void core_fault_reason(const struct core_fault *f, char *text, size_t room) {
    char what[160], where[256];
    switch (f->kind) {
    case CORE_FAULT_READ:
        snprintf(what, sizeof what, "read of 0x%" PRIx64 ", where nothing can be read", f->address);
        break;
    case CORE_FAULT_WRITE:
        snprintf(what, sizeof what, "write to 0x%" PRIx64 ", %s", f->address,
                 f->mapped ? "which is read-only" : "where nothing is mapped");
        break;
    case CORE_FAULT_EXECUTE:
        snprintf(what, sizeof what, "jump to 0x%" PRIx64 ", %s", f->address,
                 f->address & 3 ? "which is no multiple of 4" : "where no code is");
        break;
    case CORE_FAULT_ADDRESS:
        snprintf(what, sizeof what, "access through a pointer that is no address at all");
        break;
    case CORE_FAULT_ALIGNMENT:
        snprintf(what, sizeof what, "atomic access to 0x%" PRIx64 ", no multiple of its size",
                 f->address);
        break;
    case CORE_FAULT_UNDEFINED:
        snprintf(what, sizeof what, "undefined instruction 0x%08x", f->word);
        break;
    case CORE_FAULT_BREAKPOINT:
        snprintf(what, sizeof what, "breakpoint (brk #0x%x)", f->word);
        break;
    case CORE_FAULT_STACK:
        snprintf(what, sizeof what, "calls nested until the host stack was used up");
        break;
    case CORE_FAULT_FLOAT:
        snprintf(what, sizeof what,
                 "use of the floating-point environment (0x%08x), which the program was lifted "
                 "without",
                 f->word);
        break;
    case CORE_FAULT_INTERNAL:
        snprintf(what, sizeof what, "lifted code trapped");
        break;
    }
    describe(f->pc, where, sizeof where);
    snprintf(text, room, "%s, in %s (pc 0x%08" PRIx64 ")", what, where, f->pc);
}

static void add_registers(struct strbuf *out, const struct core_fault *f) {
    const struct a64_state *s = &f->registers;
    strbuf_addf(out, "  registers%s:", f->exact ? "" : " as of the last call");
    for (int i = 0; i < 31; i++)
        strbuf_addf(out, "%s%s%d %016" PRIx64, i % 4 ? "  " : "\n    ", i < 10 ? " x" : "x", i,
                    s->x[i]);
    strbuf_addf(out, "   sp %016" PRIx64 "\n    nzcv %d%d%d%d  tpidrro %016" PRIx64 "\n", s->sp,
                s->n, s->z, s->c, s->v, s->tpidrro);
}

static void add_frame(struct strbuf *out, int number, uint64_t pc) {
    char where[256];
    describe(pc, where, sizeof where);
    strbuf_addf(out, "    %2d  0x%08" PRIx64 "  %s\n", number, pc, where);
}

static void add_backtrace(struct strbuf *out, const struct core_fault *f) {
    strbuf_add(out, "  backtrace (call sites):\n");
    add_frame(out, 0, f->pc);
    for (unsigned i = 0; i < f->frame_count; i++)
        add_frame(out, (int)i + 1, f->frames[i]);
    if (f->frames_cut)
        strbuf_add(out, "    ... and more\n");
}

void core_print_backtrace(const struct a64_state *s, uint64_t pc) {
    struct core_fault f = {.pc = pc, .registers = *s};
    struct strbuf out = {0};
    core_backtrace(&f, 0, false);
    add_backtrace(&out, &f);
    fwrite(out.text, 1, out.length, stderr);
    strbuf_free(&out);
}

void core_add_guest_backtrace(struct strbuf *out, const struct a64_state *s) {
    struct core_fault f = {.pc = s->pc - 4, .registers = *s};
    core_guest_backtrace(&f);
    add_backtrace(out, &f);
}

static const char *module_name(uint64_t pc) {
    const struct lifted_program *p = core_program();
    for (size_t i = 0; p && i < p->module_count; i++)
        if (pc - p->modules[i].base < p->modules[i].memory_size)
            return p->modules[i].name;
    return "none";
}

/* The guest's own stack has run into what lies below it. */
static bool is_below_stack(const struct core_fault *f) {
    return (f->kind == CORE_FAULT_WRITE || f->kind == CORE_FAULT_READ) &&
           f->address - (f->registers.sp - STACK_REACH) < 2 * STACK_REACH;
}

const char *core_fault_hint(const struct core_fault *f) {
    return kinds[is_below_stack(f) ? CORE_FAULT_STACK : f->kind].hint;
}

static pthread_mutex_t first_lock = PTHREAD_MUTEX_INITIALIZER;
static struct core_fault first;
static bool have_first;

bool core_first_fault(struct core_fault *out) {
    pthread_mutex_lock(&first_lock);
    const bool there = have_first;
    if (there)
        *out = first;
    pthread_mutex_unlock(&first_lock);
    return there;
}

static void keep_first(const struct core_fault *f) {
    pthread_mutex_lock(&first_lock);
    if (!have_first)
        first = *f;
    have_first = true;
    pthread_mutex_unlock(&first_lock);
}

void core_fault_report(const struct core_fault *f) {
    struct strbuf out = {0};
    char reason[512];
    keep_first(f);
    core_fault_reason(f, reason, sizeof reason);
    strbuf_addf(&out, "windlass: the program faulted: %s\n", reason);
    strbuf_addf(&out, "  kind %s, module %s\n", core_fault_name(f->kind), module_name(f->pc));
    add_registers(&out, f);
    add_backtrace(&out, f);
    strbuf_addf(&out, "  next: %s\n", core_fault_hint(f));
    fwrite(out.text, 1, out.length, stderr);
    strbuf_free(&out);
}
