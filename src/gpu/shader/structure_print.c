/* SPDX-License-Identifier: MIT */
#include "gpu/shader/structure.h"

static void print_list(const struct structure *s, uint32_t at, int indent, struct strbuf *out);

static void print_inside(const struct structure *s, uint32_t list, int indent, struct strbuf *out) {
    strbuf_add(out, " {\n");
    print_list(s, list, indent + 2, out);
    strbuf_addf(out, "%*s}", indent, "");
}

static void print_region(const struct structure *s, uint32_t number, int indent,
                         struct strbuf *out) {
    static const char *const names[] = {"block", "if",    "table",    "dispatch", "case", "loop",
                                        "scope", "break", "continue", "set",      "end"};
    const struct region *r = &s->regions[number];
    strbuf_addf(out, "%*s%s", indent, "", names[r->kind]);
    switch (r->kind) {
    case REGION_BLOCK:
    case REGION_END:
        strbuf_addf(out, " %u", r->block);
        break;
    case REGION_BREAK:
    case REGION_CONTINUE:
    case REGION_SET:
        strbuf_addf(out, " %u", r->value);
        break;
    case REGION_IF:
        strbuf_addf(out, " %u", r->block);
        print_inside(s, r->body, indent, out);
        if (r->other != FLOW_NONE) {
            strbuf_add(out, " else");
            print_inside(s, r->other, indent, out);
        }
        break;
    case REGION_TABLE:
        strbuf_addf(out, " %u", r->block);
        print_inside(s, r->body, indent, out);
        break;
    case REGION_CASE:
        strbuf_addf(out, " %u", r->value);
        print_inside(s, r->body, indent, out);
        break;
    case REGION_LOOP:
    case REGION_SCOPE:
        strbuf_addf(out, " %u", number);
        print_inside(s, r->body, indent, out);
        break;
    case REGION_DISPATCH:
        print_inside(s, r->body, indent, out);
        break;
    }
    strbuf_add(out, "\n");
}

static void print_list(const struct structure *s, uint32_t at, int indent, struct strbuf *out) {
    for (; at != FLOW_NONE; at = s->regions[at].next)
        print_region(s, at, indent, out);
}

void structure_print(const struct structure *s, struct strbuf *out) {
    print_list(s, s->first, 0, out);
}
