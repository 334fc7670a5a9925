/* SPDX-License-Identifier: MIT */
#include "service/nvdrv.h"

#include "host/clock.h"
#include "kernel/event.h"

#include <string.h>

/* /dev/nvhost-ctrl-gpu: what the TX1's GPU (gm20b) is. */

struct characteristics {
    uint32_t arch, impl, rev, num_gpc;
    uint64_t l2_cache_size, video_memory_size;
    uint32_t num_tpc_per_gpc, bus_type, big_page_size, compression_page_size;
    uint32_t pde_coverage_bits, available_big_page_sizes, gpc_mask, sm_version;
    uint32_t spa_version, warp_count, gpu_va_bits, reserved;
    uint64_t flags;
    uint32_t twod_class, threed_class, compute_class, gpfifo_class;
    uint32_t inline_class, dma_class, max_fbps, fbp_en_mask;
    uint32_t max_ltc_per_fbp, max_lts_per_ltc, max_tex_per_tpc, max_gpc;
    uint32_t rop_l2_en_mask[2];
    char chip_name[8];
    uint64_t compbit_store_base;
};
_Static_assert(sizeof(struct characteristics) == 0xa0, "GPU characteristics on the wire");

static const struct characteristics gm20b = {
    .arch = 0x120,
    .impl = 0xb,
    .rev = 0xa1,
    .num_gpc = 1,
    .l2_cache_size = 0x40000,
    .num_tpc_per_gpc = 2,
    .bus_type = 0x20,
    .big_page_size = 0x20000,
    .compression_page_size = 0x20000,
    .pde_coverage_bits = 0x1b,
    .available_big_page_sizes = 0x30000,
    .gpc_mask = 1,
    .sm_version = 0x503,
    .spa_version = 0x503,
    .warp_count = 0x80,
    .gpu_va_bits = 40,
    .flags = 0x55,
    .twod_class = 0x902d,
    .threed_class = 0xb197,
    .compute_class = 0xb1c0,
    .gpfifo_class = 0xb06f,
    .inline_class = 0xa140,
    .dma_class = 0xb0b5,
    .max_fbps = 1,
    .max_ltc_per_fbp = 2,
    .max_lts_per_ltc = 1,
    .max_gpc = 1,
    .rop_l2_en_mask = {0x21d70, 0},
    .chip_name = "gm20b",
};

static uint32_t get_characteristics(struct nv_call *c) {
    const uint64_t size = sizeof gm20b;
    memcpy(c->argument, &size, sizeof size);
    memcpy(c->argument + 0x10, &gm20b, sizeof gm20b);
    return NV_OK;
}

static uint32_t zcull_context_size(struct nv_call *c) {
    const uint32_t size = 1;
    memcpy(c->argument, &size, sizeof size);
    return NV_OK;
}

static uint32_t zcull_info(struct nv_call *c) {
    /* Pixels of width and height a unit, squares a unit, units, bytes of region and headers, and
     * the same for sub-regions. */
    static const uint32_t info[10] = {0x20, 0x20, 0x400, 0x800, 0x20, 0x20, 0xc0, 0x20, 0x40, 0x10};
    memcpy(c->argument, info, sizeof info);
    return NV_OK;
}

static uint32_t tpc_masks(struct nv_call *c) {
    const uint32_t mask[2] = {3, 0}; /* two TPCs in the one GPC */
    memcpy(c->argument + 0x10, mask, sizeof mask);
    return NV_OK;
}

static uint32_t zbc_active_slots(struct nv_call *c) {
    const uint32_t state[2] = {7, 0};
    memcpy(c->argument, state, sizeof state);
    return NV_OK;
}

static uint32_t get_gpu_time(struct nv_call *c) {
    uint64_t ticks = clock_ns() * 384 / 625;
    memcpy(c->argument, &ticks, sizeof ticks);
    return NV_OK;
}

static uint32_t accept(struct nv_call *c) {
    (void)c;
    return NV_OK;
}

static struct object *idle_event(void *file, uint32_t number) {
    (void)file;
    if (number != 1 && number != 2) {
        return NULL;
    }
    struct event *e = event_new(false);
    struct object *readable = object_ref(event_readable(e));
    event_unref(e);
    return readable;
}

static const struct nv_ioctl ioctls[] = {
    {0x4701, "ZCullGetCtxSize", 4, zcull_context_size, COMMAND_FIXED},
    {0x4702, "ZCullGetInfo", 0x28, zcull_info, COMMAND_FIXED},
    {0x4703, "ZbcSetTable", 0x2c, accept, COMMAND_ACCEPTED},
    {0x4705, "GetCharacteristics", 0xb0, get_characteristics, COMMAND_FIXED},
    {0x4706, "GetTpcMasks", 0x18, tpc_masks, COMMAND_FIXED},
    {0x4707, "FlushL2", 8, accept, COMMAND_ACCEPTED},
    {0x4714, "ZbcGetActiveSlotMask", 8, zbc_active_slots, COMMAND_FIXED},
    {0x471c, "GetGpuTime", 8, get_gpu_time, COMMAND_FULL},
};

const struct nv_device nv_device_ctrl_gpu = {NV_DEVICE("/dev/nvhost-ctrl-gpu", ioctls),
                                             .event = idle_event};
