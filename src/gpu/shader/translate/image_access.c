/* SPDX-License-Identifier: MIT */
/* SULD, SUST: texels as their format has them (.P), or as raw bits (.D). */
#include "gpu/shader/translate/image.h"
#include "gpu/shader/translate/values.h"

struct access {
    const struct image *image;
    struct image_place place;
    uint32_t texel; /* to write */
};

static uint32_t emit(struct translator *t, uint32_t pointer, void *context) {
    const struct access *a = context;
    const uint32_t image = handle_load(t, &a->image->handle, a->image->type, pointer);
    const uint32_t words[] = {image, a->place.at, a->texel, SpvImageOperandsSampleMask,
                              a->place.sample};
    const uint32_t read[] = {image, a->place.at, SpvImageOperandsSampleMask, a->place.sample};
    const unsigned more = a->place.sample ? 2 : 0;
    if (!a->texel)
        return spirv_value(&t->m, SpvOpImageRead, a->image->texel, 2 + more, read);
    spirv_put(&t->m, SPIRV_FUNCTIONS, SpvOpImageWrite, 3 + more, words);
    return 0;
}

static uint32_t run(struct translator *t, const struct image *i, struct image_place place,
                    uint32_t texel) {
    struct access a = {i, place, texel};
    return handle_each(t, &i->handle, i->variable, i->type, texel ? 0 : i->texel, emit, &a);
}

/* The handle's image; `raw`: the size of its texels in bytes, seen as unsigned words; 0: as its
 * format. */
static bool bind(struct translator *t, const struct isa_instruction *in, unsigned raw,
                 enum image_access access, struct image *out) {
    static const uint8_t raw_formats[] = {[1] = SpvImageFormatR8ui,
                                          [2] = SpvImageFormatR16ui,
                                          [4] = SpvImageFormatR32ui,
                                          [8] = SpvImageFormatRg32ui,
                                          [16] = SpvImageFormatRgba32ui};
    struct handle handle;
    handle_find(t, in, in->operand[ISA_ARG_T].number, &handle);
    const struct shader_fact *fact = handle_fact(t, handle.place);
    struct image_use use = image_shape(in);
    use.format = raw ? raw_formats[raw] : image_format_bytes(fact->format) ? fact->format : 0;
    use.scalar = use.format ? image_format_scalar(use.format) : fact->scalar;
    use.multisampled = fact->multisampled && use.dim == SHADER_2D;
    if (t->failed)
        return false;
    if (!use.format && access == IMAGE_READ) {
        if (!(t->key->features & SHADER_HAS_READ_ANY))
            translate_unknown(t, in,
                              "it reads an image whose format is not known, which the "
                              "device cannot do");
        spirv_capability(&t->m, SpvCapabilityStorageImageReadWithoutFormat);
    } else if (!use.format) {
        spirv_capability(&t->m, SpvCapabilityStorageImageWriteWithoutFormat);
    }
    image_bind(t, &use, &handle, access, out);
    return !t->failed;
}

/* ---- formatted ---- */

static void load_formatted(struct translator *t, const struct isa_instruction *in) {
    struct image i;
    unsigned count = 0;
    if (!bind(t, in, 0, IMAGE_READ, &i))
        return;
    const uint32_t texel = run(t, &i, image_place(t, in, &i, 0), 0);
    for (unsigned c = 0; c < 4; c++)
        if (in->modifier[ISA_MOD_RGBA] >> c & 1) {
            const uint32_t one = op2(t, SpvOpCompositeExtract, i.component, texel, c);
            set_register(t, register_after(in->operand[ISA_ARG_D].number, count++),
                         i.use.scalar == SHADER_UINT ? one : as_word(t, one));
        }
}

static void store_formatted(struct translator *t, const struct isa_instruction *in) {
    struct image i;
    uint32_t of[4];
    unsigned count = 0;
    if (!bind(t, in, 0, IMAGE_WRITTEN, &i))
        return;
    for (unsigned c = 0; c < 4; c++) {
        of[c] = u32_constant(t, 0);
        if (in->modifier[ISA_MOD_RGBA] >> c & 1)
            of[c] = operand_word_at(t, in, ISA_ARG_B, count++);
        if (i.use.scalar != SHADER_UINT)
            of[c] = op1(t, SpvOpBitcast, i.component, of[c]);
    }
    const uint32_t texel = spirv_value(&t->m, SpvOpCompositeConstruct, i.texel, 4, of);
    run(t, &i, image_place(t, in, &i, 0), texel);
}

/* ---- raw ---- */

static const uint8_t sizes[8] = {
    [ISA_SUSIZE_U8] = 1,
    [ISA_SUSIZE_S8] = 1,
    [ISA_SUSIZE_U16] = 2,
    [ISA_SUSIZE_S16] = 2,
    [4] = 4,
    [ISA_SUSIZE_64] = 8,
    [ISA_SUSIZE_128] = 16,
    [ISA_SUSIZE_U_128] = 16,
};

/* .BA: x counts bytes. */
static uint32_t raw_x(struct translator *t, const struct isa_instruction *in, unsigned texel) {
    if (!in->modifier[ISA_MOD_BA])
        return 0;
    return op2(t, SpvOpShiftRightLogical, type_u32(t), operand_word(t, in, ISA_ARG_A),
               u32_constant(t, (uint32_t)__builtin_ctz(texel)));
}

