/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/shader/shader_read.h"

#include "gpu/shader/code.h"
#include "gpu/shader/extent.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { COMPILER_CONSTANTS = 1, CONSTANT_BYTES = 65536, FIRST_READ = 4096 };

static uint64_t header_size(enum shader_stage stage) {
    return stage == SHADER_COMPUTE ? 0 : SHADER_SPH_SIZE;
}

uint64_t shader_read_size(const struct shader_program *program) {
    return header_size(program->stage) + program->code.size;
}

void read_program_free(struct read_program *p) {
    free(p->program.code.data);
    free(p->program.constants.data);
    *p = (struct read_program){0};
}

/* How many bytes are mapped from an address on, `wanted` at most. */
static uint64_t mapped(const struct page_table *pages, uint64_t address, uint64_t wanted) {
    uint64_t there = 0, length;
    while (there < wanted && page_table_find(pages, address + there, wanted - there, &length))
        there += length;
    return there;
}

static void read_constants(struct guest_memory *memory, const struct resources *r,
                           struct shader_program *p) {
    if (r->constant_count <= COMPILER_CONSTANTS)
        return;
    const struct constant_buffer *b = &r->constants[COMPILER_CONSTANTS];
    p->constants.size = b->size < CONSTANT_BYTES ? b->size : CONSTANT_BYTES;
    p->constants.data = memory_new(p->constants.size + 1);
    /* The program hangs on them: their writes are not those of bytes that are only copied. */
    (void)resources_version(memory, r->pages, b->address, p->constants.size);
    if (!resources_read(memory, r->pages, b->address, p->constants.data, p->constants.size))
        p->constants.size = 0;
}

/* The code's end, among `size` bytes of it. */
static enum extent find_end(struct guest_memory *memory, const struct resources *r,
                            struct read_program *out, size_t size, size_t *end) {
    struct shader_program *p = &out->program;
    struct flow_constants constants = {p->constants.data, p->constants.size};
    enum extent found = shader_extent(p->code.data, size, &constants, end, &out->uses_constants);
    if (found != EXTENT_FOUND || !out->uses_constants || p->constants.data)
        return found;
    read_constants(memory, r, p);
    constants = (struct flow_constants){p->constants.data, p->constants.size};
    return shader_extent(p->code.data, size, &constants, end, &out->uses_constants);
}

static bool read_code(struct guest_memory *memory, const struct resources *r, uint64_t address,
                      struct read_program *out, struct error *error) {
    struct blob *code = &out->program.code;
    const uint64_t there = mapped(r->pages, address, EXTENT_LIMIT);
    size_t end = 0, had = 0;
    for (uint64_t size = FIRST_READ;; size *= 2) {
        size = size < there ? size : there;
        code->data = memory_resize(code->data, size + 1);
        if (!resources_read(memory, r->pages, address + had, code->data + had, size - had))
            return error_set(error, ERROR_GUEST, "its memory was unmapped while it was read");
        had = size;
        switch (find_end(memory, r, out, size, &end)) {
        case EXTENT_FOUND:
            code->size = end;
            return true;
        case EXTENT_NO_CODE: {
            uint64_t word;
            memcpy(&word, code->data + end, sizeof word);
            return error_set(error, ERROR_GUEST, "0x%lx at 0x%zx is no instruction of the GPU",
                             (unsigned long)word, end);
        }
        case EXTENT_OPEN:
            if (size == there)
                return error_set(error, ERROR_GUEST, "its code does not end in the 0x%lx bytes %s",
                                 (unsigned long)there,
                                 there < EXTENT_LIMIT ? "that are mapped" : "that it may have");
            break;
        }
    }
}

bool shader_read(struct guest_memory *memory, const struct resources *r, enum shader_stage stage,
                 uint64_t address, struct read_program *out, struct error *error) {
    const uint64_t head = header_size(stage);
    *out = (struct read_program){.program.stage = stage};
    if (head && !resources_read(memory, r->pages, address, out->program.sph, head))
        return error_set(error, ERROR_GUEST, "nothing is mapped where its header should be");
    if (read_code(memory, r, address + head, out, error))
        return true;
    read_program_free(out);
    return false;
}

/* ---- telling them apart ---- */

/* FNV-1a of 64 bits. */
static uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size) {
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ ((const uint8_t *)bytes)[i]) * 0x100000001b3;
    return hash;
}

uint64_t program_hash(const struct shader_program *p) {
    uint64_t hash = 0xcbf29ce484222325;
    const uint32_t stage = p->stage;
    hash = hash_bytes(hash, &stage, sizeof stage);
    hash = hash_bytes(hash, p->sph, sizeof p->sph);
    hash = hash_bytes(hash, &p->first_size, sizeof p->first_size);
    hash = hash_bytes(hash, p->first_sph, sizeof p->first_sph);
    hash = hash_bytes(hash, p->code.data, p->code.size);
    return hash_bytes(hash, p->constants.data, p->constants.size);
}

static bool same_blob(const struct blob *a, const struct blob *b) {
    return a->size == b->size && (!a->size || !memcmp(a->data, b->data, a->size));
}

bool program_same(const struct shader_program *a, const struct shader_program *b) {
    return a->stage == b->stage && !memcmp(a->sph, b->sph, sizeof a->sph) &&
           a->first_size == b->first_size &&
           !memcmp(a->first_sph, b->first_sph, sizeof a->first_sph) &&
           same_blob(&a->code, &b->code) && same_blob(&a->constants, &b->constants);
}
