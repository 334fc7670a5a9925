/* SPDX-License-Identifier: MIT */
#include "gpu/capture/describe_state.h"

#include "gpu/engine/state.h"

static const char *const stages[] = {
    "vertex A", "vertex", "tessellation control", "tessellation evaluation", "geometry", "pixel"};

static void describe_target(const struct target *t, const char *name, unsigned number, FILE *out) {
    fprintf(out, "       %s %u: 0x%lx, format %02x, %u x %u%s, %u %s", name, number,
            (unsigned long)t->address, t->format, t->width, t->height, t->pitch ? " (pitch)" : "",
            t->layers, t->volume ? "slices" : "layers");
    if (t->samples_x_log2 + t->samples_y_log2)
        fprintf(out, ", %u samples", 1u << (t->samples_x_log2 + t->samples_y_log2));
    fprintf(out, "\n");
}

static void describe_targets(const uint32_t *r, FILE *out) {
    struct state_targets t;
    state_targets(r, &t);
    for (unsigned i = 0; i < t.count; i++)
        if (t.map[i] < STATE_TARGETS && t.has_color[t.map[i]])
            describe_target(&t.color[t.map[i]], "colour", i, out);
    if (t.has_depth)
        describe_target(&t.depth, "depth", 0, out);
    fprintf(out, "       clip %d, %d to %d, %d\n", t.clip.x0, t.clip.y0, t.clip.x1, t.clip.y1);
}

static void describe_places(const uint32_t *r, FILE *out) {
    struct state_viewports v;
    struct state_scissors s;
    state_viewports(r, &v);
    state_scissors(r, &s);
    const struct state_viewport *first = &v.viewport[0];
    fprintf(out, "       viewport 0: scale %g %g %g, offset %g %g %g, depth %g to %g%s%s\n",
            (double)first->scale[0], (double)first->scale[1], (double)first->scale[2],
            (double)first->offset[0], (double)first->offset[1], (double)first->offset[2],
            (double)first->least_z, (double)first->most_z, v.minus_one ? ", from -w" : "",
            v.clamps_depth ? ", clamped" : "");
    if (s.enabled[0])
        fprintf(out, "       scissor 0: %d, %d to %d, %d\n", s.rect[0].x0, s.rect[0].y0,
                s.rect[0].x1, s.rect[0].y1);
}

static void describe_raster(const uint32_t *r, FILE *out) {
    static const char *const modes[] = {"fill", "line", "point"};
    struct state_raster s;
    state_raster(r, &s);
    fprintf(out, "       polygons: %s, %s%s%s, front %sclockwise%s\n",
            s.front_mode < 3 ? modes[s.front_mode] : "?", s.cull_front ? "front culled " : "",
            s.cull_back ? "back culled" : "", s.cull_front || s.cull_back ? "" : "none culled",
            s.front_counterclockwise ? "counter" : "", s.enabled ? "" : ", not rasterized");
    if (s.bias_polygons || s.bias_lines || s.bias_points)
        fprintf(out, "       bias %g, slope %g, clamp %g\n", (double)s.bias_constant,
                (double)s.bias_slope, (double)s.bias_clamp);
}

static void describe_pixels(const uint32_t *r, FILE *out) {
    struct state_output o;
    struct state_depth_stencil d;
    state_output(r, &o);
    state_depth_stencil(r, &d);
    for (unsigned i = 0; i < STATE_TARGETS; i++)
        if (o.blend[i].enabled)
            fprintf(out,
                    "       blend %u: colour %u (%u, %u), alpha %u (%u, %u) of VkBlendOp and "
                    "VkBlendFactor, mask %x\n",
                    i, o.blend[i].color_op, o.blend[i].color_source, o.blend[i].color_target,
                    o.blend[i].alpha_op, o.blend[i].alpha_source, o.blend[i].alpha_target,
                    o.mask[i]);
    if (o.mask[0] != 15 && !o.blend[0].enabled)
        fprintf(out, "       mask 0: %x\n", o.mask[0]);
    if (d.test)
        fprintf(out, "       depth: VkCompareOp %u%s\n", d.compare, d.write ? ", written" : "");
    if (d.stencil)
        fprintf(out, "       stencil: front %u (%u, %u, %u), reference %02x, masks %02x %02x\n",
                d.front.compare, d.front.fail, d.front.depth_fail, d.front.pass, d.front.reference,
                d.front.read_mask, d.front.write_mask);
    if (d.alpha_test)
        fprintf(out, "       alpha test: VkCompareOp %u, %g\n", d.alpha_compare,
                (double)d.alpha_reference);
}

static void describe_vertices(const uint32_t *r, FILE *out) {
    struct state_vertices v;
    state_vertices(r, &v);
    for (unsigned i = 0; i < STATE_ATTRIBUTES; i++) {
        const struct state_attribute *a = &v.attribute[i];
        if (!a->constant && v.array[a->array].enabled)
            fprintf(out, "       attribute %u: array %u + %u, widths %02x, numbers %u%s\n", i,
                    a->array, a->offset, a->widths, a->numbers, a->bgra ? ", bgra" : "");
    }
    for (unsigned i = 0; i < STATE_ARRAYS; i++) {
        const struct state_array *a = &v.array[i];
        if (!a->enabled)
            continue;
        fprintf(out, "       array %u: 0x%lx, %lu bytes, stride %u", i, (unsigned long)a->address,
                (unsigned long)a->size, a->stride);
        if (a->instanced)
            fprintf(out, ", an element for %u instances", a->divisor);
        fprintf(out, "\n");
    }
}

static void describe_programs(const struct three_state *state, FILE *out) {
    struct state_programs p;
    state_programs(state->registers, &p);
    for (unsigned i = 0; i < STATE_PROGRAMS; i++)
        if (p.program[i].enabled)
            fprintf(out, "       program of stage %s: 0x%lx + 0x%x\n", stages[i],
                    (unsigned long)p.region, p.program[i].offset);
    for (unsigned stage = 0; stage < THREE_STAGES; stage++)
        for (unsigned slot = 0; slot < THREE_CONSTANTS; slot++) {
            const struct constant_buffer *c = &state->constants[stage][slot];
            if (c->size && p.program[stage + 1].enabled)
                fprintf(out, "       constants %u of stage %s: 0x%lx, %u bytes\n", slot,
                        stages[stage + 1], (unsigned long)c->address, c->size);
        }
}

void describe_state(const struct three_state *state, FILE *out) {
    describe_targets(state->registers, out);
    describe_places(state->registers, out);
    describe_raster(state->registers, out);
    describe_pixels(state->registers, out);
    describe_vertices(state->registers, out);
    describe_programs(state, out);
}
