/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_ENGINE_COMPUTE_H
#define WINDLASS_GPU_ENGINE_COMPUTE_H

#include "gpu/engine/condition.h"
#include "gpu/engine/shared.h"

#include "base/error.h"

/* The compute engine, class B1C0. A launch is a block of 256 bytes in memory (QMD: NVIDIA's
 * published clb1c0qmd.h) beside a few registers (clb1c0.h). */

enum { COMPUTE_CLASS = 0xb1c0, COMPUTE_CONSTANTS = 8, COMPUTE_QMD = 256 };

struct compute_launch {
    const struct page_table *pages;
    uint64_t program; /* address of the code */
    uint32_t groups[3], group_size[3];
    uint32_t shared_bytes;               /* of a group */
    uint32_t local_low, local_high, crs; /* bytes of local memory: a thread, a thread, a warp */
    uint8_t barriers, code_registers;
    struct constant_buffer constants[COMPUTE_CONSTANTS];
    uint64_t textures, samplers; /* the pools of headers */
    uint32_t last_texture, last_sampler;
    uint8_t handles;           /* the constant buffer that texture instructions find handles in */
    bool sampler_with_texture; /* a handle's sampler has the texture's number */
    bool flushes_denormals;
    uint32_t shared_window, local_window; /* where generic addresses mean these memories */
    struct condition condition;
};

struct compute_engine;

struct compute_engine *compute_new(const struct engine_shared *shared);
void compute_free(struct compute_engine *e);
MUST_CHECK bool compute_method(struct compute_engine *e, unsigned method, uint32_t data,
                               struct error *error);

/* What a QMD says of the launch; fails where it is of another version or impossible. Fields that
 * registers have are left alone but `program`, which must hold the program region. */
MUST_CHECK bool qmd_decode(const uint32_t words[COMPUTE_QMD / 4], struct compute_launch *out,
                           struct error *error);

#endif
