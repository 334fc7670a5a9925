/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GUEST_INTERNAL_H
#define WINDLASS_GUEST_INTERNAL_H

#include "guest.h"

/* Shared by the files of the SDK only. */

extern uint64_t guest_heap_base, guest_heap_size;

void start_leave(int status) __attribute__((noreturn));

/* The thread-local region: 0x100 bytes of IPC message, then words of ours from 0x180 on. */
static inline uint8_t *thread_region(void) {
    uint8_t *p;
    __asm__("mrs %0, tpidrro_el0" : "=r"(p));
    return p;
}

enum {
    REGION_SELF = 0x180,       /* Handle of the thread */
    REGION_EXCEPTIONS = 0x190, /* two words: the C++ runtime's state */
};

void thread_set_self(Handle self);

/* The graphics driver (nv.c). */
Result nv_open(const char *path, uint32_t *fd);
Result nv_ioctl(uint32_t fd, uint32_t request, void *data, size_t size);
void nv_close(uint32_t fd);
/* An event of a file, by the file's own number for it; to be closed. */
Result nv_query_event(uint32_t fd, uint32_t number, Handle *out);
/* A memory object over memory of the program. */
Result nv_map(void *memory, uint32_t size, uint32_t align, uint8_t kind, uint32_t *handle,
              uint32_t *id);

#endif
