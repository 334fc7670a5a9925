/* SPDX-License-Identifier: MIT */
#include "deko3d/queue/queue.h"

#include "deko3d/macro/macros.h"
#include "deko3d/queue/set_up_methods.h"
#include "deko3d/record.h"

/* The 3D engine as the library wants it: what the console's sends, in the same order. Much of it is
 * only known by its values. */

enum row_kind { NOW, ONE, TWO, FOUR, FILL, HARDWARE, MACRO };
struct row {
    uint8_t kind;
    uint16_t method;
    uint32_t words[4];
};

/* One method: a word of 13 bits, a word, an address, two addresses. */
#define NOW(method, value)                                                                         \
    {                                                                                              \
        NOW, method, {                                                                             \
            value                                                                                  \
        }                                                                                          \
    }
#define ONE(method, value)                                                                         \
    {                                                                                              \
        ONE, method, {                                                                             \
            value                                                                                  \
        }                                                                                          \
    }
#define ADDRESS(method, a)                                                                         \
    {                                                                                              \
        TWO, method, {                                                                             \
            (uint32_t)((a) >> 32), (uint32_t)(a)                                                   \
        }                                                                                          \
    }
#define ADDRESS_SIZE(method, a, size)                                                              \
    {                                                                                              \
        FOUR, method, {                                                                            \
            (uint32_t)((a) >> 32), (uint32_t)(a), 0, (size)                                        \
        }                                                                                          \
    }
/* One value to `count` methods; bits of a register of the hardware; a macro of one word. */
#define FILL(method, step, count, value)                                                           \
    {                                                                                              \
        FILL, method, {                                                                            \
            (method) | (step) << 12, count, value                                                  \
        }                                                                                          \
    }
#define HARDWARE(address, value, bits)                                                             \
    {                                                                                              \
        HARDWARE, 0, {                                                                             \
            address, value, bits                                                                   \
        }                                                                                          \
    }
#define MACRO(macro, value)                                                                        \
    {                                                                                              \
        MACRO, macro, {                                                                            \
            value                                                                                  \
        }                                                                                          \
    }

static const struct {
    uint8_t mode, words; /* behind the head */
} kinds[] = {
    [NOW] = {PUT_IMMEDIATE, 0},   [ONE] = {PUT_INCREASING, 1}, [TWO] = {PUT_INCREASING, 2},
    [FOUR] = {PUT_INCREASING, 4}, [FILL] = {PUT_ONCE, 3},      [HARDWARE] = {PUT_ONCE, 3},
    [MACRO] = {PUT_ONCE, 1},
};

static unsigned method_of(const struct row *r) {
    static const uint8_t macros[] = {
        [FILL] = MACRO_FILL_REGISTERS, [HARDWARE] = MACRO_WRITE_HARDWARE_REGISTER};
    switch ((enum row_kind)r->kind) {
    case FILL:
    case HARDWARE:
        return MACRO_METHOD + 2u * macros[r->kind];
    case MACRO:
        return MACRO_METHOD + 2u * r->method;
    default:
        return r->method;
    }
}

static void put_rows(DkQueue q, const struct row *rows, size_t count) {
    for (const struct row *r = rows; r < rows + count; r++) {
        const unsigned words = kinds[r->kind].words;
        uint32_t *w = record_begin(&q->buffer, 1 + words, "dkQueueCreate");
        w = put_head(w, kinds[r->kind].mode, SUB_3D, method_of(r),
                     r->kind == NOW ? r->words[0] : words);
        for (unsigned i = 0; i < words; i++)
            *w++ = r->words[i];
        record_end(&q->buffer, w);
    }
}

#define PUT_ROWS(q, rows) put_rows(q, rows, sizeof(rows) / sizeof *(rows))

enum { VIEWPORTS = DK_NUM_VIEWPORTS, VIEWPORT_STEP = 8, CLIP_STEP = 4, SCISSOR_STEP = 4 };
enum shadow_control { SHADOW_TRACK, SHADOW_TRACK_FILTERED };

