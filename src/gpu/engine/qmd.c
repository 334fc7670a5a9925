/* SPDX-License-Identifier: MIT */
#include "gpu/engine/compute.h"

#include "gpu/engine/qmd.h"

/* Bits of the launch block, those of QMDV01_07 in clb1c0qmd.h. Version 0.6 has the same ones, as
 * far as they are read here. */

uint32_t qmd_field(const uint32_t *words, unsigned low, unsigned high) {
    const unsigned width = high - low + 1;
    return words[low / 32] >> low % 32 & (width == 32 ? ~0u : (1u << width) - 1);
}

static bool known_version(const uint32_t *words) {
    const uint32_t minor = qmd_field(words, 576, 579), major = qmd_field(words, 580, 583);
    return (major == 1 && minor == 7) || (major == 0 && minor == 6);
}

/* Of a group (the CUDA programming guide's table for capability 5.3). */
enum { MOST_THREADS = 1024, MOST_DEPTH = 64, MOST_SHARED = 0xc000 };

static bool is_possible(const struct compute_launch *l) {
    const uint32_t *size = l->group_size;
    return size[0] && size[1] && size[2] && size[0] <= MOST_THREADS && size[1] <= MOST_THREADS &&
           size[2] <= MOST_DEPTH && size[0] * size[1] * size[2] <= MOST_THREADS &&
           l->shared_bytes <= MOST_SHARED;
}

bool qmd_decode(const uint32_t words[COMPUTE_QMD / 4], struct compute_launch *out,
                struct error *error) {
    if (!known_version(words))
        return error_set(error, ERROR_GUEST, "compute: a launch block of version %u.%u",
                         qmd_field(words, 580, 583), qmd_field(words, 576, 579));
    out->program += qmd_field(words, 256, 287);
    out->groups[0] = qmd_field(words, 384, 415);
    out->groups[1] = qmd_field(words, 416, 431);
    out->groups[2] = qmd_field(words, 432, 447);
    out->group_size[0] = qmd_field(words, 592, 607);
    out->group_size[1] = qmd_field(words, 608, 623);
    out->group_size[2] = qmd_field(words, 624, 639);
    out->sampler_with_texture = qmd_field(words, 382, 382);
    out->flushes_denormals = qmd_field(words, 383, 383);
    out->shared_bytes = qmd_field(words, 544, 561);
    out->local_low = qmd_field(words, 1440, 1463);
    out->barriers = (uint8_t)qmd_field(words, 1467, 1471);
    out->local_high = qmd_field(words, 1472, 1495);
    out->code_registers = (uint8_t)qmd_field(words, 1496, 1503);
    out->crs = qmd_field(words, 1504, 1527);
    for (unsigned i = 0; i < COMPUTE_CONSTANTS; i++) {
        struct constant_buffer *c = &out->constants[i];
        *c = (struct constant_buffer){0};
        if (qmd_field(words, 640 + i, 640 + i)) {
            c->address = (uint64_t)qmd_field(words, 960 + 64 * i, 967 + 64 * i) << 32 |
                         qmd_field(words, 928 + 64 * i, 959 + 64 * i);
            c->size = qmd_field(words, 975 + 64 * i, 991 + 64 * i);
        }
    }
    return is_possible(out) ||
           error_set(error, ERROR_GUEST,
                     "compute: groups of %u x %u x %u threads with %u bytes of shared memory",
                     out->group_size[0], out->group_size[1], out->group_size[2], out->shared_bytes);
}
