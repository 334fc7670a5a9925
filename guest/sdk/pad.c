/* SPDX-License-Identifier: MIT */
/* The pad through hid's shared memory: full-key controller in the first slot. */
#include "guest.h"

#define SHARED_BYTES    0x40000
#define NPAD_OFFSET     0x9a00
#define FULL_KEY_LIFO   0x28
#define LIFO_ENTRIES    17
#define STATE_CONNECTED 1

struct npad_entry {
    uint64_t guard, number, buttons;
    int32_t left_x, left_y, right_x, right_y;
    uint32_t attributes, padding;
};

struct npad_lifo {
    uint64_t unused, room, tail, count;
    struct npad_entry entries[LIFO_ENTRIES];
};

static const uint8_t *shared;

/* A free range for the mapping: behind everything that is there, found by asking. */
static uint64_t find_free(uint64_t size) {
    uint64_t region, region_size, at;
    if (svcGetInfo(&region, 12, CURRENT_PROCESS, 0) ||
        svcGetInfo(&region_size, 13, CURRENT_PROCESS, 0))
        return 0;
    uint64_t heap, heap_size, alias, alias_size;
    svcGetInfo(&heap, 4, CURRENT_PROCESS, 0);
    svcGetInfo(&heap_size, 5, CURRENT_PROCESS, 0);
    svcGetInfo(&alias, 2, CURRENT_PROCESS, 0);
    svcGetInfo(&alias_size, 3, CURRENT_PROCESS, 0);
    for (at = region; at < region + region_size;) {
        struct memory_info info;
        uint32_t page;
        if (svcQueryMemory(&info, &page, at))
            return 0;
        bool reserved = (at + size > heap && at < heap + heap_size) ||
                        (at + size > alias && at < alias + alias_size);
        if (info.type == 0 && info.base + info.size >= at + size + 0x2000 && !reserved)
            return at + 0x1000;
        if (reserved)
            at = at + size > heap && at < heap + heap_size ? heap + heap_size : alias + alias_size;
        else
            at = info.base + info.size;
    }
    return 0;
}

Result pad_open(void) {
    Handle hid, resource, memory;
    uint64_t aruid = 0;
    Result result = sm_get_service("hid", &hid);
    if (result)
        return result;
    struct ipc_request create = {.command = 0, .in = &aruid, .in_size = 8, .send_pid = true};
    if ((result = ipc_send(hid, &create)) != 0)
        return result;
    resource = create.handles[0];
    if ((result = ipc_get_object(resource, 0, NULL, 0, &memory)) != 0)
        return result;
    uint64_t address = find_free(SHARED_BYTES);
    result = svcMapSharedMemory(memory, (void *)address, SHARED_BYTES, 1);
    if (result == 0)
        shared = (const uint8_t *)address;
    return result;
}

uint64_t pad_read(float *x, float *y) {
    const volatile struct npad_lifo *lifo =
        (const volatile struct npad_lifo *)(shared + NPAD_OFFSET + FULL_KEY_LIFO);
    struct npad_entry e;
    uint64_t tail;
    do {
        tail = lifo->tail % LIFO_ENTRIES;
        e.guard = lifo->entries[tail].guard;
        e.buttons = lifo->entries[tail].buttons;
        e.left_x = lifo->entries[tail].left_x;
        e.left_y = lifo->entries[tail].left_y;
        e.attributes = lifo->entries[tail].attributes;
    } while (lifo->entries[tail].guard != e.guard);
    bool connected = lifo->count && (e.attributes & STATE_CONNECTED);
    if (x)
        *x = connected ? (float)e.left_x / 32767.0f : 0;
    if (y)
        *y = connected ? (float)e.left_y / 32767.0f : 0;
    return connected ? e.buttons : 0;
}