static void set_up_rasterizer(DkQueue q) {
    const struct row rows[] = {
        NOW(SET_ANTI_ALIAS_ENABLE, 0),
        NOW(SET_CSAA, 0),
        NOW(SET_ANTI_ALIAS, 0),
        NOW(SET_ANTI_ALIAS_ALPHA_CONTROL, 0),
        NOW(SET_ALPHA_FRACTION, 0x3f),
        FILL(SET_WINDOW_CLIP_HORIZONTAL, 1, 16, 0),
        NOW(SET_CLEAR_SURFACE_CONTROL, 0x101), /* clears honour stencil masks and scissors */
        FILL(SET_SCISSOR_ENABLE, SCISSOR_STEP, VIEWPORTS, 1),
        ONE(CHECK_SPH_VERSION, 0x30003),
        ONE(CHECK_AAM_VERSION, 0x20002),
        NOW(SET_DA_PRIMITIVE_RESTART_VERTEX_ARRAY, 0),
        NOW(SET_POINT_CENTER_MODE, 0),
        NOW(SET_SAMPLER_BINDING, 0),
        NOW(SET_PROVOKING_VERTEX, 1), /* the last one */
        NOW(SET_SHADER_EXCEPTIONS, 0),
        NOW(SET_L2_CACHE_CONTROL_FOR_VAF_REQUESTS, 0x10),
        NOW(SET_L2_CACHE_CONTROL_FOR_ROP_PREFETCH_READ_REQUESTS, 0x10),
        NOW(SET_L2_CACHE_CONTROL_FOR_ROP_NONINTERLOCKED_READ_REQUESTS, 0x10),
        NOW(SET_L2_CACHE_CONTROL_FOR_ROP_INTERLOCKED_READ_REQUESTS, 0x10),
        NOW(SET_L2_CACHE_CONTROL_FOR_ROP_NONINTERLOCKED_WRITE_REQUESTS, 0x10),
        NOW(SET_L2_CACHE_CONTROL_FOR_ROP_INTERLOCKED_WRITE_REQUESTS, 0x10),
        NOW(SET_API_VISIBLE_CALL_LIMIT, 8),
        NOW(SET_BLEND_PER_FORMAT_ENABLE, 0x10),
        NOW(SET_ATTRIBUTE_DEFAULT, 0xe),
        FILL(SET_VERTEX_STREAM_INSTANCE_A, 1, DK_MAX_VERTEX_BUFFERS, 0),
        NOW(SET_DA_OUTPUT, 1 << 12), /* gl_VertexID has the first vertex in it */
        NOW(SET_ZCULL_STATS, 1),
        NOW(SET_ALIASED_LINE_WIDTH_ENABLE, 1),
        NOW(SET_RENDER_ENABLE_CONTROL, 0),
        NOW(SET_PS_OUTPUT_SAMPLE_MASK_USAGE, 3),
        NOW(SET_BLEND_OPT_CONTROL, 1),
        NOW(SET_BLEND_FLOAT_OPTION, 1),
        NOW(SET_LINE_MODE_POLYGON_CLIP, 0),
        NOW(SET_TWO_SIDED_STENCIL_TEST, 1),
    };
    PUT_ROWS(q, rows);
}

static void set_up_memory(DkQueue q) {
    const DkGpuAddr scratch = queue_work(q, q->layout.scratch);
    const DkGpuAddr constants = queue_work(q, q->layout.constants);
    const DkGpuAddr runout = queue_work(q, q->layout.runout);
    const bool culls = !(q->flags & DkQueueFlags_DisableZcull);
    const struct row rows[] = {
        NOW(SET_BINDLESS_TEXTURE, 0), /* handles are in c0 */
        NOW(SET_SPA_VERSION, 0x503),
        ONE(SET_SHADER_LOCAL_MEMORY_WINDOW, 0x01000000),
        ADDRESS_SIZE(SET_SHADER_LOCAL_MEMORY_A, scratch, q->layout.scratch_size),
        NOW(SET_TIR_CONTROL, 0x13),
        NOW(SET_BALANCED_PRIMITIVE_WORKLOAD, 0),
        ONE(SET_RT_LAYER, 1 << 16), /* as the shader says */
        NOW(SET_COMPRESSION_THRESHOLD, 5),
        ONE(SET_PS_WARP_WATERMARKS, 8 | q->device->facts.warps << 16),
        HARDWARE(0x418800, 0x1, 0x1),
        HARDWARE(0x419a08, 0x0, 0x10),
        HARDWARE(0x419f78, 0x0, 0x8),
        HARDWARE(0x404468, 0x07ffffff, 0x3fffffff),
        HARDWARE(0x419a04, 0x1, 0x1),
        HARDWARE(0x419a04, 0x2, 0x2),
        NOW(SET_ZCULL, 0x11),
        NOW(SET_ZCULL_BOUNDS, 0),
        NOW(SET_ACTIVE_ZCULL_REGION, culls ? 0 : 0x3f),
        NOW(SCRATCH_STENCIL_CRITERION, 0),
        MACRO(MACRO_SET_STENCIL_CULL_CRITERIA, (DkCompareOp_NotEqual - 1) | 0xffu << 24),
        ONE(SET_INSTRUMENTATION_METHOD_HEADER, 0x49000000),
        ONE(SET_INSTRUMENTATION_METHOD_DATA, 0x49000001),
        {TWO, SCRATCH_DRIVER_CONSTANTS, {(uint32_t)(constants >> 8), DRIVER_SIZE}},
        ADDRESS(SET_VERTEX_STREAM_SUBSTITUTE_A, runout),
        MACRO(MACRO_SELECT_DRIVER_CONSTANTS, 0),
        FILL(BIND_GROUP_CONSTANT_BUFFER, 8, DkStage_MaxGraphics, 1), /* c0 of every stage */
    };
    PUT_ROWS(q, rows);
}

