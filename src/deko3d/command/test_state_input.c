/* SPDX-License-Identifier: MIT */
/* What draws get: programs, constants, handles, vertices; draws, clears and reports themselves. */
#include "deko3d/command/test_state.h"

static void test_programs(void **state) {
    (void)state;
    DkShader shaders[DkStage_MaxGraphics];
    const DkShader *pointers[DkStage_MaxGraphics];
    memset(shaders, 0, sizeof shaders);
    for (unsigned i = 0; i < DkStage_MaxGraphics; i++) {
        shaders[i] = (DkShader){.magic = DK_SHADER_MAGIC,
                                .stage = (uint8_t)i,
                                .id = (uint16_t)(i + 1),
                                .code = 0x1000 * (i + 1) + 0x30,
                                .registers = 10 + i,
                                .constants_offset = 0x100 * i,
                                .constants_size = i == 2 ? 0 : 0x1f8};
        pointers[i] = &shaders[i];
    }
    shaders[DkStage_TessEval].tess_eval.param_c8 = 2 | 1 << 4 | 2 << 8;
    shaders[DkStage_Fragment].fragment.early_tests = true;
    shaders[DkStage_Fragment].fragment.per_sample = true;
    dkCmdBufBindShaders(b, DkStageFlag_GraphicsMask, pointers, DkStage_MaxGraphics);
    struct state_programs p;
    struct state_multisample m;
    const DkGpuAddr code = queue->device->code.base;
    for (unsigned round = 0; round < 2; round++) { /* the second time it is bound already */
        const uint32_t *registers = run();
        state_programs(registers, &p);
        state_multisample(registers, &m);
        assert_int_equal(p.region, code);
        assert_false(p.program[0].enabled);
        for (unsigned i = 0; i < DkStage_MaxGraphics; i++) {
            assert_true(p.program[i + 1].enabled);
            assert_int_equal(p.program[i + 1].offset, 0x1000 * (i + 1) + 0x30);
            assert_int_equal(p.program[i + 1].registers, 10 + i);
            const struct constant_buffer *c = &three_state(three)->constants[i][1];
            assert_int_equal(c->size, i == 2 ? 0 : 0x200);
            if (c->size)
                assert_int_equal(c->address, code + 0x100 * i);
        }
        assert_true(p.early_tests && m.per_sample);
        assert_int_equal(p.tess_primitive, 2);
        assert_int_equal(p.tess_spacing, 1);
        assert_true(p.tess_clockwise && !p.tess_points);
        dkCmdBufBindShaders(b, DkStageFlag_GraphicsMask, pointers, DkStage_MaxGraphics);
    }
    dkCmdBufBindShaders(b, DkStageFlag_GraphicsMask, &pointers[DkStage_Fragment], 1);
    state_programs(run(), &p);
    for (unsigned i = 0; i < DkStage_MaxGraphics; i++)
        assert_int_equal(p.program[i + 1].enabled, i == DkStage_Vertex || i == DkStage_Fragment);
}

