/* SPDX-License-Identifier: MIT */
#include "bound.h"

#include <string.h>

enum { DRIVER_SIZE = 0x900, POOL = 64, HEADER = 4 * DESCRIPTOR_WORDS, QMD_WORDS = 64 };

/* Methods by byte addresses: clb197.h and clb1c0.h. */
enum {
    THREE_SAMPLER_POOL = 0x155c,
    THREE_TEXTURE_POOL = 0x1574,
    THREE_CONSTANT_SELECTOR = 0x2380,
    THREE_BIND_GROUP = 0x2410,
    BIND_GROUP_SIZE = 0x20,
    COMPUTE_SAMPLER_POOL = 0x155c,
    COMPUTE_TEXTURE_POOL = 0x1574,
    COMPUTE_LAUNCH_ADDRESS = 0x2b4,
    COMPUTE_LAUNCH = 0x2bc,
};

static void put_pool(struct bound *b, unsigned subchannel, unsigned method, uint64_t address) {
    machine_address(b->m, subchannel, method / 4, address);
    machine_write(b->m, subchannel, method / 4 + 2, POOL - 1);
}

void bound_init(struct bound *b, struct machine *m) {
    *b = (struct bound){.m = m};
    b->driver = machine_memory(m, DRIVER_SIZE, 256);
    b->textures = machine_memory(m, POOL * HEADER, 32);
    b->samplers = machine_memory(m, POOL * HEADER, 32);
    put_pool(b, MACHINE_THREE, THREE_SAMPLER_POOL, b->samplers);
    put_pool(b, MACHINE_THREE, THREE_TEXTURE_POOL, b->textures);
    put_pool(b, MACHINE_COMPUTE, COMPUTE_SAMPLER_POOL, b->samplers);
    put_pool(b, MACHINE_COMPUTE, COMPUTE_TEXTURE_POOL, b->textures);
    machine_write(m, MACHINE_THREE, THREE_CONSTANT_SELECTOR / 4, DRIVER_SIZE);
    machine_address(m, MACHINE_THREE, THREE_CONSTANT_SELECTOR / 4 + 1, b->driver);
    for (unsigned stage = 0; stage < 5; stage++)
        machine_write(m, MACHINE_THREE, (THREE_BIND_GROUP + stage * BIND_GROUP_SIZE) / 4, 1);
}

uint32_t bound_header(struct bound *b, const struct texture_header *header) {
    uint32_t words[DESCRIPTOR_WORDS];
    header_encode(header, words);
    memcpy(machine_at(b->m, b->textures + b->texture_count * HEADER), words, sizeof words);
    return b->texture_count++;
}

uint32_t bound_sampler(struct bound *b, const struct sampler_header *sampler) {
    uint32_t words[DESCRIPTOR_WORDS];
    sampler_encode(sampler, words);
    memcpy(machine_at(b->m, b->samplers + b->sampler_count * HEADER), words, sizeof words);
    return b->sampler_count++;
}

static void put_words(struct bound *b, uint32_t at, const uint32_t *words, size_t count) {
    memcpy(machine_at(b->m, b->driver + at), words, 4 * count);
}

void bound_texture(struct bound *b, enum bound_place at, unsigned slot, uint32_t header,
                   uint32_t sampler) {
    put_words(b, at + 4 * slot, (const uint32_t[]){header | sampler << 20}, 1);
}

void bound_image(struct bound *b, enum bound_place at, unsigned slot, uint32_t header) {
    enum { IMAGES = 0x80 };
    put_words(b, at + IMAGES + 4 * slot, &header, 1);
}

void bound_storage(struct bound *b, enum bound_place at, unsigned slot, uint64_t address,
                   uint32_t size) {
    enum { STORAGE = 0xa0, EACH = 16 };
    put_words(b, at + STORAGE + EACH * slot,
              (const uint32_t[]){(uint32_t)address, (uint32_t)(address >> 32), size}, 3);
}

/* ---- launches ---- */

