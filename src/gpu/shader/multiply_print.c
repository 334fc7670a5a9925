/* SPDX-License-Identifier: MIT */
#include "gpu/shader/multiply.h"

static void print_operand(const struct isa_operand *o, enum multiply_part part,
                          struct strbuf *out) {
    static const char *const parts[] = {"", ".L", ".H"};
    if (o->kind == ISA_CONSTANT)
        strbuf_addf(out, "c[0x%x][0x%x]", o->slot, (unsigned)o->value);
    else if (o->kind == ISA_REGISTER && o->number == ISA_RZ)
        strbuf_add(out, "RZ");
    else if (o->kind == ISA_REGISTER)
        strbuf_addf(out, "R%u", o->number);
    else
        strbuf_addf(out, "0x%x", (unsigned)o->value);
    strbuf_add(out, parts[part]);
}

void shader_multiplies_print(const struct shader_values *values,
                             const struct shader_multiplies *multiplies, struct strbuf *out) {
    for (size_t i = 0; i < multiplies->count; i++) {
        const struct multiply_fold *f = &multiplies->folds[i];
        strbuf_addf(out, "0x%x is ", values->instructions[f->instruction].at);
        print_operand(&f->a, MULTIPLY_WHOLE, out);
        strbuf_add(out, " * ");
        print_operand(&f->b, f->b_part, out);
        strbuf_add(out, " + ");
        print_operand(&f->c, MULTIPLY_WHOLE, out);
        strbuf_add(out, "\n");
    }
}