static void test_bindings(void **state) {
    (void)state;
    for (unsigned stage = 0; stage < DkStage_MaxGraphics; stage++) {
        const DkBufExtents extents[2] = {{0x10000 * (stage + 1), 0x101}, {0x777700, 0x10000}};
        const DkResHandle handles[3] = {stage << 20 | 1, stage << 20 | 2, stage << 20 | 3};
        dkCmdBufBindUniformBuffers(b, (DkStage)stage, 14, extents, 2);
        dkCmdBufBindStorageBuffers(b, (DkStage)stage, 3, extents, 2);
        dkCmdBufBindTextures(b, (DkStage)stage, 31, handles, 2); /* the second is image 0 */
        dkCmdBufBindImages(b, (DkStage)stage, 7, handles + 2, 1);
    }
    const uint32_t *registers = run();
    for (unsigned stage = 0; stage < DkStage_MaxGraphics; stage++) {
        const struct constant_buffer *c = three_state(three)->constants[stage];
        assert_int_equal(c[16].address, 0x10000 * (stage + 1));
        assert_int_equal(c[16].size, 0x200);
        assert_int_equal(c[17].size, 0x10000);
        /* As compiled shaders read them. */
        const uint32_t *own = constants() + (0x10 + 0x1a0 * stage) / 4;
        assert_int_equal(own[31], stage << 20 | 1);
        assert_int_equal(own[32], stage << 20 | 2);
        assert_int_equal(own[39], stage << 20 | 3);
        const uint32_t *storage = own + 40 + 3 * 4;
        assert_int_equal(storage[0], 0x10000 * (stage + 1));
        assert_int_equal(storage[1], 0);
        assert_int_equal(storage[2], 0x101);
        assert_int_equal(storage[4], 0x777700);
    }
    assert_int_equal(registers[0x2608 / 4], 0); /* handles lie in constant buffer 0 */
    const DkBufExtents nothing = {0, 0};
    dkCmdBufBindUniformBuffers(b, DkStage_Geometry, 14, &nothing, 1);
    dkCmdBufBindImageDescriptorSet(b, 0x123456720, 100);
    dkCmdBufBindSamplerDescriptorSet(b, 0x223456720, 7);
    struct state_pools p;
    state_pools(run(), &p);
    assert_int_equal(three_state(three)->constants[DkStage_Geometry][16].size, 0);
    assert_int_equal(three_state(three)->constants[DkStage_Geometry][17].size, 0x10000);
    assert_int_equal(p.textures, 0x123456720);
    assert_int_equal(p.last_texture, 99);
    assert_int_equal(p.samplers, 0x223456720);
    assert_int_equal(p.last_sampler, 6);
}

static void test_vertices(void **state) {
    (void)state;
    static const DkVtxAttribSize sizes[] = {DkVtxAttribSize_1x32, DkVtxAttribSize_4x32,
                                            DkVtxAttribSize_4x8, DkVtxAttribSize_10_10_10_2};
    static struct state_vertices v;
    for (unsigned round = 0; round < ROUNDS; round++) {
        const unsigned count = below(33), buffer_count = below(17), first = below(16);
        DkVtxAttribState a[32];
        DkVtxBufferState s[16];
        memset(a, 0, sizeof a);
        for (unsigned i = 0; i < count; i++) {
            a[i].bufferId = below(16);
            a[i].offset = below(0x4000);
            a[i].size = sizes[below(4)];
            a[i].type = (DkVtxAttribType)(1 + below(7));
            a[i].isFixed = below(2);
            a[i].isBgra = below(2);
        }
        for (unsigned i = 0; i < buffer_count; i++)
            s[i] = (DkVtxBufferState){below(4096), below(2) ? below(100) : 0};
        const DkBufExtents e = {below(1000) * UINT64_C(0x12345678), below(2) ? below(100000) : 0};
        dkCmdBufBindVtxAttribState(b, a, count);
        dkCmdBufBindVtxBufferState(b, s, buffer_count);
        dkCmdBufBindVtxBuffers(b, first, &e, 1);
        state_vertices(run(), &v);
        for (unsigned i = 0; i < 32; i++) {
            const struct state_attribute *t = &v.attribute[i];
            assert_int_equal(t->constant, i < count ? a[i].isFixed : 1);
            if (i >= count)
                continue;
            assert_int_equal(t->array, a[i].bufferId);
            assert_int_equal(t->offset, a[i].offset);
            assert_int_equal(t->widths, a[i].size);
            assert_int_equal(t->numbers, a[i].type);
            assert_int_equal(t->bgra, a[i].isBgra);
        }
        for (unsigned i = 0; i < 16; i++) {
            assert_int_equal(v.array[i].enabled, i < buffer_count);
            if (i >= buffer_count)
                continue;
            assert_int_equal(v.array[i].stride, s[i].stride);
            assert_int_equal(v.array[i].instanced, s[i].divisor != 0);
            if (s[i].divisor)
                assert_int_equal(v.array[i].divisor, s[i].divisor);
        }
        assert_int_equal(v.array[first].size, e.size);
        if (e.size)
            assert_int_equal(v.array[first].address, e.addr);
    }
}

