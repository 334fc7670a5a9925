/* SPDX-License-Identifier: MIT */
#include "painter.h"

#include <string.h>

/* Bits of a launch block, as clb1c0qmd.h numbers them. */
static void set_field(uint32_t *qmd, unsigned low, uint32_t value) {
    qmd[low / 32] |= value << low % 32;
}

void painter_store(struct painter *p, const struct surface *s, const float color[4]) {
    struct machine *m = p->run.m;
    const uint64_t constants = machine_memory(m, 0x200, 256), at = machine_memory(m, 256, 256);
    const uint32_t number = painter_header(p, s, 0);
    uint32_t *qmd = machine_at(m, at);
    memcpy((uint8_t *)machine_at(m, constants) + 0x48 * 4, &number, sizeof number);
    memcpy((uint8_t *)machine_at(m, constants) + 0x130, color, 4 * sizeof *color);
    memset(qmd, 0, 256);
    set_field(qmd, 576, 7); /* version 1.7 */
    set_field(qmd, 580, 1);
    set_field(qmd, 256, p->store);
    set_field(qmd, 384, (s->shape.width + 7) / 8);
    set_field(qmd, 416, (s->shape.height + 7) / 8);
    set_field(qmd, 432, 1);
    set_field(qmd, 592, 8);
    set_field(qmd, 608, 8);
    set_field(qmd, 624, 1);
    set_field(qmd, 640, 1); /* constant buffer 0 */
    set_field(qmd, 928, (uint32_t)constants);
    set_field(qmd, 960, (uint32_t)(constants >> 32));
    set_field(qmd, 975, 0x200);
    set_field(qmd, 1496, 32);
    machine_write(m, MACHINE_COMPUTE, 0x2b4 / 4, (uint32_t)(at >> 8));
    machine_write(m, MACHINE_COMPUTE, 0x2bc / 4, 3);
}

static void blit_side(struct painter *p, unsigned address, const struct surface *s) {
    const uint32_t words[] = {s->format->target,
                              0, /* block-linear */
                              (uint32_t)s->shape.height_log2 << 4,
                              1,
                              0,
                              0,
                              s->shape.width,
                              s->shape.height,
                              (uint32_t)(s->address >> 32),
                              (uint32_t)s->address};
    machine_write_many(p->run.m, MACHINE_TWO_D, address / 4, words, 10);
}

void painter_blit(struct painter *p, const struct surface *from, const struct surface *to, int x,
                  int y, int width, int height) {
    struct machine *m = p->run.m;
    blit_side(p, 0x200, to);
    blit_side(p, 0x230, from);
    machine_write(m, MACHINE_TWO_D, 0x2ac / 4, 3); /* SRCCOPY */
    machine_write(m, MACHINE_TWO_D, 0x88c / 4, 0);
    const uint32_t words[] = {
        (uint32_t)x, (uint32_t)y, (uint32_t)width, (uint32_t)height, 0, 1, 0, 1, 0,
        (uint32_t)x, 0,           (uint32_t)y};
    machine_write_many(m, MACHINE_TWO_D, 0x8b0 / 4, words, 12);
}

void painter_halve(struct painter *p, const struct surface *from, const struct surface *to,
                   int width, int height) {
    struct machine *m = p->run.m;
    blit_side(p, 0x200, to);
    blit_side(p, 0x230, from);
    machine_write(m, MACHINE_TWO_D, 0x2ac / 4, 3); /* SRCCOPY */
    /* bilinear, from corners: the first is between the first four */
    machine_write(m, MACHINE_TWO_D, 0x88c / 4, 1 | 1 << 4);
    const uint32_t words[] = {0, 0, (uint32_t)width, (uint32_t)height, 0, 2, 0, 2, 0, 1, 0, 1};
    machine_write_many(m, MACHINE_TWO_D, 0x8b0 / 4, words, 12);
}

/* clb0b5.h: OFFSET_IN, OFFSET_OUT, PITCH_IN, PITCH_OUT, LINE_LENGTH_IN, LINE_COUNT, LAUNCH_DMA */
void painter_copy(struct painter *p, const struct surface *from, const struct surface *to) {
    struct machine *m = p->run.m;
    const uint32_t size = (uint32_t)from->layout.size;
    machine_address(m, MACHINE_COPY, 0x400 / 4, from->address);
    machine_address(m, MACHINE_COPY, 0x408 / 4, to->address);
    machine_write_many(m, MACHINE_COPY, 0x410 / 4, (const uint32_t[]){size, size, size, 1}, 4);
    machine_write(m, MACHINE_COPY, 0x300 / 4, 2 | 1 << 7 | 1 << 8);
}
