/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_TESTS_GPU_HEADERS_H
#define WINDLASS_TESTS_GPU_HEADERS_H

#include "gpu/texture/descriptor.h"

/* Headers of textures and samplers as words: what a program writes into its pools. */

void header_encode(const struct texture_header *header, uint32_t words[DESCRIPTOR_WORDS]);
void sampler_encode(const struct sampler_header *sampler, uint32_t words[DESCRIPTOR_WORDS]);

#endif
