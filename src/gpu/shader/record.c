/* SPDX-License-Identifier: MIT */
#include "gpu/shader/record.h"

#include "gpu/shader/translate.h"

#include <string.h>

void record_write(const struct record *record, const void *object, struct strbuf *out) {
    for (size_t i = 0; i < record->count; i++) {
        const struct record_field *f = &record->fields[i];
        strbuf_add_bytes(out, (const uint8_t *)object + f->offset, f->size);
    }
}

static uint32_t number_at(const uint8_t *bytes, unsigned unit) {
    uint32_t number = 0;
    memcpy(&number, bytes, unit);
    return number;
}

void record_read(const struct record *record, struct reader *reader, void *object) {
    for (size_t i = 0; i < record->count; i++) {
        const struct record_field *f = &record->fields[i];
        uint8_t *to = (uint8_t *)object + f->offset;
        const size_t at = reader->at;
        reader_copy(reader, to, f->size, f->name);
        for (unsigned k = 0; k < f->size; k += f->unit) {
            const uint32_t number = number_at(to + k, f->unit);
            if (number > f->max) {
                reader_fail(reader, at + k, f->name, "is %u in a %s, at most %u", number,
                            record->name, f->max);
                memset(to, 0, f->size);
                return;
            }
        }
    }
}

enum { TRUTH = 1, ANY_BYTE = UINT8_MAX, ANY_HALF = UINT16_MAX, SLOT = SHADER_CONSTANT_SLOTS - 1 };
#define ANY_WORD UINT32_MAX

#define ROW(member, bytes, most) RECORD_FIELD(OF, member, bytes, most)

#define OF struct contract_storage
static const struct record_field storage_fields[] = {
    ROW(place.slot, 1, SLOT),
    ROW(place.offset, 2, ANY_HALF),
    ROW(written, 1, TRUTH),
};
#undef OF

#define OF struct contract_texture
static const struct record_field texture_fields[] = {
    ROW(place.slot, 1, SLOT),         ROW(place.offset, 2, ANY_HALF), ROW(sampler.slot, 1, SLOT),
    ROW(sampler.offset, 2, ANY_HALF), ROW(dim, 1, SHADER_BUFFER),     ROW(scalar, 1, SHADER_UINT),
    ROW(count, 1, ANY_BYTE),          ROW(array, 1, TRUTH),           ROW(multisampled, 1, TRUTH),
    ROW(compare, 1, TRUTH),           ROW(sampled, 1, TRUTH),
};
#undef OF

#define OF struct contract_image
static const struct record_field image_fields[] = {
    ROW(place.slot, 1, SLOT),    ROW(place.offset, 2, ANY_HALF), ROW(dim, 1, SHADER_BUFFER),
    ROW(scalar, 1, SHADER_UINT), ROW(count, 1, ANY_BYTE),        ROW(format, 1, ANY_BYTE),
    ROW(array, 1, TRUTH),        ROW(multisampled, 1, TRUTH),    ROW(read, 1, TRUTH),
    ROW(written, 1, TRUTH),      ROW(atomic, 1, TRUTH),
};
#undef OF

#define OF struct shader_contract
static const struct record_field contract_fields[] = {
    ROW(stage, 1, SHADER_STAGES - 1),
    ROW(constants, 4, (1u << SHADER_CONSTANT_SLOTS) - 1),
    ROW(constant_size, 4, 1 << 16),
    ROW(address_map, 1, TRUTH),
    ROW(map_written, 1, TRUTH),
    ROW(push, 1, TRUTH),
    ROW(lanes, 1, ANY_BYTE),
    ROW(storage_count, 4, SHADER_STORAGE_LIMIT),
    ROW(texture_count, 4, SHADER_TEXTURES_LIMIT),
    ROW(image_count, 4, SHADER_IMAGES_LIMIT),
    ROW(inputs, 4, ANY_WORD),
    ROW(outputs, 4, ANY_WORD),
    ROW(patch, 4, ANY_WORD),
    ROW(targets, 1, ANY_BYTE),
    ROW(depth, 1, TRUTH),
    ROW(sample_mask, 1, TRUTH),
    ROW(group, 4, ANY_WORD),
    ROW(shared_size, 4, ANY_WORD),
};
#undef OF

#define OF struct shader_key
static const struct record_field key_fields[] = {
    ROW(features, 4, ANY_WORD),       ROW(storage_alignment, 4, ANY_WORD),
    ROW(storage_limit, 4, ANY_WORD),  ROW(lanes, 1, ANY_BYTE),
    ROW(version, 1, ANY_BYTE),        ROW(set, 1, ANY_BYTE),
    ROW(map_only, 1, TRUTH),          ROW(vertex_scalar, 1, ANY_BYTE),
    ROW(target_scalar, 1, ANY_BYTE),  ROW(written, 4, ANY_WORD),
    ROW(targets, 1, ANY_BYTE),        ROW(one_color, 1, TRUTH),
    ROW(alpha_test, 1, ANY_BYTE),     ROW(point_size, 1, TRUTH),
    ROW(point_sprite, 1, TRUTH),      ROW(depth_minus_one, 1, TRUTH),
    ROW(position_swizzle, 1, 7),      ROW(window_positions, 1, TRUTH),
    ROW(dual_source, 1, TRUTH),       ROW(point_origin_bottom, 1, TRUTH),
    ROW(clip_distances, 1, ANY_BYTE), ROW(cull_distances, 1, ANY_BYTE),
    ROW(early_tests, 1, TRUTH),       ROW(post_depth_coverage, 1, TRUTH),
    ROW(per_sample, 1, TRUTH),        ROW(topology, 1, ANY_BYTE),
    ROW(patch_vertices, 1, ANY_BYTE), ROW(tess_primitive, 1, ANY_BYTE),
    ROW(tess_spacing, 1, ANY_BYTE),   ROW(tess_clockwise, 1, TRUTH),
    ROW(tess_points, 1, TRUTH),       ROW(group, 4, ANY_WORD),
    ROW(shared_size, 4, ANY_WORD),    ROW(local_size, 4, ANY_WORD),
    ROW(local_negative, 4, ANY_WORD), ROW(handles, 1, ANY_BYTE),
    ROW(handle_slot, 1, SLOT),        ROW(round_points, 1, TRUTH),
    ROW(local_window, 4, ANY_WORD),   ROW(shared_window, 4, ANY_WORD),
};
#undef OF

#define OF struct shader_fact
static const struct record_field fact_fields[] = {
    ROW(place.slot, 1, SLOT),    ROW(place.offset, 2, ANY_HALF), ROW(scalar, 1, ANY_BYTE),
    ROW(format, 1, ANY_BYTE),    ROW(count, 1, ANY_BYTE),        ROW(buffer, 1, TRUTH),
    ROW(multisampled, 1, TRUTH), ROW(dim, 1, ANY_BYTE),          ROW(array, 1, TRUTH),
    ROW(image, 1, TRUTH),        ROW(texels, 1, TRUTH),
};
#undef OF

#define RECORD(name, fields) {name, fields, sizeof fields / sizeof *fields}
const struct record record_storage = RECORD("storage buffer", storage_fields);
const struct record record_texture = RECORD("texture", texture_fields);
const struct record record_image = RECORD("image", image_fields);
const struct record record_contract = RECORD("contract", contract_fields);
const struct record record_key = RECORD("key", key_fields);
const struct record record_fact = RECORD("fact", fact_fields);
