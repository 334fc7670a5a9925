/* SPDX-License-Identifier: MIT */
/* Memory that shaders reach by addresses: storage buffers, and the address map. */
#include "gpu/vulkan/shader/descriptor_parts.h"

#include "base/log.h"
#include "base/memory.h"
#include "gpu/shader/address_map.h"

/* ---- storage buffers ---- */

/* Where deko3d's driver_constbuf.h has descriptors of storage buffers, in constant buffer 0: an
 * address of 64 bits and the buffer's size in bytes. Compute has 64-bit addresses of uniform
 * buffers, too, in front of its textures. */
enum {
    DEKO_STORAGE = 16,
    DEKO_STORAGE_SIZE = 16,
    DEKO_UNIFORMS = 0x20,
    DEKO_UNIFORMS_END = 0xa0,
    UNIFORM_BYTES = 65536,
    ADDRESS_BYTES = 8,
    STORAGE_ALIGNMENT = 16, /* at least that of keys: shader_key.c */
};

static bool has_size(enum shader_stage stage, struct shader_place place) {
    static const uint16_t first[SHADER_STAGES] = {
        [SHADER_VERTEX] = 0x0b0,   [SHADER_TESS_CONTROL] = 0x250, [SHADER_TESS_EVALUATION] = 0x3f0,
        [SHADER_GEOMETRY] = 0x590, [SHADER_FRAGMENT] = 0x730,     [SHADER_COMPUTE] = 0x140,
    };
    const uint32_t from = first[stage];
    return place.slot == 0 && place.offset >= from &&
           place.offset < from + DEKO_STORAGE * DEKO_STORAGE_SIZE &&
           (place.offset - from) % DEKO_STORAGE_SIZE == 0;
}

/* How many bytes the buffer of the place has at most: where nothing says, all that is mapped. */
static uint64_t size_at(struct descriptors *d, const struct set_plan *p,
                        const struct contract_storage *s) {
    const enum shader_stage stage = (enum shader_stage)p->unit->contract.stage;
    const struct shader_place behind = {s->place.slot, (uint16_t)(s->place.offset + ADDRESS_BYTES)};
    uint32_t size;
    if (has_size(stage, s->place) && resources_place(d->memory, p->r, behind, &size, sizeof size) &&
        size)
        return size;
    if (stage == SHADER_COMPUTE && s->place.slot == 0 && s->place.offset >= DEKO_UNIFORMS &&
        s->place.offset < DEKO_UNIFORMS_END)
        return UNIFORM_BYTES;
    return d->vk->properties.limits.maxStorageBufferRange;
}

void plan_storage(struct descriptors *d, struct set_plan *p) {
    const struct shader_contract *c = &p->unit->contract;
    for (uint32_t i = 0; i < c->storage_count; i++) {
        struct planned_storage *to = &p->storage[i];
        (void)resources_place(d->memory, p->r, c->storage[i].place, &to->address,
                              sizeof to->address);
        to->size = size_at(d, p, &c->storage[i]);
    }
}

static bool use_storage(struct filling *f, const struct planned_storage *s, bool written,
                        VkDescriptorBufferInfo *out, struct error *error) {
    const VkPhysicalDeviceLimits *limits = &f->d->vk->properties.limits;
    const uint64_t align = limits->minStorageBufferOffsetAlignment;
    const uint64_t lead = s->address % (align > STORAGE_ALIGNMENT ? align : STORAGE_ALIGNMENT);
    uint64_t size = s->size + lead, length;
    struct memory_slice slice;
    size = size < limits->maxStorageBufferRange ? size : limits->maxStorageBufferRange;
    const uint8_t *memory = page_table_find(f->plan->r->pages, s->address - lead, size, &length);
    if (!memory || length <= lead)
        return error_set(error, ERROR_GUEST, "nothing is mapped there");
    if (!memory_use(f->d->memory, memory, length, written, &slice, error))
        return false;
    *out = (VkDescriptorBufferInfo){slice.buffer, slice.offset, length};
    return true;
}

bool fill_storage(struct filling *f, struct error *error) {
    const struct shader_contract *c = f->contract;
    for (uint32_t i = 0; i < c->storage_count; i++) {
        const struct contract_storage *s = &c->storage[i];
        const struct planned_storage *planned = &f->plan->storage[i];
        struct error why = {0};
        if (use_storage(f, planned, s->written, &f->next->buffer, &why)) {
            f->next++;
            f->writes = f->writes || s->written;
            continue;
        }
        if (planned->address)
            log_once(&f->d->warned_storage, LOG_GPU,
                     "the storage buffer at 0x%lx, whose address is at c[0x%x][0x%x] of the %s "
                     "shader: %s; it reads as zeros",
                     (unsigned long)planned->address, s->place.slot, s->place.offset,
                     shader_stage_name((enum shader_stage)c->stage), why.text);
        if (!fill_nothing(f, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, error))
            return false;
    }
    return true;
}

/* ---- the address map ---- */

static void add_run(void *context, uint64_t address, uint8_t *memory, uint64_t size) {
    struct descriptors *d = context;
    GROW(d->runs, d->run_count, d->run_room);
    d->runs[d->run_count++] = (struct map_run){address, size, memory};
}

/* All that is mapped is used by the command: any of it may be reached. */
bool fill_address_map(struct filling *f, struct error *error) {
    struct descriptors *d = f->d;
    const struct shader_contract *c = f->contract;
    (void)error;
    if (!c->address_map)
        return true;
    d->run_count = 0;
    page_table_each(f->plan->r->pages, add_run, d);
    const uint64_t size =
        sizeof(struct address_map) + d->run_count * sizeof(struct address_map_range);
    const struct stream_slice map =
        batch_stream(d->batches, size, d->vk->properties.limits.minStorageBufferOffsetAlignment);
    struct address_map *to = (struct address_map *)map.data;
    *to = (struct address_map){0};
    for (size_t i = 0; i < d->run_count; i++) {
        const struct map_run *run = &d->runs[i];
        struct memory_slice slice;
        struct error why = {0};
        if (!memory_use(d->memory, run->memory, run->size, c->map_written, &slice, &why)) {
            log_once(&d->warned_map, LOG_GPU,
                     "0x%lx bytes at 0x%lx cannot be reached by shaders: %s; they read as zeros",
                     (unsigned long)run->size, (unsigned long)run->guest, why.text);
            continue;
        }
        to->ranges[to->count++] = (struct address_map_range){run->guest, run->size, slice.address};
    }
    f->writes = f->writes || c->map_written;
    f->next++->buffer = (VkDescriptorBufferInfo){map.buffer, map.offset, size};
    return true;
}
