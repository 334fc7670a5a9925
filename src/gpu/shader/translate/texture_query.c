/* SPDX-License-Identifier: MIT */
/* TXQ, TMML: what there is of a texture, and which level would be sampled. */
#include "gpu/shader/translate/image.h"
#include "gpu/shader/translate/texture.h"
#include "gpu/shader/translate/values.h"

#include <string.h>

/* TXQ does not say what it asks: another instruction with the same handle may, or the key. */
struct asked {
    bool image;
    struct texture_use texture;
    struct image_use shape;
};

static bool is_image(const struct isa_instruction *in) {
    return isa_has_modifier(in->row, ISA_MOD_SUDIM);
}

static bool is_of(const struct shader_origin *o, struct shader_place place) {
    return (o->kind == ORIGIN_PLACE || o->kind == ORIGIN_INDEXED || o->kind == ORIGIN_MERGED) &&
           handle_same(o->place, place);
}

/* What the contract has of the place already. */
static bool find_listed(const struct translator *t, struct shader_place place, struct asked *out) {
    const struct shader_contract *c = &t->contract;
    for (uint32_t i = 0; i < c->texture_count; i++)
        if (handle_same(c->textures[i].place, place)) {
            const struct contract_texture *x = &c->textures[i];
            out->texture = (struct texture_use){.dim = x->dim,
                                                .array = x->array,
                                                .compare = x->compare,
                                                .multisampled = x->multisampled};
            return true;
        }
    for (uint32_t i = 0; i < c->image_count; i++)
        if (handle_same(c->images[i].place, place)) {
            out->image = true;
            out->shape.dim = c->images[i].dim;
            out->shape.array = c->images[i].array;
            return true;
        }
    return false;
}

static bool find_user(const struct translator *t, struct shader_place place, struct asked *out) {
    for (size_t i = 0; i < t->origins.count; i++) {
        const struct shader_origin *o = &t->origins.list[i];
        struct isa_instruction in;
        uint64_t word;
        memcpy(&word, t->program->code.data + o->at, sizeof word);
        if (!is_of(o, place) || !isa_decode(word, &in) || in.row->class == ISA_TXQ)
            continue;
        out->image = is_image(&in);
        if (out->image) {
            out->shape = image_shape(&in);
            return true;
        }
        if (texture_use(&in, &out->texture))
            return true;
    }
    return false;
}

/* An image of a cube has its faces as layers. */
static struct asked what_is_asked(const struct translator *t, struct shader_place place) {
    const struct shader_fact *fact = handle_fact(t, place);
    struct asked a = {0};
    if (!find_listed(t, place, &a) && !find_user(t, place, &a)) {
        const bool faces = fact->image && fact->dim == SHADER_CUBE;
        a.image = fact->image;
        a.texture.dim = a.shape.dim = faces ? SHADER_2D : fact->dim;
        a.texture.array = a.shape.array = faces || fact->array;
    }
    a.shape.scalar = fact->scalar;
    a.shape.multisampled = fact->multisampled && a.shape.dim == SHADER_2D;
    return a;
}

/* ---- TXQ ---- */

struct query {
    bool image, samples; /* samples: what is asked is how many there are */
    struct texture texture;
    struct image storage;
    uint32_t level;
    unsigned mask;
};

/* Width, height and depth or layers: as many as the shape has. */
static unsigned size_parts(uint8_t dim, bool array) {
    static const uint8_t parts[] = {
        [SHADER_1D] = 1, [SHADER_2D] = 2, [SHADER_3D] = 3, [SHADER_CUBE] = 2, [SHADER_BUFFER] = 1};
    return parts[dim] + array;
}

static uint32_t four(struct translator *t, const uint32_t of[4]) {
    return texture_vector(t, type_u32(t), 4, of);
}

/* What the code will shift to have texels is counted in samples. */
static void scale(struct translator *t, uint32_t image, uint32_t of[4]) {
    const uint32_t type = type_u32(t);
    uint32_t bits[2];
    image_sample_bits(t, op1(t, SpvOpImageQuerySamples, type, image), bits);
    for (unsigned i = 0; i < 2; i++)
        of[i] = op2(t, SpvOpShiftLeftLogical, type, of[i], bits[i]);
}

static uint32_t emit_size(struct translator *t, uint32_t pointer, void *context) {
    const struct query *q = context;
    const struct texture_use *use = &q->texture.use;
    const struct image_use *shape = &q->storage.use;
    const uint32_t type = type_u32(t), one = u32_constant(t, 1);
    const bool multisampled = q->image ? shape->multisampled : use->multisampled;
    const bool levels = !q->image && !multisampled && use->dim != SHADER_BUFFER;
    const unsigned count =
        q->image ? size_parts(shape->dim, shape->array) : size_parts(use->dim, use->array);
    const uint32_t size_type = count == 1 ? type : spirv_vector(&t->m, type, count);
    const uint32_t image = q->image ? handle_load(t, &q->storage.handle, q->storage.type, pointer)
                                    : texture_image(t, &q->texture, pointer);
    uint32_t of[4] = {one, one, one, one};
    if (q->samples) {
        if (multisampled)
            of[2] = op1(t, SpvOpImageQuerySamples, type, image);
        return four(t, of);
    }
    const uint32_t size = levels ? op2(t, SpvOpImageQuerySizeLod, size_type, image, q->level)
                                 : op1(t, SpvOpImageQuerySize, size_type, image);
    for (unsigned i = 0; i < count; i++)
        of[i] = count == 1 ? size : op2(t, SpvOpCompositeExtract, type, size, i);
    if (q->image && multisampled)
        scale(t, image, of);
    if (levels && q->mask & 8)
        of[3] = op1(t, SpvOpImageQueryLevels, type, image);
    return four(t, of);
}

