/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_VULKAN_DRAW_STREAM_OUT_H
#define WINDLASS_GPU_VULKAN_DRAW_STREAM_OUT_H

#include "gpu/engine/state.h"
#include "gpu/shader/translate.h"
#include "gpu/vulkan/backend.h"

/* Transform feedback: vertices that draws write into buffers of the guest, one behind the other
 * from draw to draw. */

struct stream_out;

MUST_CHECK bool stream_out_new(struct backend *b, struct stream_out **out, struct error *error);
void stream_out_free(struct stream_out *s);

/* What the last stage in front of the rasterizer has to hand out; false: nothing is captured. */
bool stream_out_capture(const struct state_stream_out *state, struct shader_capture *out);

/* Gets the buffers for a draw. `positions`: of which buffers the place to go on from was set, a bit
 * each; it is cleared. May record commands. Fails where the device has no transform feedback, or
 * buffers are not mapped. */
MUST_CHECK bool stream_out_prepare(struct stream_out *s, const struct page_table *pages,
                                   const struct state_stream_out *state, uint8_t *positions,
                                   struct error *error);
/* Around the draw, in its pass; there has to be a barrier in front of the pass and one behind it.
 */
void stream_out_begin(struct stream_out *s, VkCommandBuffer commands);
void stream_out_end(struct stream_out *s, VkCommandBuffer commands);

#endif