/* Bits of the block, those of QMDV01_07 in clb1c0qmd.h. */
static void put_bits(uint32_t *block, unsigned low, uint32_t value) {
    block[low / 32] |= value << low % 32;
}

static void put_constants(uint32_t *block, unsigned slot, uint64_t address, uint32_t size) {
    put_bits(block, 640 + slot, 1);
    put_bits(block, 928 + 64 * slot, (uint32_t)address);
    put_bits(block, 960 + 64 * slot, (uint32_t)(address >> 32));
    put_bits(block, 975 + 64 * slot, size);
}

uint64_t bound_block(struct bound *b, const struct bound_launch *l) {
    const uint64_t at = machine_memory(b->m, 4 * QMD_WORDS, 256);
    uint32_t block[QMD_WORDS] = {0};
    put_bits(block, 256, machine_shader(b->m, l->text));
    put_bits(block, 384, l->groups[0]);
    put_bits(block, 416, l->groups[1]);
    put_bits(block, 432, l->groups[2]);
    put_bits(block, 544, l->shared);
    put_bits(block, 576, 7);
    put_bits(block, 580, 1);
    put_bits(block, 592, l->threads[0]);
    put_bits(block, 608, l->threads[1]);
    put_bits(block, 624, l->threads[2]);
    put_bits(block, 1440, l->local);
    put_constants(block, 0, b->driver, DRIVER_SIZE);
    for (unsigned i = 0; i < 6; i++)
        if (l->constants[i].size)
            put_constants(block, i + 2, l->constants[i].address, l->constants[i].size);
    memcpy(machine_at(b->m, at), block, sizeof block);
    return at;
}

void bound_start(struct bound *b, uint64_t block) {
    machine_write(b->m, MACHINE_COMPUTE, COMPUTE_LAUNCH_ADDRESS / 4, (uint32_t)(block >> 8));
    machine_write(b->m, MACHINE_COMPUTE, COMPUTE_LAUNCH / 4, 3);
}

void bound_launch(struct bound *b, const struct bound_launch *launch) {
    bound_start(b, bound_block(b, launch));
}

/* ---- memory ---- */

/* cla140.h: one line without a layout. */
void bound_push(struct bound *b, uint64_t address, const uint32_t *words, uint32_t count) {
    enum { LINE_LENGTH = 0x180, LINE_COUNT = 0x184, TO = 0x188, LAUNCH = 0x1b0, DATA = 0x1b4 };
    enum { PITCH = 1, FLUSH = 1 << 4 };
    machine_write(b->m, MACHINE_INLINE, LINE_LENGTH / 4, 4 * count);
    machine_write(b->m, MACHINE_INLINE, LINE_COUNT / 4, 1);
    machine_address(b->m, MACHINE_INLINE, TO / 4, address);
    machine_write(b->m, MACHINE_INLINE, LAUNCH / 4, PITCH | FLUSH);
    for (uint32_t i = 0; i < count; i++)
        machine_write(b->m, MACHINE_INLINE, DATA / 4, words[i]);
}

/* clb0b5.h. */
void bound_copy(struct bound *b, uint64_t to, uint64_t from, uint32_t size) {
    enum { LAUNCH = 0x300, FROM = 0x400, TO = 0x408, LINE_LENGTH = 0x418, LINE_COUNT = 0x41c };
    enum { NOT_PIPELINED = 2, FLUSH = 1 << 2, FROM_PITCH = 1 << 7, TO_PITCH = 1 << 8 };
    machine_address(b->m, MACHINE_COPY, FROM / 4, from);
    machine_address(b->m, MACHINE_COPY, TO / 4, to);
    machine_write(b->m, MACHINE_COPY, LINE_LENGTH / 4, size);
    machine_write(b->m, MACHINE_COPY, LINE_COUNT / 4, 1);
    machine_write(b->m, MACHINE_COPY, LAUNCH / 4, NOT_PIPELINED | FLUSH | FROM_PITCH | TO_PITCH);
}
