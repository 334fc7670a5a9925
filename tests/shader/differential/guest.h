/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_TESTS_SHADER_DIFFERENTIAL_GUEST_H
#define WINDLASS_TESTS_SHADER_DIFFERENTIAL_GUEST_H

#include "gpu/shader/file.h"
#include "world.h"

/* A scene as the guest has it: addresses, handles, the driver's constant buffer (as deko3d fills
 * it), and what binds a translated module by its contract. */

/* Bindings are as if the device wanted storage buffers to begin at multiples of this. */
enum { GUEST_ALIGNMENT = 256 };

struct guest {
    const struct scene *scene;
    uint64_t address[SCENE_RESOURCES];          /* of buffers */
    size_t lead[SCENE_RESOURCES];               /* for world_new: places in pages are kept */
    struct gpu_buffer driver;                   /* constant buffer 0 */
    struct gpu_buffer constants[SHADER_STAGES]; /* constant buffer 1 */
    struct gpu_buffer map;
};

/* The addresses; guest_fill does the rest, for a world that was made with `lead`. */
void guest_init(struct guest *guest, const struct scene *scene);
MUST_CHECK bool guest_fill(struct guest *guest, const struct world *world,
                           const struct shader_file files[SHADER_STAGES], struct error *error);
void guest_free(const struct gpu *gpu, struct guest *guest);

/* What descriptors say of a stage's textures and images, into facts[SCENE_RESOURCES]. */
size_t guest_facts(const struct scene *scene, enum shader_stage stage, struct shader_fact *facts);
/* Binds all that the contract asks for to the set. An error says what is nowhere. */
MUST_CHECK bool guest_bind(const struct guest *guest, struct world *world,
                           const struct shader_contract *contract, uint32_t set, struct pass *pass,
                           struct error *error);

#endif
