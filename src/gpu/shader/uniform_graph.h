/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_SHADER_UNIFORM_GRAPH_H
#define WINDLASS_GPU_SHADER_UNIFORM_GRAPH_H

#include "gpu/shader/flow.h"

/* Where threads that parted come together again: a block's `meeting` is the first that all ways on
 * from it come through. The last of all is the end, where threads exit and functions return; its
 * number is the count of blocks. */
struct uniform_graph {
    const struct shader_flow *flow;
    uint32_t *meeting; /* of each block, and of the end */
    uint32_t *depth;   /* how many meetings there are up to the end */
    bool *ends;        /* of each function: it has code that ends the thread, or calls some */
    bool *endless;     /* of each block: no way leads from it to the end; one is made up */
};

void uniform_graph_build(struct uniform_graph *g, const struct shader_flow *flow);
void uniform_graph_free(struct uniform_graph *g);

/* Does the block's last instruction end the thread, here or in what it calls? */
bool uniform_graph_ends(const struct uniform_graph *g, uint32_t block);
/* Where the block goes on within its function, one after the other from *at = 0; false: no more. */
bool uniform_graph_next(const struct uniform_graph *g, uint32_t block, uint32_t *at, uint32_t *to);

#endif
