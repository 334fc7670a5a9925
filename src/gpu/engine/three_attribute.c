/* SPDX-License-Identifier: MIT */
#include "gpu/engine/three_engine.h"
#include "gpu/engine/three_methods.h"

#include <string.h>

/* Attributes that are the same for all vertices (envytools' VTX_ATTR_DEFINE): which one, how many
 * components of what size, then their data. */
enum { COMPONENTS_AT = 8, SIZE_AT = 12, SIZE_32 = 4, TYPE_AT = 16, SINT = 3, UINT = 4 };

static const uint32_t one = 0x3f800000; /* 1.0 */

void three_attribute_reset(struct three_engine *e) {
    for (unsigned i = 0; i < THREE_ATTRIBUTES_MOST; i++)
        e->state.attributes[i][3] = one;
}

void three_attribute_define(struct three_engine *e, uint32_t data) {
    const unsigned attribute = data & 0xff, type = data >> TYPE_AT & 7;
    if (attribute >= THREE_ATTRIBUTES_MOST || (data >> SIZE_AT & 7) != SIZE_32) {
        three_unknown(e, THREE_ATTRIBUTE, data, "only 32 attributes, of 32 bits a component");
        return;
    }
    const uint32_t all[4] = {0, 0, 0, type == SINT || type == UINT ? 1 : one};
    memcpy(e->state.attributes[attribute], all, sizeof all);
    e->changes.groups |= 1u << THREE_ATTRIBUTES;
}

void three_attribute_data(struct three_engine *e, unsigned component, uint32_t data) {
    const uint32_t define = e->front.registers[THREE_ATTRIBUTE];
    const unsigned attribute = define & 0xff;
    if (attribute >= THREE_ATTRIBUTES_MOST || component >= (define >> COMPONENTS_AT & 7))
        return;
    e->state.attributes[attribute][component] = data;
    e->changes.groups |= 1u << THREE_ATTRIBUTES;
}