/* The device's conventions: depths from -1 to 1 or from 0, and where Y points. Viewports make
 * [0, 1] of [-1, 1] until the program sets some. */
static void set_up_viewports(DkQueue q) {
    const bool from_minus_one = dk_depth_minus_one(q->device);
    const uint32_t half = float_bits(0.5f);
    const struct row rows[] = {
        NOW(SET_ITERATED_BLEND, 0),
        NOW(SET_BLEND_STATE_PER_TARGET, 1),
        NOW(SET_EDGE_FLAG, 1),
        NOW(SET_VIEWPORT_SCALE_OFFSET, 1),
        ONE(SET_VIEWPORT_CLIP_CONTROL,
            0x181d), /* depths are clamped; no clipping at near and far */
        NOW(SET_VIEWPORT_Z_CLIP, from_minus_one ? 0 : 1),
        FILL(SET_VIEWPORT_SCALE_Z, VIEWPORT_STEP, VIEWPORTS, from_minus_one ? half : float_bits(1)),
        FILL(SET_VIEWPORT_OFFSET_Z, VIEWPORT_STEP, VIEWPORTS, from_minus_one ? half : 0),
        NOW(SET_WINDOW_ORIGIN, dk_lower_left(q->device) ? 1 << 4 : 0), /* turns triangles round */
        FILL(SET_VIEWPORT_SCALE_X, VIEWPORT_STEP, VIEWPORTS, half),
        FILL(SET_VIEWPORT_SCALE_Y, VIEWPORT_STEP, VIEWPORTS,
             dk_viewport_flips(q->device) ? float_bits(-0.5f) : half),
        FILL(SET_VIEWPORT_OFFSET_X, VIEWPORT_STEP, VIEWPORTS, half),
        FILL(SET_VIEWPORT_OFFSET_Y, VIEWPORT_STEP, VIEWPORTS, half),
        FILL(SET_VIEWPORT_CLIP_HORIZONTAL, CLIP_STEP, VIEWPORTS, 1 << 16),
        FILL(SET_VIEWPORT_CLIP_VERTICAL, CLIP_STEP, VIEWPORTS, 1 << 16),
        /* Clears without scissors put back what the program set last: these count as set. */
        NOW(SET_MME_SHADOW_RAM_CONTROL, SHADOW_TRACK),
        FILL(SET_SCISSOR_HORIZONTAL, SCISSOR_STEP, VIEWPORTS, 0xffff0000),
        FILL(SET_SCISSOR_VERTICAL, SCISSOR_STEP, VIEWPORTS, 0xffff0000),
        NOW(SET_MME_SHADOW_RAM_CONTROL, SHADOW_TRACK_FILTERED),
        FILL(SCRATCH_PROGRAM_IDS, 1, 6, 0),
        FILL(SCRATCH_PROGRAM_OFFSETS, 1, 6, 0),
        ONE(SCRATCH_DEPTH_TARGET, 0xffffffff),
    };
    PUT_ROWS(q, rows);
}

