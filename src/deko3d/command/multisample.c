/* SPDX-License-Identifier: MIT */
#include "deko3d/image/surface.h"
#include "deko3d/record.h"

#include <string.h>

/* Names of NVIDIA's clb197.h. */
enum {
    SET_TIR = 0x0fb4 / 4,
    SET_ANTI_ALIAS_RASTER = 0x0fb8 / 4,
    SET_SAMPLE_MASK_X0_Y0 = 0x0fbc / 4, /* of four pixels */
    SET_TIR_MODULATION = 0x0fd4 / 4,
    SET_TIR_MODULATION_FUNCTION = 0x0fd8 / 4,
    SET_TIR_MODULATION_COEFFICIENT_TABLE = 0x1030 / 4,
    SET_ANTI_ALIAS_SAMPLE_POSITIONS = 0x11e0 / 4,
    SET_COVERAGE_TO_COLOR = 0x11f8 / 4,
    SET_ALPHA_TO_COVERAGE_DITHER_CONTROL = 0x12e0 / 4,
    SET_ANTI_ALIAS_ENABLE = 0x1534 / 4,
    SET_ANTI_ALIAS_ALPHA_CONTROL = 0x153c / 4,
};

enum { LOCATIONS = 16, COEFFICIENTS = 16, COVERAGE_TARGET_SHIFT = 4 };

/* In sixteenths of a pixel: 0 to 15. */
static unsigned encode_location(float x) {
    if (!(x > 0))
        return 0;
    return x > 0.9375f ? 15 : (unsigned)(x * 16.0f + 0.5f);
}

/* Those of Direct3D: a byte a sample (x in the low half), of four pixels by turns. */
static const uint32_t *default_locations(DkMsMode mode) {
    static const uint32_t one[4] = {0x88888888, 0x88888888, 0x88888888, 0x88888888};
    static const uint32_t two[4] = {0x44cc44cc, 0x44cc44cc, 0x44cc44cc, 0x44cc44cc};
    static const uint32_t four[4] = {0xeaa26e26, 0xeaa26e26, 0xeaa26e26, 0xeaa26e26};
    static const uint32_t eight[4] = {0x359db759, 0x1ffb71d3, 0x359db759, 0x1ffb71d3};
    switch (mode) {
    case DkMsMode_2x:
        return two;
    case DkMsMode_4x:
        return four;
    case DkMsMode_8x:
        return eight;
    default:
        return one;
    }
}

void dkMultisampleStateSetLocations(DkMultisampleState *obj, DkSampleLocation const *locations,
                                    uint32_t numLocations) {
    const DkMsMode mode = obj->rasterizerMode > obj->mode ? obj->rasterizerMode : obj->mode;
    if (!locations) {
        memcpy(obj->sampleLocations, default_locations(mode), sizeof obj->sampleLocations);
        return;
    }
    if (!numLocations)
        return;
    uint32_t encoded[4] = {0};
    for (unsigned i = 0; i < LOCATIONS; i++) {
        const DkSampleLocation *l = &locations[i % numLocations];
        encoded[i / 4] |= (encode_location(l->x) | encode_location(l->y) << 4) << i % 4 * 8;
    }
    memcpy(obj->sampleLocations, encoded, sizeof encoded);
}

void dkCmdBufBindMultisampleState(DkCmdBuf b, DkMultisampleState const *state) {
    DK_CHECK_POINTER(b->device, state);
    uint32_t *w = record_begin(b, 12, __func__);
    w = put_now(w, SUB_3D, SET_ANTI_ALIAS_ALPHA_CONTROL, state->alphaToCoverageEnable);
    w = put_now(w, SUB_3D, SET_ANTI_ALIAS_ENABLE, state->mode || state->rasterizerMode);
    w = put_now(w, SUB_3D, SET_ALPHA_TO_COVERAGE_DITHER_CONTROL, state->alphaToCoverageDither);
    w = put_many(w, SUB_3D, SET_ANTI_ALIAS_SAMPLE_POSITIONS, 4);
    memcpy(w, state->sampleLocations, sizeof state->sampleLocations);
    w += 4;
    /* More samples than the targets have: those that are covered make one fraction. */
    const bool independent = state->rasterizerMode > state->mode;
    w = put_now(w, SUB_3D, SET_TIR, independent);
    if (independent) {
        w = put_now(w, SUB_3D, SET_ANTI_ALIAS_RASTER, image_msaa_mode(state->rasterizerMode));
        w = put_now(w, SUB_3D, SET_TIR_MODULATION, state->coverageModulation);
    }
    w = put_now(w, SUB_3D, SET_COVERAGE_TO_COLOR,
                state->coverageToColorEnable | (unsigned)state->coverageToColorOutput
                                                   << COVERAGE_TARGET_SHIFT);
    record_end(b, w);
}

void dkCmdBufSetSampleMask(DkCmdBuf b, uint32_t mask) {
    uint32_t *w = record_begin(b, 5, __func__);
    w = put_many(w, SUB_3D, SET_SAMPLE_MASK_X0_Y0, 4);
    for (unsigned i = 0; i < 4; i++)
        *w++ = mask;
    record_end(b, w);
}

/* In sixteenths, as the upper five bits of a byte. */
static uint32_t encode_coefficient(float value) {
    if (!(value > 0))
        return 0;
    return value > 1.0f ? 16 << 3 : (uint32_t)(value * 16.0f + 0.5f) << 3;
}

void dkCmdBufSetCoverageModulationTable(DkCmdBuf b, float const table[16]) {
    uint32_t *w = record_begin(b, 6, __func__);
    w = put_now(w, SUB_3D, SET_TIR_MODULATION_FUNCTION, table != NULL);
    if (table) {
        w = put_many(w, SUB_3D, SET_TIR_MODULATION_COEFFICIENT_TABLE, COEFFICIENTS / 4);
        for (unsigned i = 0; i < COEFFICIENTS; i += 4)
            *w++ = encode_coefficient(table[i]) | encode_coefficient(table[i + 1]) << 8 |
                   encode_coefficient(table[i + 2]) << 16 | encode_coefficient(table[i + 3]) << 24;
    }
    record_end(b, w);
}
