/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_VULKAN_BACKEND_H
#define WINDLASS_GPU_VULKAN_BACKEND_H

#include "gpu/gpu.h"
#include "gpu/renderer.h"
#include "gpu/vulkan/shader/descriptor.h"

#include "base/strbuf.h"

/* The parts of the back end, for the files that do the renderer's operations. Those are the
 * functions here; each one's `context` is the struct backend. renderer.c puts them together. */

struct pipelines;   /* of draws and launches: draw/pipeline.c */
struct drawing;     /* the pass that is open: draw.c and what belongs to it */
struct queries;     /* report.c */
struct blitting;    /* blit.c */
struct dispatching; /* dispatch.c */
struct view;

struct backend {
    struct vulkan *vk;
    struct batches *batches;
    struct guest_memory *memory;
    struct textures *textures;
    struct shaders *shaders;
    struct descriptors *descriptors;
    struct pipelines *pipelines;
    struct drawing *drawing;
    struct queries *queries;
    struct blitting *blitting;
    struct dispatching *dispatching;
    struct view *views; /* renderer.c */
    struct gpu_owner owner;
    bool told_loss; /* the owner knows that the device is lost */
    struct gpu_options options;
};

/* Each part is made from the backend with all parts above it there, and adds lines to the report.
 */
MUST_CHECK bool drawing_new(struct backend *b, struct drawing **out, struct error *error);
void drawing_free(struct drawing *d);
void drawing_describe(const struct drawing *d, struct strbuf *out);
void backend_draw(void *context, const struct three_state *state, const struct draw *draw);
void backend_clear(void *context, const struct three_state *state, uint32_t what);

MUST_CHECK bool dispatching_new(struct backend *b, struct dispatching **out, struct error *error);
void dispatching_free(struct dispatching *d);
void dispatching_describe(const struct dispatching *d, struct strbuf *out);
void backend_dispatch(void *context, const struct compute_launch *launch);

MUST_CHECK bool queries_new(struct backend *b, struct queries **out, struct error *error);
void queries_free(struct queries *q);
/* Around what a draw counts; within the pass, whose commands they are. */
void queries_draw_begin(struct queries *q, VkCommandBuffer commands);
void queries_draw_end(struct queries *q, VkCommandBuffer commands);
void backend_report(void *context, const struct page_table *pages, const struct report *report);
void backend_reset_counter(void *context, uint8_t counter);

MUST_CHECK bool blitting_new(struct backend *b, struct blitting **out, struct error *error);
void blitting_free(struct blitting *x);
void backend_blit(void *context, const struct blit *blit);

#endif
