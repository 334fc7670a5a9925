/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_TESTS_GPU_PIXELS_H
#define WINDLASS_TESTS_GPU_PIXELS_H

#include "machine.h"

/* What a scene drew, as the program sees it, and the comparison of two pictures. */

/* Rows without gaps of a block-linear surface of one level and one layer; free it. */
uint8_t *pixels_of(const struct machine *m, uint64_t address, uint32_t width, uint32_t height,
                   uint32_t bytes_per_texel, uint8_t height_log2);
/* Pictures of 8-bit components: fails the test where more than `many` texels differ by more than
 * `most` in a component; leaves both as PNG files then, NAME.ours.png and NAME.plain.png. */
void pixels_compare(const char *name, const uint8_t *ours, const uint8_t *plain, uint32_t width,
                    uint32_t height, unsigned most, unsigned many);

#endif
