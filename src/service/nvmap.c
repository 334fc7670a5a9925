/* SPDX-License-Identifier: MIT */
#include "service/nvmap.h"

#include "service/nvdrv.h"

#include <pthread.h>
#include <string.h>

#define PAGE 0x1000u

static struct {
    pthread_mutex_t lock;
    struct {
        uint32_t references;
        struct nvmap_info info;
    } objects[NVMAP_OBJECTS]; /* handle n is entry n - 1 */
} table = {.lock = PTHREAD_MUTEX_INITIALIZER};

static bool live(uint32_t handle) {
    return handle - 1 < NVMAP_OBJECTS && table.objects[handle - 1].references > 0;
}

uint32_t nvmap_create(uint32_t size, uint32_t *handle_out) {
    if (size == 0 || size > UINT32_MAX - PAGE) {
        return NV_BAD_PARAMETER;
    }
    uint32_t status = NV_NO_MEMORY;
    pthread_mutex_lock(&table.lock);
    for (uint32_t i = 0; i < NVMAP_OBJECTS; i++) {
        if (table.objects[i].references == 0) {
            table.objects[i].references = 1;
            table.objects[i].info = (struct nvmap_info){.size = (size + PAGE - 1) & ~(PAGE - 1)};
            *handle_out = i + 1;
            status = NV_OK;
            break;
        }
    }
    pthread_mutex_unlock(&table.lock);
    return status;
}

uint32_t nvmap_from_id(uint32_t id, uint32_t *handle_out) {
    uint32_t status = NV_BAD_PARAMETER;
    pthread_mutex_lock(&table.lock);
    if (live(id) && table.objects[id - 1].references < UINT32_MAX) {
        table.objects[id - 1].references++;
        *handle_out = id;
        status = NV_OK;
    }
    pthread_mutex_unlock(&table.lock);
    return status;
}

uint32_t nvmap_give(uint32_t handle, uint32_t align, uint8_t kind, uint64_t address) {
    uint32_t status = NV_BAD_PARAMETER;
    pthread_mutex_lock(&table.lock);
    if (live(handle)) {
        struct nvmap_info *info = &table.objects[handle - 1].info;
        status = info->address ? NV_ALREADY_ALLOCATED : NV_OK;
        if (status == NV_OK) {
            info->address = address;
            info->align = align < PAGE ? PAGE : align;
            info->kind = kind;
        }
    }
    pthread_mutex_unlock(&table.lock);
    return status;
}

uint32_t nvmap_free(uint32_t handle, struct nvmap_info *out, bool *gone_out) {
    uint32_t status = NV_BAD_PARAMETER;
    pthread_mutex_lock(&table.lock);
    if (live(handle)) {
        *out = table.objects[handle - 1].info;
        *gone_out = --table.objects[handle - 1].references == 0;
        status = NV_OK;
    }
    pthread_mutex_unlock(&table.lock);
    return status;
}

bool nvmap_find(uint32_t handle, struct nvmap_info *out) {
    pthread_mutex_lock(&table.lock);
    bool found = live(handle);
    if (found) {
        *out = table.objects[handle - 1].info;
    }
    pthread_mutex_unlock(&table.lock);
    return found;
}