void translate_txq(struct translator *t, const struct isa_instruction *in) {
    enum { ONLY_SAMPLES = 4 };
    const unsigned what = in->modifier[ISA_MOD_TXQ];
    struct texture_use use;
    struct handle handle;
    uint32_t words[4];
    struct query q = {.samples = what == ISA_TXQ_TEXTURE_TYPE,
                      .mask = (unsigned)in->operand[ISA_ARG_S].value};
    if (what != ISA_TXQ_DIMENSION && (!q.samples || q.mask & ~ONLY_SAMPLES))
        translate_unknown(t, in, "it asks what only the GPU knows");
    if (!texture_use(in, &use) || t->failed)
        return;
    q.level = texture_word(t, &use, TEXTURE_LEVEL);
    handle_find(t, in, use.part[TEXTURE_HANDLE], &handle);
    if (t->failed)
        return;
    struct asked asked = what_is_asked(t, handle.place);
    q.image = asked.image;
    spirv_capability(&t->m, SpvCapabilityImageQuery);
    if (q.image)
        image_bind_any(t, &asked.shape, &handle, &q.storage);
    else
        texture_bind_use(t, &asked.texture, &handle, TEXTURE_FETCHED, &q.texture);
    if (t->failed)
        return;
    const uint32_t type = type_u32(t);
    const uint32_t all = handle_each(t, q.image ? &q.storage.handle : &q.texture.handle,
                                     q.image ? q.storage.variable : q.texture.variable,
                                     q.image ? q.storage.type : q.texture.loaded,
                                     spirv_vector(&t->m, type, 4), emit_size, &q);
    for (unsigned i = 0; i < 4; i++)
        words[i] = op2(t, SpvOpCompositeExtract, type, all, i);
    texture_result_words(t, in, words);
}

/* ---- TMML ---- */

struct level_query {
    const struct texture *x;
    uint32_t at;
};

static uint32_t emit_level(struct translator *t, uint32_t pointer, void *context) {
    const struct level_query *q = context;
    const uint32_t loaded = handle_load(t, &q->x->handle, q->x->loaded, pointer);
    return op2(t, SpvOpImageQueryLod, spirv_vector(&t->m, type_f32(t), 2), loaded,
               texture_normalize(t, q->x, loaded, q->at, false));
}

/* In 256ths of a level, 16 bits. */
static uint32_t fixed_point(struct translator *t, uint32_t level, float least, float most) {
    const uint32_t f32 = type_f32(t);
    const uint32_t inside = SPIRV_GLSL(&t->m, GLSLstd450NClamp, f32, level, f32_constant(t, least),
                                       f32_constant(t, most));
    const uint32_t scaled = op2(t, SpvOpFMul, f32, inside, f32_constant(t, 256));
    return bits_unsigned(t, as_word(t, op1(t, SpvOpConvertFToS, spirv_sint(&t->m, 32), scaled)), 0,
                         16);
}

/* First the level that the coordinates ask for, with a sign; then the one that there is. Without
 * derivatives both are 0. */
void translate_tmml(struct translator *t, const struct isa_instruction *in) {
    struct texture x;
    uint32_t of[3], words[4];
    if (!texture_bind(t, in, TEXTURE_SAMPLED, &x))
        return;
    for (unsigned i = 0; i < 4; i++)
        words[i] = u32_constant(t, 0);
    if (t->program->stage == SHADER_FRAGMENT && x.use.dim != SHADER_BUFFER) {
        const uint32_t f32 = type_f32(t), type = spirv_vector(&t->m, f32, 2);
        for (unsigned i = 0; i < x.use.coordinates; i++)
            of[i] = texture_float(t, &x.use, (enum texture_part)(TEXTURE_X + i));
        struct level_query q = {&x, texture_vector(t, f32, x.use.coordinates, of)};
        spirv_capability(&t->m, SpvCapabilityImageQuery);
        const uint32_t levels =
            handle_each(t, &x.handle, x.variable, x.loaded, type, emit_level, &q);
        words[0] = fixed_point(t, op2(t, SpvOpCompositeExtract, f32, levels, 1), -128, 127);
        words[1] = fixed_point(t, op2(t, SpvOpCompositeExtract, f32, levels, 0), 0, 255);
    }
    texture_result_words(t, in, words);
}
