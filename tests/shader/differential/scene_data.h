/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_TESTS_SHADER_DIFFERENTIAL_SCENE_DATA_H
#define WINDLASS_TESTS_SHADER_DIFFERENTIAL_SCENE_DATA_H

#include "scene.h"

/* The column `data`, for the resources that are there. */
MUST_CHECK bool scene_read_data(const char *text, struct scene *scene, struct error *error);
/* The next word of a column; a note in parentheses belongs to the word in front of it. Free it. */
char *scene_word(const char **text);

#endif
