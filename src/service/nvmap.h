/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_SERVICE_NVMAP_H
#define WINDLASS_SERVICE_NVMAP_H

#include <stdbool.h>
#include <stdint.h>

/* Memory objects that the graphics driver knows by number: guest memory that the program offers to
 * display and GPU. A handle and an id are the same number here (the driver is one process). */

/* Ends of a call, as the driver numbers them (service/nvdrv.h has them all). */
struct nvmap_info {
    uint64_t address; /* guest address; 0 until memory was given */
    uint32_t size;    /* bytes */
    uint32_t align;
    uint8_t kind;
};

#define NVMAP_OBJECTS 4096u

/* All return an nv_error (service/nvdrv.h), 0 for success. */
uint32_t nvmap_create(uint32_t size, uint32_t *handle_out);
uint32_t nvmap_from_id(uint32_t id, uint32_t *handle_out); /* adds a reference */
/* The caller has checked that the memory is the guest's. */
uint32_t nvmap_give(uint32_t handle, uint32_t align, uint8_t kind, uint64_t address);
/* Drops a reference; *gone_out: it was the last one. *out: what the object was. */
uint32_t nvmap_free(uint32_t handle, struct nvmap_info *out, bool *gone_out);
bool nvmap_find(uint32_t handle, struct nvmap_info *out);

#endif
