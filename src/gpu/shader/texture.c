/* SPDX-License-Identifier: MIT */
#include "gpu/shader/texture.h"

#include <string.h>

/* Parts as letters, in the order of the enum. */
static const char letters[] = "xyzahslomrcd";

struct text {
    char at[16];
    unsigned count;
};

static void add(struct text *t, const char *what) {
    while (*what && t->count < sizeof t->at)
        t->at[t->count++] = *what++;
}

static uint8_t place(const struct isa_instruction *in, enum isa_role role, const char *parts,
                     unsigned count, struct texture_use *out) {
    const unsigned first = in->operand[role].number;
    for (unsigned i = 0; i < count; i++) {
        const unsigned part = (unsigned)(strchr(letters, parts[i]) - letters);
        const bool zero = first == ISA_RZ || first + i > ISA_RZ;
        if (out->part[part] == TEXTURE_NO_PART)
            out->part[part] = (uint16_t)(zero ? ISA_RZ : first + i);
    }
    return (uint8_t)count;
}

/* ---- short forms ---- */

struct short_form {
    const char *a, *b;
    uint8_t dim, level;
    bool array, compare, multisampled;
};

static const struct short_form texs_forms[16] = {
    [ISA_TEXS_1D_LZ] = {.a = "x", .b = "", SHADER_1D, TEXTURE_ZERO},
    [ISA_TEXS_2D] = {.a = "x", .b = "y", SHADER_2D, TEXTURE_IMPLICIT},
    [ISA_TEXS_2D_LZ] = {.a = "x", .b = "y", SHADER_2D, TEXTURE_ZERO},
    [ISA_TEXS_2D_LL] = {.a = "xy", .b = "l", SHADER_2D, TEXTURE_GIVEN},
    [ISA_TEXS_2D_DC] = {.a = "xy", .b = "r", SHADER_2D, TEXTURE_IMPLICIT, .compare = true},
    [ISA_TEXS_2D_LL_DC] = {.a = "xy", .b = "lr", SHADER_2D, TEXTURE_GIVEN, .compare = true},
    [ISA_TEXS_2D_LZ_DC] = {.a = "xy", .b = "r", SHADER_2D, TEXTURE_ZERO, .compare = true},
    [ISA_TEXS_ARRAY_2D] = {.a = "ax", .b = "y", SHADER_2D, TEXTURE_IMPLICIT, .array = true},
    [ISA_TEXS_ARRAY_2D_LZ] = {.a = "ax", .b = "y", SHADER_2D, TEXTURE_ZERO, .array = true},
    [ISA_TEXS_ARRAY_2D_LZ_DC] =
        {.a = "ax", .b = "yr", SHADER_2D, TEXTURE_ZERO, .array = true, .compare = true},
    [ISA_TEXS_3D] = {.a = "xy", .b = "z", SHADER_3D, TEXTURE_IMPLICIT},
    [ISA_TEXS_3D_LZ] = {.a = "xy", .b = "z", SHADER_3D, TEXTURE_ZERO},
    [ISA_TEXS_CUBE] = {.a = "xy", .b = "z", SHADER_CUBE, TEXTURE_IMPLICIT},
    [ISA_TEXS_CUBE_LL] = {.a = "xy", .b = "zl", SHADER_CUBE, TEXTURE_GIVEN},
};
/* The layer stands alone in A, unlike in TEXS. */
static const struct short_form tlds_forms[16] = {
    [ISA_TLDS_1D_LZ] = {.a = "x", .b = "", SHADER_1D, TEXTURE_ZERO},
    [ISA_TLDS_1D_LL] = {.a = "x", .b = "l", SHADER_1D, TEXTURE_GIVEN},
    [ISA_TLDS_2D_LZ] = {.a = "x", .b = "y", SHADER_2D, TEXTURE_ZERO},
    [ISA_TLDS_2D_LZ_AOFFI] = {.a = "xy", .b = "o", SHADER_2D, TEXTURE_ZERO},
    [ISA_TLDS_2D_LL] = {.a = "xy", .b = "l", SHADER_2D, TEXTURE_GIVEN},
    [ISA_TLDS_2D_LZ_MZ] = {.a = "xy", .b = "s", SHADER_2D, TEXTURE_ZERO, .multisampled = true},
    [ISA_TLDS_3D_LZ] = {.a = "xy", .b = "z", SHADER_3D, TEXTURE_ZERO},
    [ISA_TLDS_ARRAY_2D_LZ] = {.a = "a", .b = "xy", SHADER_2D, TEXTURE_ZERO, .array = true},
    [ISA_TLDS_2D_LL_AOFFI] = {.a = "xy", .b = "lo", SHADER_2D, TEXTURE_GIVEN},
};

