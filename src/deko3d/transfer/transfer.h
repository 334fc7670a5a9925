/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_DEKO3D_TRANSFER_TRANSFER_H
#define WINDLASS_DEKO3D_TRANSFER_TRANSFER_H

#include "deko3d/image/surface.h"
#include "deko3d/record.h"

/* Copies between surfaces, as words. Rectangles are in texels; of compressed formats in blocks. */

struct transfer {
    DkCmdBuf buffer;
    const char *context; /* the public function */
    struct image_surface source, target;
    uint32_t source_x, source_y, target_x, target_y;
    uint32_t width, height;
};

/* The copy engine: bytes as they are. A layer, or a slice of a volume, of each. */
void transfer_by_copy_engine(const struct transfer *t, uint32_t source_z, uint32_t target_z);

/* How the 2D engine walks through the source: texels, of which these bits are behind the point. */
enum { TRANSFER_STEP_BITS = 15, TRANSFER_PLACE_BITS = 4 };
struct transfer_walk {
    int32_t step_x, step_y;  /* from one texel of the target to the next */
    uint32_t from_x, from_y; /* of its first one */
    bool corner, bilinear;   /* corner: the middle of a texel is at half a texel */
    uint32_t mode, factor;   /* DkBlitFlag_Mode*; R, G, B, A of 8 bits for the premultiplied */
    uint32_t layers;         /* that follow each other in both surfaces */
    bool flip_layers;        /* the source's last one first */
};
void transfer_by_two_d_engine(const struct transfer *t, const struct transfer_walk *walk);

/* Whether an image's texels lie in blocks. */
static inline bool transfer_compresses(const DkImageView *view) {
    return view->pImage->layout.block_width > 1;
}

/* In the image (of its first level, whatever level the view shows, as on the console). */
static inline bool transfer_holds(const DkImageView *view, const struct image_surface *s,
                                  const DkImageRect *r) {
    const uint32_t *size = view->pImage->layout.dimensions;
    return r && r->width && r->height && r->depth && (uint64_t)r->x + r->width <= size[0] &&
           (uint64_t)r->y + r->height <= size[1] && (uint64_t)r->z + r->depth <= s->array_mode;
}

#define TRANSFER_CHECK_RECT(device, view, surface, rect)                                           \
    DK_CHECK_INPUT(device, transfer_holds(view, surface, rect),                                    \
                   #rect " is empty, or reaches beyond the image or the view's layers")

#endif
