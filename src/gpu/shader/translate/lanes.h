/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_SHADER_TRANSLATE_LANES_H
#define WINDLASS_GPU_SHADER_TRANSLATE_LANES_H

#include "gpu/shader/translate/translator.h"

/* The 32 threads that the guest's GPU runs together. */

enum { LANES = 32 };

/* Are the device's subgroups just these? Then the contract asks for them. */
bool lanes_are_subgroups(struct translator *t);
/* A thread's number in its workgroup. */
uint32_t lanes_thread(struct translator *t);
/* Its number in its lanes. In stages other than compute and where subgroups are smaller: in its
 * quad of pixels, or 0. */
uint32_t lanes_number(struct translator *t);

#endif
