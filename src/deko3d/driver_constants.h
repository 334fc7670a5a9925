/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_DEKO3D_DRIVER_CONSTANTS_H
#define WINDLASS_DEKO3D_DRIVER_CONSTANTS_H

/* Constant buffer 0 of every stage is the library's: what uam's code reads there. Offsets in bytes.
 */

enum { /* graphics: one buffer for all five stages */
       DRIVER_BASE_VERTEX = 0x0,
       DRIVER_BASE_INSTANCE = 0x4,
       DRIVER_DRAW_ID = 0x8,
       DRIVER_FRAMEBUFFER_TEXTURE = 0xc,
       DRIVER_STAGES = 0x10, /* of the first stage (DkStage_Vertex) */
       DRIVER_STAGE_BYTES = 0x1a0,
       DRIVER_TEXTURES = 0x00, /* in a stage: 32 handles */
       DRIVER_IMAGES = 0x80,   /* 8 handles */
       DRIVER_STORAGE = 0xa0,  /* 16 descriptors of 16 bytes: address, size, 0 */
       DRIVER_SAMPLE_POSITIONS = 0x830,
       DRIVER_SIZE = 0x900,
};

enum { /* compute: one a job */
       DRIVER_COMPUTE_GROUP_SIZE = 0x00,
       DRIVER_COMPUTE_GRID = 0x0c,
       DRIVER_COMPUTE_UNIFORMS = 0x20, /* 16 addresses of 64 bits */
       DRIVER_COMPUTE_TEXTURES = 0xa0,
       DRIVER_COMPUTE_IMAGES = 0x120,
       DRIVER_COMPUTE_STORAGE = 0x140,
       DRIVER_COMPUTE_USED = 0x240,
       DRIVER_COMPUTE_SIZE = 0x300,
};

#endif
