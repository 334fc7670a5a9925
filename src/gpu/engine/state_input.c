/* SPDX-License-Identifier: MIT */
#include "gpu/engine/state.h"

#include "gpu/engine/state_registers.h"

/* Byte addresses of clb197.h. */
enum {
    API_EARLY_Z = 0x210,
    TESSELLATION = 0x320,
    TESSELLATION_OUTER = 0x324,
    TESSELLATION_INNER = 0x334,
    STREAM_OUT_BUFFER = 0x380,
    STREAM_OUT_CONTROL = 0x700,
    RASTER_INPUT = 0x740,
    LOCAL_MEMORY_WINDOW = 0x77c,
    STREAM_OUTPUT = 0x744,
    PATCH = 0xdcc,
    POST_Z_IMASK = 0xf1c,
    VERTEX_ATTRIBUTE = 0x1160,
    SAMPLER_BINDING = 0x1234,
    SAMPLER_POOL = 0x155c,
    HEADER_POOL = 0x1574,
    PROGRAM_REGION = 0x1608,
    RESTART = 0x1644,
    RESTART_INDEX = 0x1648,
    INDEX_BUFFER = 0x17c8,
    INDEX_LIMIT = 0x17d0,
    INDEX_SIZE = 0x17d8,
    STREAM_INSTANCED = 0x1880,
    VERTEX_STREAM = 0x1c00,
    VERTEX_LIMIT = 0x1f00,
    PIPELINE = 0x2000,
    BINDLESS_TEXTURE = 0x2608,
    STREAM_OUT_LAYOUT = 0x2800,
};

/* Bytes from an address to the last one that may be read. */
static uint64_t bytes_to(uint64_t address, uint64_t last) {
    return last >= address ? last - address + 1 : 0;
}

void state_vertices(const uint32_t *r, struct state_vertices *out) {
    for (unsigned i = 0; i < STATE_ARRAYS; i++) {
        unsigned at = VERTEX_STREAM + 0x10 * i;
        uint64_t address = address_at(r, at + 4);
        out->array[i] = (struct state_array){
            .enabled = flag_at(r, at, 12),
            .address = address,
            .size = bytes_to(address, address_at(r, VERTEX_LIMIT + 8 * i)),
            .stride = bits_at(r, at, 0, 12),
            .instanced = flag_at(r, STREAM_INSTANCED + 4 * i, 0),
            .divisor = word_at(r, at + 0xc),
        };
    }
    for (unsigned i = 0; i < STATE_ATTRIBUTES; i++) {
        unsigned at = VERTEX_ATTRIBUTE + 4 * i;
        out->attribute[i] = (struct state_attribute){
            .constant = flag_at(r, at, 6),
            .array = (uint8_t)bits_at(r, at, 0, 5),
            .offset = (uint16_t)bits_at(r, at, 7, 14),
            .widths = (uint8_t)bits_at(r, at, 21, 6),
            .numbers = (uint8_t)bits_at(r, at, 27, 3),
            .bgra = flag_at(r, at, 31),
        };
    }
}

void state_index(const uint32_t *r, struct state_index *out) {
    static const uint8_t sizes[4] = {1, 2, 4, 0};
    uint64_t address = address_at(r, INDEX_BUFFER);
    *out = (struct state_index){
        .address = address,
        .size = bytes_to(address, address_at(r, INDEX_LIMIT)),
        .bytes = sizes[bits_at(r, INDEX_SIZE, 0, 2)],
        .restart = flag_at(r, RESTART, 0),
        .restart_index = word_at(r, RESTART_INDEX),
    };
}

void state_programs(const uint32_t *r, struct state_programs *out) {
    *out = (struct state_programs){
        .region = address_at(r, PROGRAM_REGION),
        .patch_vertices = (uint8_t)bits_at(r, PATCH, 0, 8),
        .tess_primitive = (uint8_t)bits_at(r, TESSELLATION, 0, 2),
        .tess_spacing = (uint8_t)bits_at(r, TESSELLATION, 4, 2),
        .tess_points = bits_at(r, TESSELLATION, 8, 2) == 0,
        .tess_clockwise = bits_at(r, TESSELLATION, 8, 2) == 2,
        .early_tests = flag_at(r, API_EARLY_Z, 0),
        .post_depth_coverage = flag_at(r, POST_Z_IMASK, 0),
        .local_window = word_at(r, LOCAL_MEMORY_WINDOW),
    };
    for (unsigned i = 0; i < 4; i++)
        out->tess_outer[i] = float_at(r, TESSELLATION_OUTER + 4 * i);
    for (unsigned i = 0; i < 2; i++)
        out->tess_inner[i] = float_at(r, TESSELLATION_INNER + 4 * i);
    for (unsigned i = 0; i < STATE_PROGRAMS; i++) {
        unsigned at = PIPELINE + 0x40 * i, type = bits_at(r, at, 4, 4);
        if (!flag_at(r, at, 0) || type >= STATE_PROGRAMS)
            continue;
        out->program[type].enabled = true;
        out->program[type].offset = word_at(r, at + 4);
        out->program[type].registers = (uint8_t)word_at(r, at + 0xc);
    }
}

void state_pools(const uint32_t *r, struct state_pools *out) {
    *out = (struct state_pools){
        .textures = address_at(r, HEADER_POOL),
        .samplers = address_at(r, SAMPLER_POOL),
        .last_texture = bits_at(r, HEADER_POOL + 8, 0, 22),
        .last_sampler = bits_at(r, SAMPLER_POOL + 8, 0, 20),
        .handles = (uint8_t)bits_at(r, BINDLESS_TEXTURE, 0, 5),
        .sampler_with_texture = flag_at(r, SAMPLER_BINDING, 0),
    };
}

void state_stream_out(const uint32_t *r, struct state_stream_out *out) {
    out->enabled = flag_at(r, STREAM_OUTPUT, 0);
    out->raster_stream = (uint8_t)bits_at(r, RASTER_INPUT, 0, 2);
    for (unsigned i = 0; i < STATE_STREAMS; i++) {
        unsigned at = STREAM_OUT_BUFFER + 0x20 * i, control = STREAM_OUT_CONTROL + 0x10 * i;
        out->buffer[i].enabled = flag_at(r, at, 0);
        out->buffer[i].address = address_at(r, at + 4);
        out->buffer[i].size = word_at(r, at + 0xc);
        out->buffer[i].start = word_at(r, at + 0x10);
        out->buffer[i].stream = (uint8_t)bits_at(r, control, 0, 2);
        out->buffer[i].components = (uint8_t)bits_at(r, control + 4, 0, 8);
        out->buffer[i].stride = word_at(r, control + 8);
        for (unsigned k = 0; k < 128; k++)
            out->buffer[i].layout[k] =
                (uint8_t)bits_at(r, STREAM_OUT_LAYOUT + 0x80 * i + k / 4 * 4, k % 4 * 8, 8);
    }
}
