/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_CORE_IMAGE_H
#define WINDLASS_CORE_IMAGE_H

#include "container/program.h"
#include "core/lifted.h"

/* A program as the run-time side sees it, without a lifted function: all of it is interpreted. */
struct image {
    struct lifted_program program;
    struct lifted_module *modules;
};

/* Points into `source`, which has to outlive it. */
void image_make(struct image *image, const struct program *source);
void image_free(struct image *image);

#endif
