/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_TESTS_SHADER_DIFFERENTIAL_PATHS_H
#define WINDLASS_TESTS_SHADER_DIFFERENTIAL_PATHS_H

#include "world.h"

/* The two ways in which a scene runs. */

struct setup {
    const char *folder; /* of the shaders */
    const char *cache;  /* of compiled GLSL */
    const char *keep;   /* modules are written here; NULL: nowhere */
    bool map_only;      /* memory through the address map */
    uint32_t storage;   /* storage buffers that may be bound, others through the map */
    uint32_t without;   /* features of shader_key that translations do without */
    uint8_t version;    /* of SPIR-V, as shader_key numbers them; 0: the device's */
};
/* "quad,float64": features of the device by name. ERROR_USAGE lists them. */
MUST_CHECK bool features_read(const char *list, uint32_t *out, struct error *error);

/* Files that a path makes of the scene's GLSL, and runs. ERROR_UNSUPPORTED: this device cannot. */
MUST_CHECK bool path_reference(struct gpu *gpu, const struct scene *scene,
                               const struct setup *setup, struct world *world, struct error *error);
/* Translates the scene's DKSH files, has the modules validated, and runs them. *skip is set where
 * the translation says that it needs another device. */
MUST_CHECK bool path_translated(struct gpu *gpu, const struct scene *scene,
                                const struct setup *setup, struct world *world, bool *skip,
                                struct error *error);

#endif
