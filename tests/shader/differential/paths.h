/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_TESTS_SHADER_DIFFERENTIAL_PATHS_H
#define WINDLASS_TESTS_SHADER_DIFFERENTIAL_PATHS_H

#include "world.h"

/* The two ways in which a scene runs. */

struct setup {
    const char *folder; /* of the shaders */
    const char *cache;  /* of compiled GLSL */
    const char *keep;   /* modules are written here; NULL: nowhere */
    const char *work;   /* files that are needed for a moment */
    bool map_only;      /* memory through the address map */
};

/* Files that a path makes of the scene's GLSL, and runs. ERROR_UNSUPPORTED: this device cannot. */
MUST_CHECK bool path_reference(struct gpu *gpu, const struct scene *scene,
                               const struct setup *setup, struct world *world, struct error *error);
/* Translates the scene's DKSH files, has the modules validated, and runs them. *skip is set where
 * the translation says that it needs another device. */
MUST_CHECK bool path_translated(struct gpu *gpu, const struct scene *scene,
                                const struct setup *setup, struct world *world, bool *skip,
                                struct error *error);

#endif