static bool short_use(const struct isa_instruction *in, const struct short_form *form,
                      struct texture_use *out) {
    if (!form->a)
        return false;
    out->dim = form->dim;
    out->level = form->level;
    out->array = form->array;
    out->compare = form->compare;
    out->multisampled = form->multisampled;
    out->count_a = place(in, ISA_ARG_A, form->a, (unsigned)strlen(form->a), out);
    out->count_b = place(in, ISA_ARG_B, form->b, (unsigned)strlen(form->b), out);
    return true;
}

/* With one more operand the second coordinate moves to A. */
static void gather_short_use(const struct isa_instruction *in, struct texture_use *out) {
    const bool offset = in->modifier[ISA_MOD_AOFFI], compare = in->modifier[ISA_MOD_DC];
    const char *b = offset ? compare ? "or" : "o" : compare ? "r" : "y";
    out->dim = SHADER_2D;
    out->level = TEXTURE_ZERO;
    out->compare = compare;
    out->count_a = place(in, ISA_ARG_A, "xy", offset || compare ? 2 : 1, out);
    out->count_b = place(in, ISA_ARG_B, b, (unsigned)strlen(b), out);
}

/* ---- long forms ---- */

static const uint8_t dims[] = {SHADER_1D, SHADER_2D, SHADER_3D, SHADER_CUBE};
static const char *const coordinates[] = {"x", "xy", "xyz", "xyz"};

static const uint8_t tex_levels[8] = {
    [ISA_LOD_LZ] = TEXTURE_ZERO,  [ISA_LOD_LB] = TEXTURE_BIAS,   [ISA_LOD_LL] = TEXTURE_GIVEN,
    [ISA_LOD_LBA] = TEXTURE_BIAS, [ISA_LOD_LLA] = TEXTURE_GIVEN,
};

static void long_parts(const struct isa_instruction *in, struct texture_use *out, struct text *a,
                       struct text *b) {
    const uint8_t *m = in->modifier;
    const char *handle = in->operand[ISA_ARG_T].present ? "" : "h";
    const char *layer = out->array ? "a" : "", *xyz = coordinates[m[ISA_MOD_DIM] >> 1];
    switch ((enum isa_class)in->row->class) {
    case ISA_TEX:
        out->level = tex_levels[m[ISA_MOD_LOD]];
        out->compare = m[ISA_MOD_DC];
        add(a, layer), add(a, xyz);
        add(b, handle);
        add(b, out->level >= TEXTURE_BIAS ? "l" : "");
        add(b, m[ISA_MOD_AOFFI] ? "o" : "");
        add(b, m[ISA_MOD_DC] ? "r" : "");
        add(b, m[ISA_MOD_LC] ? "c" : "");
        break;
    case ISA_TLD:
        out->level = m[ISA_MOD_TLDLOD] == ISA_TLDLOD_LL ? TEXTURE_GIVEN : TEXTURE_ZERO;
        out->multisampled = m[ISA_MOD_MS];
        add(a, layer), add(a, xyz);
        add(b, handle);
        add(b, m[ISA_MOD_MS] ? "s" : "");
        add(b, out->level == TEXTURE_GIVEN ? "l" : "");
        add(b, m[ISA_MOD_AOFFI] ? "o" : "");
        add(b, m[ISA_MOD_CL] ? "c" : "");
        break;
    case ISA_TLD4:
        out->level = TEXTURE_ZERO;
        out->compare = m[ISA_MOD_DC];
        add(a, layer), add(a, xyz);
        add(b, handle);
        add(b, m[ISA_MOD_TOFF] == ISA_TOFF_PTP ? "om" : m[ISA_MOD_TOFF] ? "o" : "");
        add(b, m[ISA_MOD_DC] ? "r" : "");
        break;
    case ISA_TXD:
        out->level = TEXTURE_IMPLICIT;
        add(a, handle), add(a, xyz);
        add(a, out->array || m[ISA_MOD_AOFFI] ? "a" : "");
        add(b, out->dim == SHADER_1D ? "dd" : out->dim == SHADER_2D ? "dddd" : "dddddd");
        break;
    case ISA_TXQ:
        add(a, handle), add(a, "l");
        break;
    default: /* TMML */
        add(a, layer), add(a, xyz);
        add(b, handle);
        break;
    }
}

