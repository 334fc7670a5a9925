/* SPDX-License-Identifier: MIT */
#include "deko3d/shader/dksh.h"

#include <string.h>

enum {
    INSTRUCTION_GROUP = 32, /* three instructions, and one word for the scheduler */
    MOST_REGISTERS = 255,
    MOST_CONSTANTS = 0x10000,
    MOST_SCRATCH = 32 << 19, /* 512 KiB a thread */
    MOST_SHARED = 0xc000,
    MOST_BARRIERS = 16,
    MOST_THREADS = 1024,
    MOST_THREADS_DEEP = 64,
};

static const char *read_head(const void *control, size_t room, struct dksh_head *h) {
    if (room < sizeof *h)
        return "the shader's memory is shorter than a DKSH's head";
    memcpy(h, control, sizeof *h);
    if (h->magic != DKSH_MAGIC)
        return "what lies there is no DKSH: compile the shader with uam";
    if (h->head_size < sizeof *h)
        return "the DKSH's head is too short";
    if (h->control_size % DKSH_ALIGN || h->code_size % DKSH_ALIGN)
        return "a section of the DKSH is no multiple of 256 bytes";
    if (h->control_size > room)
        return "the DKSH's control section is longer than the memory that it lies in";
    return NULL;
}

/* Of a program, or of a vertex program's alternative: `entry` is where its header begins, or its
 * code, where it has no header. */
static bool is_entry(const struct dksh_head *h, const struct dksh_program *p, uint32_t entry) {
    const uint64_t first = (uint64_t)entry + (p->type == DKSH_COMPUTE ? 0 : DKSH_SPH);
    return first % INSTRUCTION_GROUP == 0 && first + INSTRUCTION_GROUP <= h->code_size;
}

static bool are_registers(uint32_t count) {
    return count <= MOST_REGISTERS;
}

static bool are_constants(const struct dksh_head *h, const struct dksh_program *p) {
    return !p->constants_size ||
           (p->constants_size <= MOST_CONSTANTS && p->constants_offset % DKSH_ALIGN == 0 &&
            (uint64_t)p->constants_offset + p->constants_size <= h->code_size);
}

static bool is_work_group(const uint32_t size[3]) {
    for (unsigned i = 0; i < 3; i++)
        if (!size[i] || size[i] > (i == 2 ? MOST_THREADS_DEEP : MOST_THREADS))
            return false;
    return size[0] * size[1] * size[2] <= MOST_THREADS; /* 26 bits at most */
}

static const char *check_compute(const struct dksh_program *p) {
    if (!is_work_group(p->compute.dimensions))
        return "the DKSH's work groups have no threads, or more than 1024";
    if (p->compute.shared_size > MOST_SHARED)
        return "the DKSH's program wants more than 48 KiB of shared memory";
    if (p->compute.barriers > MOST_BARRIERS)
        return "the DKSH's program wants more than 16 barriers";
    if (p->compute.local_positive > MOST_SCRATCH || p->compute.local_negative > MOST_SCRATCH ||
        p->compute.call_stack > MOST_SCRATCH)
        return "the DKSH's program wants more local memory than there is";
    return NULL;
}

static const char *check_program(const struct dksh_head *h, const struct dksh_program *p) {
    if (p->type >= DKSH_TYPES)
        return "the DKSH's program is of no stage that there is";
    if (!is_entry(h, p, p->entry))
        return "the DKSH's program begins outside of its code section, or in an instruction group";
    if (!are_registers(p->registers))
        return "the DKSH's program has more than 255 registers";
    if (!are_constants(h, p))
        return "the DKSH's constants are not aligned, too large or outside of its code section";
    if (p->scratch > MOST_SCRATCH)
        return "the DKSH's program wants more local memory than there is";
    if (p->type == DKSH_COMPUTE)
        return check_compute(p);
    if (p->type == DKSH_VERTEX && p->vertex.alternative &&
        (!is_entry(h, p, p->vertex.alternative) || !are_registers(p->vertex.alternative_registers)))
        return "the DKSH's second vertex program begins outside of its code section";
    return NULL;
}

const char *dksh_read(const void *control, size_t room, uint32_t number, struct dksh_head *head,
                      struct dksh_program *program) {
    const char *problem = read_head(control, room, head);
    if (problem)
        return problem;
    if (number >= head->programs)
        return "the DKSH has not so many programs (programId)";
    const uint64_t at = head->programs_offset + (uint64_t)number * sizeof *program;
    if (at < sizeof *head || at + sizeof *program > head->control_size)
        return "the DKSH's programs lie outside of its control section";
    memcpy(program, (const uint8_t *)control + at, sizeof *program);
    return check_program(head, program);
}
