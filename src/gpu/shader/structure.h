/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_SHADER_STRUCTURE_H
#define WINDLASS_GPU_SHADER_STRUCTURE_H

#include "gpu/shader/flow.h"

/* A function's graph as nested ifs, loops and scopes that are left by name, as structured languages
 * want it. */

enum region_kind {
    REGION_BLOCK,    /* the code of a block, up to what ends it; FLOW_CALL's call is in it */
    REGION_IF,       /* body where the end of `block` holds, other where not */
    REGION_TABLE,    /* by the table of `block`: body is a list of REGION_CASE */
    REGION_DISPATCH, /* by the variable: body is a list of REGION_CASE */
    REGION_CASE,     /* for `value` */
    REGION_LOOP,     /* body; again only where a REGION_CONTINUE says so */
    REGION_SCOPE,    /* body, which a REGION_BREAK leaves */
    REGION_BREAK,    /* of the region `value` */
    REGION_CONTINUE, /* with the region `value` */
    REGION_SET,      /* the variable to `value` */
    REGION_END,      /* what ends `block`: exit, kill, return, or nobody knows where */
};

struct region {
    enum region_kind kind;
    uint32_t block, value;
    uint32_t body, other, next; /* first of a list, FLOW_NONE: empty; the next of the same list */
};

struct structure {
    struct region *regions;
    size_t count, room;
    uint32_t first;  /* of the function's list */
    bool dispatched; /* the graph had loops with several entries: there is the variable */
};

/* Fails where the code nests too deeply. */
MUST_CHECK bool structure_build(const struct shader_flow *flow, uint32_t function,
                                struct structure *out, struct error *error);
void structure_free(struct structure *s);
void structure_print(const struct structure *s, struct strbuf *out);

#endif
