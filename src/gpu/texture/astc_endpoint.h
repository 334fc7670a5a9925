/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_TEXTURE_ASTC_ENDPOINT_H
#define WINDLASS_GPU_TEXTURE_ASTC_ENDPOINT_H

#include <stdbool.h>
#include <stdint.h>

/* The two colours between which the texels of a partition lie. */
struct astc_endpoint {
    int16_t from[4], to[4]; /* 0..255, or 0..4095 (about logarithmic) where a component is HDR */
    bool hdr;               /* red, green, blue */
    bool hdr_alpha;
};

/* From the values of one of the sixteen modes. */
void astc_endpoint(unsigned mode, const uint8_t *values, struct astc_endpoint *out);
/* Those of the modes that are HDR: 2, 3, 7, 11, 14 and 15. */
void astc_endpoint_hdr(unsigned mode, const uint8_t *values, struct astc_endpoint *out);

#endif