static unsigned texel_size(struct translator *t, const struct isa_instruction *in) {
    struct handle handle;
    handle_find(t, in, in->operand[ISA_ARG_T].number, &handle);
    const unsigned bytes = image_format_bytes(handle_fact(t, handle.place)->format);
    return bytes ? bytes : sizes[in->modifier[ISA_MOD_SUSIZE]];
}

/* A part of a texel: the words from a byte on. */
static uint32_t part_word(struct translator *t, const struct isa_instruction *in, uint32_t texel,
                          unsigned size, unsigned bytes, unsigned index) {
    const uint32_t type = type_u32(t);
    if (!in->modifier[ISA_MOD_BA] || size == bytes)
        return op2(t, SpvOpCompositeExtract, type, texel, index);
    const uint32_t byte = op2(t, SpvOpBitwiseAnd, type, operand_word(t, in, ISA_ARG_A),
                              u32_constant(t, (bytes - 1) & ~(size - 1)));
    const uint32_t first = op2(t, SpvOpShiftRightLogical, type, byte, u32_constant(t, 2));
    const uint32_t word = op2(t, SpvOpVectorExtractDynamic, type, texel,
                              op2(t, SpvOpIAdd, type, first, u32_constant(t, index)));
    const uint32_t bits =
        op2(t, SpvOpShiftLeftLogical, type, op2(t, SpvOpBitwiseAnd, type, byte, u32_constant(t, 3)),
            u32_constant(t, 3));
    return op2(t, SpvOpShiftRightLogical, type, word, bits);
}

static void load_raw(struct translator *t, const struct isa_instruction *in) {
    const unsigned mode = in->modifier[ISA_MOD_SUSIZE], size = sizes[mode];
    const unsigned bytes = texel_size(t, in), words = size < 4 ? 1 : size / 4;
    struct image i;
    if (size > bytes) {
        translate_unknown(t, in, "it reads more than a texel");
        return;
    }
    if (!bind(t, in, bytes, IMAGE_READ, &i))
        return;
    const uint32_t texel = run(t, &i, image_place(t, in, &i, raw_x(t, in, bytes)), 0);
    uint32_t of[4];
    for (unsigned w = 0; w < words; w++)
        of[w] = part_word(t, in, texel, size, bytes, w);
    if (mode == ISA_SUSIZE_S8 || mode == ISA_SUSIZE_S16)
        of[0] = bits_signed(t, of[0], 0, 8 * size);
    else if (size < 4)
        of[0] = bits_unsigned(t, of[0], 0, 8 * size);
    for (unsigned w = 0; w < words; w++)
        set_register(t, register_after(in->operand[ISA_ARG_D].number, w), of[w]);
}

static void store_raw(struct translator *t, const struct isa_instruction *in) {
    const unsigned size = sizes[in->modifier[ISA_MOD_SUSIZE]], bytes = texel_size(t, in);
    struct image i;
    uint32_t of[4];
    if (size != bytes) {
        translate_unknown(t, in, "it writes what is not one texel");
        return;
    }
    if (!bind(t, in, bytes, IMAGE_WRITTEN, &i))
        return;
    for (unsigned c = 0; c < 4; c++)
        of[c] = 4 * c < size ? operand_word_at(t, in, ISA_ARG_B, c) : u32_constant(t, 0);
    if (size < 4)
        of[0] = bits_unsigned(t, of[0], 0, 8 * size);
    const uint32_t texel = spirv_value(&t->m, SpvOpCompositeConstruct, i.texel, 4, of);
    run(t, &i, image_place(t, in, &i, raw_x(t, in, bytes)), texel);
}

/* ---- instructions ---- */

static bool known(struct translator *t, const struct isa_instruction *in) {
    const bool is_formatted = isa_has_modifier(in->row, ISA_MOD_RGBA);
    if (in->modifier[ISA_MOD_SUDIM] > ISA_SUDIM_3D)
        translate_unknown(t, in, "it has a shape that no image has");
    else if (is_formatted ? !in->modifier[ISA_MOD_RGBA] : !sizes[in->modifier[ISA_MOD_SUSIZE]])
        translate_unknown(t, in, "what it moves is not known");
    else if (in->operand[ISA_ARG_PD].present && in->operand[ISA_ARG_PD].number != 0 &&
             in->operand[ISA_ARG_PD].number != ISA_PT)
        translate_unknown(t, in, "what it says in a predicate is not known");
    return !t->failed;
}

/* The field of the predicate is zero in what compilers make that run on the chip, P0 or not: it
 * writes none there. */
void translate_suld(struct translator *t, const struct isa_instruction *in) {
    if (!known(t, in))
        return;
    if (isa_has_modifier(in->row, ISA_MOD_RGBA))
        load_formatted(t, in);
    else
        load_raw(t, in);
}

void translate_sust(struct translator *t, const struct isa_instruction *in) {
    if (!known(t, in))
        return;
    if (isa_has_modifier(in->row, ISA_MOD_RGBA))
        store_formatted(t, in);
    else
        store_raw(t, in);
}