static void test_indices(void **state) {
    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        dkCmdBufBindIdxBuffer(b, (DkIdxFormat)i, 0x123456700);
        dkCmdBufSetPrimitiveRestart(b, i != 1, 0xff + i);
        dkCmdBufSetPatchSize(b, 3 + i);
        dkCmdBufSetTessOuterLevels(b, 1, 2, 3, (float)i);
        dkCmdBufSetTessInnerLevels(b, 5, 6);
        struct state_index x;
        struct state_programs p;
        const uint32_t *registers = run();
        state_index(registers, &x);
        state_programs(registers, &p);
        assert_int_equal(x.address, 0x123456700);
        assert_int_equal(x.bytes, 1 << i);
        assert_int_equal(x.restart, i != 1);
        if (x.restart)
            assert_int_equal(x.restart_index, 0xff + i);
        assert_int_equal(p.patch_vertices, 3 + i);
        assert_true(p.tess_outer[0] == 1 && p.tess_outer[3] == (float)i && p.tess_inner[1] == 6);
    }
}

/* ---- what acts ---- */

static const struct note *only(enum note_kind kind) {
    const struct note *found = NULL;
    for (size_t i = 0; i < n.count; i++)
        if (n.notes[i].kind == kind) {
            assert_null(found);
            found = &n.notes[i];
        }
    assert_non_null(found);
    return found;
}

/* Instances are one draw; first vertex and instance are where they were asked for. */
static void test_draws(void **state) {
    (void)state;
    run();
    n.count = 0;
    dkCmdBufDraw(b, DkPrimitive_TriangleStrip, 30, 4, 7, 3);
    run();
    const struct draw *d = &only(NOTE_DRAW)->draw;
    assert_int_equal(d->primitive, DkPrimitive_TriangleStrip);
    assert_int_equal(d->count, 30);
    assert_int_equal(d->first, 7);
    assert_int_equal(d->instances, 4);
    assert_int_equal(d->first_instance, 3);
    assert_false(d->indexed);
    assert_int_equal(constants()[1], 0); /* gl_BaseInstance is 0 again */
    n.count = 0;
    dkCmdBufDrawIndexed(b, DkPrimitive_Lines, 12, 1, 6, -5, 0);
    run();
    d = &only(NOTE_DRAW)->draw;
    assert_int_equal(d->primitive, DkPrimitive_Lines);
    assert_int_equal(d->count, 12);
    assert_int_equal(d->first, 6);
    assert_int_equal(d->base_vertex, -5);
    assert_true(d->indexed);
    assert_int_equal(constants()[0], 0);
    n.count = 0;
    dkCmdBufDraw(b, DkPrimitive_Points, 30, 0, 0, 0);
    run();
    for (size_t i = 0; i < n.count; i++)
        assert_int_not_equal(n.notes[i].kind, NOTE_DRAW);
}

static void test_clears(void **state) {
    (void)state;
    dkCmdBufSetStencil(b, DkFace_FrontAndBack, 0x3c, 0, 0xff);
    run();
    n.count = 0;
    dkCmdBufClearDepthStencil(b, false, 0, 0xf0, 0x5a);
    struct state_clear c;
    struct state_depth_stencil d;
    const uint32_t *registers = run();
    const struct note *note = only(NOTE_CLEAR);
    state_clear(registers, note->value, &c);
    state_depth_stencil(registers, &d);
    assert_true(c.stencil && !c.depth && !c.color);
    assert_int_equal(c.stencil_value, 0x5a);
    assert_int_equal(d.front.write_mask, 0x3c); /* it is as before */
}

static void test_reports(void **state) {
    (void)state;
    const DkGpuAddr at = memory.pitch + SUBMIT_BYTES - 16;
    run();
    n.count = 0;
    dkCmdBufReportCounter(b, DkCounter_FragmentShaderInvocations, at);
    run();
    /* The queue's own fences are reports, too: the first one is ours. */
    size_t i = 0;
    while (i < n.count && n.notes[i].kind != NOTE_REPORT)
        i++;
    assert_true(i < n.count);
    assert_int_equal(n.notes[i].report.address, at);
    assert_int_equal(n.notes[i].report.counter, REPORT_FRAGMENT_SHADERS);
    assert_false(n.notes[i].report.one_word);
    dkCmdBufResetCounter(b, DkCounter_SamplesPassed);
    n.count = 0;
    run();
    assert_int_equal(only(NOTE_RESET)->value, REPORT_SAMPLES_64);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        EACH(test_programs), EACH(test_bindings), EACH(test_vertices), EACH(test_indices),
        EACH(test_draws),    EACH(test_clears),   EACH(test_reports),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
