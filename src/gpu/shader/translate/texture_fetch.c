/* SPDX-License-Identifier: MIT */
/* TLD, TLDS: single texels, by their place. */
#include "gpu/shader/translate/image.h"
#include "gpu/shader/translate/texture.h"
#include "gpu/shader/translate/values.h"

struct fetch {
    const struct texture *x;
    uint32_t place;
    struct image_operands more;
};

static uint32_t emit(struct translator *t, uint32_t pointer, void *context) {
    const struct fetch *f = context;
    const uint32_t first[] = {texture_image(t, f->x, pointer), f->place};
    return image_instruction(t, SpvOpImageFetch, f->x->texel, 2, first, &f->more);
}

/* Offsets, four bits each, can be added here: what lies outside is no texel either way. */
static uint32_t place(struct translator *t, const struct texture *x, uint32_t *sample) {
    const struct texture_use *use = &x->use;
    const uint32_t offset = texture_word(t, use, TEXTURE_OFFSET), type = type_u32(t);
    uint32_t of[4];
    unsigned count = 0;
    for (; count < use->coordinates; count++) {
        of[count] = texture_word(t, use, (enum texture_part)(TEXTURE_X + count));
        if (offset)
            of[count] = op2(t, SpvOpIAdd, type, of[count], bits_signed(t, offset, 4 * count, 4));
    }
    *sample = texture_word(t, use, TEXTURE_SAMPLE);
    if (use->multisampled && !*sample) { /* the code takes each sample for a texel */
        const uint32_t first = handle_first(t, &x->handle, x->variable, x->loaded);
        spirv_capability(&t->m, SpvCapabilityImageQuery);
        *sample =
            image_unscale(t, op1(t, SpvOpImageQuerySamples, type, texture_image(t, x, first)), of);
    }
    if (use->array)
        of[count++] = bits_unsigned(t, texture_word(t, use, TEXTURE_LAYER), 0, 16);
    return texture_vector(t, type, count, of);
}

void translate_tld(struct translator *t, const struct isa_instruction *in) {
    struct texture x;
    uint32_t sample;
    if (!texture_bind(t, in, TEXTURE_FETCHED, &x))
        return;
    if (x.use.dim == SHADER_CUBE || (x.use.multisampled && x.use.dim != SHADER_2D)) {
        translate_unknown(t, in, "texels of such a texture are not fetched");
        return;
    }
    struct fetch f = {.x = &x, .place = place(t, &x, &sample)};
    const uint32_t level = texture_word(t, &x.use, TEXTURE_LEVEL);
    if (x.use.multisampled)
        image_operand(&f.more, SpvImageOperandsSampleMask, sample);
    else if (x.use.dim != SHADER_BUFFER)
        image_operand(&f.more, SpvImageOperandsLodMask, level ? level : u32_constant(t, 0));
    texture_result(t, in, &x, handle_each(t, &x.handle, x.variable, x.loaded, x.texel, emit, &f));
}

void translate_tlds(struct translator *t, const struct isa_instruction *in) {
    translate_tld(t, in);
}
