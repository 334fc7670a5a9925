/* SPDX-License-Identifier: MIT */
#include "kernel/space.h"

#include "base/log.h"
#include "kernel/process.h"
#include "kernel/results.h"

#include <string.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
struct block_list space_blocks;

void space_lock(void) {
    pthread_mutex_lock(&mutex);
}

void space_unlock(void) {
    pthread_mutex_unlock(&mutex);
}

void space_reset(void) {
    space_lock();
    block_list_free(&space_blocks);
    block_list_init(&space_blocks, GUEST_END, &(struct block_value){.state = SPACE_FREE});
    space_unlock();
}

void space_set_locked(uint64_t base, uint64_t size, uint32_t state, uint32_t perm,
                      uint32_t attribute, enum block_head head) {
    struct block_value value = {.state = state, .perm = perm, .attribute = attribute};
    block_list_set(&space_blocks, base, size, &value, head);
}

void space_record(uint64_t base, uint64_t size, uint32_t state, enum guest_perm perm) {
    space_lock();
    space_set_locked(base, size, state, perm, 0, BLOCK_HEAD_SET);
    space_unlock();
}

bool space_map_fresh(uint64_t base, uint64_t size, uint32_t state, enum guest_perm perm,
                     struct error *error) {
    space_lock();
    bool done = guest_map(base, size, perm, error);
    if (done)
        space_set_locked(base, size, state, perm, 0, BLOCK_HEAD_SET);
    space_unlock();
    return done;
}

void space_query(uint64_t address, struct space_info *out) {
    if (address >= GUEST_END) {
        /* The rest of the 64-bit space, as one block that ends where addresses wrap. */
        *out = (struct space_info){
            .base = GUEST_END, .size = 0 - GUEST_END, .type = SPACE_INACCESSIBLE};
        return;
    }
    space_lock();
    const struct block *b = &space_blocks.blocks[block_list_index(&space_blocks, address)];
    *out = (struct space_info){
        .base = b->base,
        .size = b->size,
        .type = b->value.state & SPACE_TYPE_MASK,
        .attribute = b->value.attribute,
        .perm = b->value.perm,
        .ipc_count = b->value.ipc_count,
        .device_count = b->value.device_count,
    };
    space_unlock();
}

result space_check_range(uint64_t base, uint64_t size) {
    if (base % GUEST_PAGE)
        return RESULT_INVALID_ADDRESS;
    if (!size || size % GUEST_PAGE)
        return RESULT_INVALID_SIZE;
    if (base >= GUEST_END || size > GUEST_END - base)
        return RESULT_INVALID_CURRENT_MEMORY;
    return 0;
}

result space_check_locked(uint64_t base, uint64_t size, const struct space_need *need,
                          struct block_value *first_out) {
    size_t i = block_list_index(&space_blocks, base);
    const struct block_value *first = &space_blocks.blocks[i].value;
    for (; i < space_blocks.count && space_blocks.blocks[i].base < base + size; i++) {
        const struct block_value *v = &space_blocks.blocks[i].value;
        if ((v->state & need->state_mask) != need->state ||
            (v->perm & need->perm_mask) != need->perm ||
            (v->attribute & need->attribute_mask) != need->attribute || v->state != first->state ||
            v->perm != first->perm)
            return RESULT_INVALID_CURRENT_MEMORY;
    }
    if (first_out)
        *first_out = *first;
    return 0;
}

bool space_is_free_locked(uint64_t base, uint64_t size) {
    const struct space_need free_pages = {.state_mask = 0xffffffffu, .state = SPACE_FREE};
    return space_check_locked(base, size, &free_pages, NULL) == 0;
}

bool space_inside(const struct guest_region *r, uint64_t base, uint64_t size) {
    return base >= r->base && size <= r->size && base - r->base <= r->size - size;
}

static bool touches(const struct guest_region *r, uint64_t base, uint64_t size) {
    return base < r->base + r->size && r->base < base + size;
}

bool space_in_free_region(uint64_t base, uint64_t size) {
    return space_inside(&guest_layout.aslr, base, size) &&
           !touches(&guest_layout.heap, base, size) && !touches(&guest_layout.alias, base, size);
}

result space_host_failure(const char *what, const struct error *error) {
    log_warning(LOG_SVC, "%s: the host refused a page operation: %s", what, error->text);
    return RESULT_OUT_OF_RESOURCE;
}

static bool accessible_locked(uint64_t address, uint64_t size, uint32_t perm) {
    if (!size)
        return true;
    if (address >= GUEST_END || size > GUEST_END - address)
        return false;
    for (size_t i = block_list_index(&space_blocks, address);
         i < space_blocks.count && space_blocks.blocks[i].base < address + size; i++)
        if ((space_blocks.blocks[i].value.perm & perm) != perm)
            return false;
    return space_blocks.count != 0;
}

bool process_memory_ok(uint64_t address, uint64_t size, uint32_t perm) {
    space_lock();
    bool ok = space_blocks.count && accessible_locked(address, size, perm);
    space_unlock();
    return ok;
}

bool space_word_locked(uint64_t address, unsigned size, uint32_t perm) {
    return address % size == 0 && accessible_locked(address, size, perm);
}

bool space_read(uint64_t address, void *out, uint64_t size) {
    space_lock();
    bool ok = accessible_locked(address, size, GUEST_R);
    if (ok && size)
        memcpy(out, (const void *)address, size);
    space_unlock();
    return ok;
}

bool space_write(uint64_t address, const void *data, uint64_t size) {
    space_lock();
    bool ok = accessible_locked(address, size, GUEST_RW);
    if (ok && size)
        memcpy((void *)address, data, size);
    space_unlock();
    return ok;
}
