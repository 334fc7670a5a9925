/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_TESTS_SHADER_DIFFERENTIAL_TOOL_H
#define WINDLASS_TESTS_SHADER_DIFFERENTIAL_TOOL_H

#include "pass.h"

/* Other people's programs: the compiler of GLSL and the validator of SPIR-V. */

/* GLSL of the stage that the file's name says as SPIR-V, with the bindings that README.md beside
 * the shaders has. `blocks_are_storage`: uniform blocks become storage blocks (which share their
 * numbers), for devices that bind few uniform buffers; there may be no textures then. What was
 * compiled once is kept in the folder `cache`. */
MUST_CHECK bool tool_compile(const char *path, bool blocks_are_storage, const char *cache,
                             struct module *out, struct error *error);
/* Of a module that tool_compile made: no driver may join its operations (precise.c). */
void module_be_precise(struct module *module);
/* ERROR_FORMAT: what spirv-val would say is wrong with the module. */
MUST_CHECK bool tool_validate(const struct module *module, struct error *error);

#endif
