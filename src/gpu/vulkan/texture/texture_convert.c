/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/texture/texture_transfer.h"

/* Elements of storage that are no texels of the image on their way into it. */

void texture_copy_in(struct texture *x, VkBuffer buffer, const VkBufferImageCopy *copy) {
    vkCmdCopyBufferToImage(batch_commands(x->owner->batches), buffer, x->image,
                           VK_IMAGE_LAYOUT_GENERAL, 1, copy);
}

/* Rows of elements that hold depth and stencil become rows of each. */
void texture_copy_depth_stencil(struct texture *x, const struct piece *p,
                                const struct stream_slice *rows, uint64_t stride) {
    struct textures *t = x->owner;
    const struct unpack_region region = {
        .packing = x->shape.packing,
        .as_float = t->no_d24_s8 && x->shape.class == CLASS_D24_S8,
        .width = p->box.width,
        .rows = p->box.height,
        .stride = stride,
    };
    const uint64_t texels = (uint64_t)unpack_row(&region) * region.rows;
    const struct stream_slice depth = batch_scratch(t->batches, 4 * texels, 256);
    const struct stream_slice stencil = batch_scratch(t->batches, texels, 256);
    unpack_record(t->unpack, batch_commands(t->batches), &region, rows->address, depth.address,
                  stencil.address);
    batch_barrier(t->batches);
    VkBufferImageCopy copy =
        transfer_copy(&x->shape, p, VK_IMAGE_ASPECT_DEPTH_BIT, depth.offset, 0);
    copy.bufferRowLength = unpack_row(&region);
    texture_copy_in(x, depth.buffer, &copy);
    copy.imageSubresource.aspectMask = VK_IMAGE_ASPECT_STENCIL_BIT;
    copy.bufferOffset = stencil.offset;
    texture_copy_in(x, stencil.buffer, &copy);
}

/* Blocks become texels. */
void texture_copy_decoded(struct texture *x, const struct piece *p, const struct stream_slice *rows,
                          uint64_t stride) {
    struct textures *t = x->owner;
    VkBufferImageCopy copy = transfer_copy(&x->shape, p, x->aspects, 0, stride);
    const struct block_decode_region region = {
        .decoder = x->shape.decoder,
        .width = copy.imageExtent.width,
        .height = copy.imageExtent.height,
        .depth = p->box.depth * p->layers,
        .stride = stride,
        .slice = stride * p->box.height,
    };
    const struct stream_slice texels = batch_scratch(t->batches, block_decode_size(&region), 256);
    block_decode_record(t->decode, batch_commands(t->batches), &region, rows->address,
                        texels.address);
    batch_barrier(t->batches);
    copy.bufferOffset = texels.offset;
    copy.bufferRowLength = copy.bufferImageHeight = 0;
    texture_copy_in(x, texels.buffer, &copy);
}