static void set_up_input_and_output(DkQueue q) {
    const DkGpuAddr highest = UINT64_C(0xffffffffff);
    const struct row rows[] = {
        FILL(SET_VERTEX_STREAM_A_LOCATION_A, 4, DK_MAX_VERTEX_BUFFERS, 0),
        FILL(SET_VERTEX_STREAM_A_LOCATION_B, 4, DK_MAX_VERTEX_BUFFERS, 0x1000),
        FILL(SET_VERTEX_STREAM_LIMIT_A_A, 2, DK_MAX_VERTEX_BUFFERS, 0),
        FILL(SET_VERTEX_STREAM_LIMIT_A_B, 2, DK_MAX_VERTEX_BUFFERS, 0xfff),
        ADDRESS(SET_INDEX_BUFFER_C, highest),
        NOW(SET_ZPASS_PIXEL_COUNT, 1),
        NOW(SET_USER_CLIP_ENABLE, 0xff),
        FILL(SET_SAMPLE_MASK_X0_Y0, 1, 4, 0xffff),
        NOW(SET_REDUCE_COLOR_THRESHOLDS_ENABLE, 0),
        NOW(SET_POINT_SPRITE, 1),
        NOW(SET_POINT_SPRITE_SELECT, 1 << 3),
        NOW(SET_ATTRIBUTE_POINT_SIZE, 1),
        ONE(SET_POINT_SIZE, float_bits(1)),
        NOW(PIPE_NOP, 0),
        NOW(SET_STENCIL_FUNC_MASK, 0xff),
        NOW(SET_STENCIL_MASK, 0xff),
        NOW(SET_BACK_STENCIL_FUNC_MASK, 0xff),
        NOW(SET_BACK_STENCIL_MASK, 0xff),
        NOW(SET_ZT_SIZE_C, 1),
        NOW(SET_CONSERVATIVE_RASTER, 0),
        HARDWARE(0x418800, 0, 0x01800000),
        NOW(SCRATCH_DILATED, 0),
        NOW(SET_RASTER_BOUNDING_BOX, 0),
        NOW(SET_TIR, 0),
        NOW(SET_TIR_MODULATION_FUNCTION, 0),
        NOW(SET_TIR_CONTROL, 0x13),
        NOW(SET_COVERAGE_TO_COLOR, 0),
        ADDRESS(SET_PROGRAM_REGION_A, q->device->code.base),
        NOW(SET_ALPHA_TO_COVERAGE_OVERRIDE, 0),
    };
    PUT_ROWS(q, rows);
}

static void set_up_tiled_cache(DkQueue q) {
    static const struct row rows[] = {
        HARDWARE(0x418e40, 0x00000007, 0x0000000f),    HARDWARE(0x418e58, 0x00000842, 0x0000ffff),
        HARDWARE(0x418e40, 0x00000070, 0x000000f0),    HARDWARE(0x418e58, 0x04f10000, 0xffff0000),
        HARDWARE(0x418e40, 0x00000700, 0x00000f00),    HARDWARE(0x418e5c, 0x00000053, 0x0000ffff),
        HARDWARE(0x418e40, 0x00007000, 0x0000f000),    HARDWARE(0x418e5c, 0x00e90000, 0xffff0000),
        HARDWARE(0x418e40, 0x00070000, 0x000f0000),    HARDWARE(0x418e60, 0x000000ea, 0x0000ffff),
        HARDWARE(0x418e40, 0x00700000, 0x00f00000),    HARDWARE(0x418e60, 0x00eb0000, 0xffff0000),
        HARDWARE(0x418e40, 0x07000000, 0x0f000000),    HARDWARE(0x418e64, 0x00000208, 0x0000ffff),
        HARDWARE(0x418e40, 0x70000000, 0xf0000000),    HARDWARE(0x418e64, 0x02090000, 0xffff0000),
        HARDWARE(0x418e44, 0x00000007, 0x0000000f),    HARDWARE(0x418e68, 0x0000020a, 0x0000ffff),
        HARDWARE(0x418e44, 0x00000070, 0x000000f0),    HARDWARE(0x418e68, 0x020b0000, 0xffff0000),
        HARDWARE(0x418e44, 0x00000700, 0x00000f00),    HARDWARE(0x418e6c, 0x00000644, 0x0000ffff),
        ONE(TILED_CACHE_TILE_SIZE, 0x80 | 0x80 << 16), ONE(TILED_CACHE_CONFIG, 0x1109),
        ONE(TILED_CACHE_CONFIG + 1, 0x08080202),       ONE(TILED_CACHE_CONFIG_2, 0x1f),
        ONE(TILED_CACHE_CONFIG + 2, 0x00080001),       NOW(SET_MUTABLE_METHOD_CONTROL, 0),
    };
    PUT_ROWS(q, rows);
}

void queue_set_up_3d(DkQueue q) {
    set_up_rasterizer(q);
    set_up_memory(q);
    set_up_viewports(q);
    set_up_input_and_output(q);
    set_up_tiled_cache(q);
}
