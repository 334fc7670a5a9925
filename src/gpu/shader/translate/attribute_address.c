/* SPDX-License-Identifier: MIT */
/* Which attribute lies at which address. */
#include "gpu/shader/translate/attribute.h"

enum { VECTOR = 16, WORD = 4 };

static const struct range {
    uint16_t begin, size;
    enum attribute_kind kind;
    uint8_t first;
} vertex_ranges[] =
    {
        {0x060, 4, ATTRIBUTE_PRIMITIVE, 0},
        {0x064, 4, ATTRIBUTE_LAYER, 0},
        {0x068, 4, ATTRIBUTE_VIEWPORT, 0},
        {0x06c, 4, ATTRIBUTE_POINT_SIZE, 0},
        {0x070, 16, ATTRIBUTE_POSITION, 0},
        {0x080, 512, ATTRIBUTE_GENERIC, 0},
        {0x280, 64, ATTRIBUTE_FIXED, 0},
        {0x2c0, 32, ATTRIBUTE_CLIP, 0},
        {0x2e0, 8, ATTRIBUTE_POINT_COORD, 0},
        {0x2e8, 4, ATTRIBUTE_FIXED, 4},
        {0x2f0, 8, ATTRIBUTE_TESS_COORD, 0},
        {0x2f8, 4, ATTRIBUTE_INSTANCE, 0},
        {0x2fc, 4, ATTRIBUTE_VERTEX, 0},
        {0x300, 160, ATTRIBUTE_FIXED, ATTRIBUTE_FIRST_COORDINATE},
        {0x3fc, 4, ATTRIBUTE_FACE, 0},
},
  patch_ranges[] = {
      {0x000, 16, ATTRIBUTE_OUTER, 0},
      {0x010, 8, ATTRIBUTE_INNER, 0},
      {0x020, 16 * ATTRIBUTE_PATCHES, ATTRIBUTE_PATCH, 0},
};

static struct attribute find(const struct range *r, size_t count, unsigned address) {
    for (size_t i = 0; i < count; i++)
        if (address >= r[i].begin && address < (unsigned)r[i].begin + r[i].size) {
            const unsigned offset = address - r[i].begin;
            return (struct attribute){r[i].kind, r[i].first + offset / VECTOR,
                                      offset % VECTOR / WORD};
        }
    return (struct attribute){ATTRIBUTE_NONE, 0, 0};
}

struct attribute attribute_at(unsigned address, bool patch) {
    struct attribute a =
        patch ? find(patch_ranges, sizeof patch_ranges / sizeof *patch_ranges, address)
              : find(vertex_ranges, sizeof vertex_ranges / sizeof *vertex_ranges, address);
    if (a.kind == ATTRIBUTE_CLIP)
        a = (struct attribute){a.kind, 0, 4 * a.index + a.part};
    return a;
}