static void long_use(const struct isa_instruction *in, struct texture_use *out) {
    const uint8_t dim = in->modifier[ISA_MOD_DIM];
    struct text a = {0}, b = {0};
    out->dim = dims[dim >> 1];
    out->array = dim & 1;
    long_parts(in, out, &a, &b);
    out->count_a = place(in, ISA_ARG_A, a.at, a.count, out);
    out->count_b = place(in, ISA_ARG_B, b.at, b.count, out);
}

/* Fields have values that mean nothing that is known. */
static bool is_defined(const struct isa_instruction *in) {
    const uint8_t *m = in->modifier;
    const bool is_short = in->row->class == ISA_TEXS || in->row->class == ISA_TLDS;
    return (m[ISA_MOD_LOD] <= ISA_LOD_LL || m[ISA_MOD_LOD] >= ISA_LOD_LBA) &&
           m[ISA_MOD_TOFF] <= ISA_TOFF_PTP &&
           !(is_short && in->operand[ISA_ARG_E].present && m[ISA_MOD_WMASK2] > ISA_WMASK2_RGBA);
}

bool texture_use(const struct isa_instruction *in, struct texture_use *out) {
    bool known = true;
    *out = (struct texture_use){0};
    memset(out->part, 0xff, sizeof out->part);
    switch ((enum isa_class)in->row->class) {
    case ISA_TEXS:
        known = short_use(in, &texs_forms[in->modifier[ISA_MOD_TEXS] & 15], out);
        break;
    case ISA_TLDS:
        known = short_use(in, &tlds_forms[in->modifier[ISA_MOD_TLDS] & 15], out);
        break;
    case ISA_TLD4S:
        gather_short_use(in, out);
        break;
    case ISA_TEX:
    case ISA_TLD:
    case ISA_TLD4:
    case ISA_TXD:
    case ISA_TXQ:
    case ISA_TMML:
        long_use(in, out);
        break;
    default:
        known = false;
        break;
    }
    for (unsigned i = TEXTURE_X; i <= TEXTURE_Z; i++)
        out->coordinates += out->part[i] != TEXTURE_NO_PART;
    return known && is_defined(in);
}

/* ---- results ---- */

static unsigned of_mask(unsigned mask, uint8_t components[4]) {
    unsigned count = 0;
    for (uint8_t i = 0; i < 4; i++)
        if (mask >> i & 1)
            components[count++] = i;
    return count;
}

unsigned texture_components(const struct isa_instruction *in, uint8_t components[4]) {
    enum { R = 1, G = 2, B = 4, A = 8 };
    static const uint8_t few[] = {R, G, B, A, R | G, R | A, G | A, B | A};
    static const uint8_t many[8] = {R | G | B, R | G | A, R | B | A, G | B | A, R | G | B | A};
    switch ((enum isa_class)in->row->class) {
    case ISA_TEXS:
    case ISA_TLDS:
        return of_mask(in->operand[ISA_ARG_E].present ? many[in->modifier[ISA_MOD_WMASK2] & 7]
                                                      : few[in->modifier[ISA_MOD_WMASK1] & 7],
                       components);
    case ISA_TLD4S:
        return of_mask(R | G | B | A, components);
    default:
        return of_mask((unsigned)in->operand[ISA_ARG_S].value & 15, components);
    }
}

bool texture_halves(const struct isa_instruction *in) {
    switch ((enum isa_class)in->row->class) {
    case ISA_TEXS:
    case ISA_TLDS:
        return in->modifier[ISA_MOD_TEXSF16] == ISA_TEXSF16_F16;
    case ISA_TLD4S:
        return in->modifier[ISA_MOD_F16];
    default:
        return false;
    }
}
