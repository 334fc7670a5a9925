/* SPDX-License-Identifier: MIT */
#include "core/thread.h"

#include <dwarf.h>
#include <elfutils/libdwfl.h>
#include <execinfo.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Where the guest is: generated C says `#line N "<module>"` with N = (pc - base) / 4 + 1, so that
 * the line table of the executable leads from a host address to the guest's. */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static Dwfl *dwfl;

/* The lines are in the executable itself; separate files, and servers that offer them, are none of
 * our business in a crash. */
static int no_separate_debuginfo(Dwfl_Module *module, void **user, const char *name,
                                 Dwarf_Addr base, const char *file, const char *link, GElf_Word crc,
                                 char **found) {
    (void)module, (void)user, (void)name, (void)base, (void)file, (void)link, (void)crc;
    (void)found;
    return -1;
}

static void open_lines(void) {
    static const Dwfl_Callbacks callbacks = {
        .find_elf = dwfl_linux_proc_find_elf,
        .find_debuginfo = no_separate_debuginfo,
    };
    dwfl = dwfl_begin(&callbacks);
    if (!dwfl)
        return;
    dwfl_report_begin(dwfl);
    if (dwfl_linux_proc_report(dwfl, getpid()) || dwfl_report_end(dwfl, NULL, NULL)) {
        dwfl_end(dwfl);
        dwfl = NULL;
    }
}

static uint64_t pc_of_line(const char *file, int line) {
    const struct lifted_program *p = core_program();
    const char *slash = file ? strrchr(file, '/') : NULL;
    const char *name = slash ? slash + 1 : file;
    for (size_t i = 0; name && p && i < p->module_count; i++)
        if (!strcmp(p->modules[i].name, name) && line > 0)
            return p->modules[i].base + ((uint64_t)line - 1) * 4;
    return 0;
}

/* clang writes no .debug_aranges, so that the unit of an address is looked for in all of them. */
static Dwarf_Die *unit_of(uintptr_t ip, Dwarf_Addr *address) {
    Dwfl_Module *module = dwfl ? dwfl_addrmodule(dwfl, ip) : NULL;
    Dwarf_Addr bias;
    for (Dwarf_Die *unit = NULL; module && (unit = dwfl_module_nextcu(module, unit, &bias));) {
        *address = ip - bias;
        if (dwarf_haspc(unit, *address) > 0)
            return unit;
    }
    return NULL;
}

/* Where the function that a scope is an inlined copy of was called; 0 for other scopes. */
static uint64_t inlined_from(Dwarf_Die *unit, Dwarf_Die *scope) {
    Dwarf_Attribute attribute;
    Dwarf_Word file, line;
    Dwarf_Files *files;
    size_t count;
    if (dwarf_tag(scope) != DW_TAG_inlined_subroutine ||
        dwarf_formudata(dwarf_attr(scope, DW_AT_call_file, &attribute), &file) ||
        dwarf_formudata(dwarf_attr(scope, DW_AT_call_line, &attribute), &line) ||
        dwarf_getsrcfiles(unit, &files, &count) || file >= count)
        return 0;
    return pc_of_line(dwarf_filesrc(files, file, NULL, NULL), (int)line);
}

/* Innermost first. What the headers of lifted code hold is inlined into it and has lines of its
 * own, which are no guest's. */
static unsigned lines_locked(uintptr_t ip, uint64_t *out, unsigned room) {
    Dwarf_Addr address;
    Dwarf_Die *unit = unit_of(ip, &address), *scopes = NULL, *around = NULL;
    Dwarf_Line *line = unit ? dwarf_getsrc_die(unit, address) : NULL;
    int number = 0;
    if (!line || dwarf_lineno(line, &number))
        return 0;
    out[0] = pc_of_line(dwarf_linesrc(line, NULL, NULL), number);
    unsigned count = out[0] != 0;
    if (dwarf_getscopes(unit, address, &scopes) > 0) {
        int depth = dwarf_getscopes_die(&scopes[0], &around);
        for (int i = 0; i < depth && count < room; i++)
            if ((out[count] = inlined_from(unit, &around[i])))
                count++;
    }
    free(scopes);
    free(around);
    return count;
}

unsigned core_line_pcs(uintptr_t ip, uint64_t *out, unsigned room) {
    pthread_mutex_lock(&lock);
    if (!dwfl)
        open_lines();
    unsigned count = lines_locked(ip, out, room);
    pthread_mutex_unlock(&lock);
    return count;
}

static void add(struct core_fault *f, uint64_t pc) {
    if (pc == f->pc)
        return; /* the lifted function that reported is on the host stack, too */
    for (unsigned i = 0; i < f->frame_count; i++)
        if (f->frames[i] == pc)
            return; /* both ways found it; a recursion shows once */
    if (f->frame_count == CORE_FAULT_FRAMES)
        f->frames_cut = true;
    else
        f->frames[f->frame_count++] = pc;
}

enum { INLINED = 16 };

static void add_lines(struct core_fault *f, uintptr_t ip) {
    uint64_t pcs[INLINED];
    const unsigned n = core_line_pcs(ip, pcs, INLINED);
    for (unsigned i = 0; i < n; i++)
        if (f->pc)
            add(f, pcs[i]);
        else
            f->pc = pcs[i];
}

/* The frames that lifted functions have on the host stack. Where the pc is not known yet, it is the
 * innermost place in lifted code: ip, or the call of the helper that ip is in. */
static void add_host_frames(struct core_fault *f, uintptr_t ip, bool in_lifted) {
    void *stack[256];
    const int count = backtrace(stack, 256);
    int first = 0;
    if (in_lifted) {
        add_lines(f, ip);
        for (int i = 0; i < count; i++)
            if ((uintptr_t)stack[i] == ip)
                first = i + 1;
    }
    for (int i = first; i < count; i++)
        add_lines(f, (uintptr_t)stack[i] - 1); /* one less: the address is behind the call */
    f->frames_cut |= count == 256;
}

static bool same_function(uint64_t a, uint64_t b) {
    char x[256], y[256];
    if (!core_describe(a, x, sizeof x) || !core_describe(b, y, sizeof y))
        return false;
    x[strcspn(x, "+")] = 0;
    y[strcspn(y, "+")] = 0;
    return !strcmp(x, y);
}

/* A leaf function has no frame of its own: its caller stands in x30 only. Elsewhere x30 is what
 * the last call left, which points into the same function. */
static void add_leaf_caller(struct core_fault *f) {
    char text[8];
    const uint64_t pc = f->registers.x[30] - 4;
    if (core_describe(pc, text, sizeof text) && !same_function(pc, f->pc))
        add(f, pc);
}

static void add_guest_frames(struct core_fault *f) {
    uint64_t frame = f->registers.x[29];
    for (int i = 0; i < CORE_FAULT_FRAMES; i++) {
        uint64_t record[2]; /* the caller's frame pointer, the return address */
        char text[8];
        if (!frame || !core_peek(frame, record, sizeof record) ||
            !core_describe(record[1] - 4, text, sizeof text))
            return;
        add(f, record[1] - 4);
        if (record[0] <= frame)
            return;
        frame = record[0];
    }
}

void core_guest_backtrace(struct core_fault *f) {
    add_leaf_caller(f);
    add_guest_frames(f);
}

void core_backtrace(struct core_fault *f, uintptr_t ip, bool in_lifted) {
    if (!in_lifted)
        core_guest_backtrace(f);
    add_host_frames(f, ip, in_lifted);
    if (in_lifted)
        add_guest_frames(f);
}
