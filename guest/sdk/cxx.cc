// SPDX-License-Identifier: MIT
// What libsupc++ and libgcc_eh need from below.
#include "internal.h"

extern "C" {

// The unwinder finds .eh_frame through the program headers that it is shown; there are none in
// memory here, so the one range is registered at start instead.
extern const char __eh_frame_start[];
void __register_frame_info(const void *begin, void *object);

__attribute__((constructor(101))) void register_frames() {
    static void *object[8];
    __register_frame_info(__eh_frame_start, object);
}

int dl_iterate_phdr(int (*)(void *, size_t, void *), void *) {
    return 0;
}

int _dl_find_object(void *, void *) {
    return -1;
}

// The exception state of a thread: two words in its thread-local region.
void *__cxa_get_globals() {
    return thread_region() + REGION_EXCEPTIONS;
}

void *__cxa_get_globals_fast() {
    return thread_region() + REGION_EXCEPTIONS;
}

// One thread at a time runs static constructors of function scope here, and none is contended.
int __cxa_guard_acquire(uint64_t *guard) {
    return !*reinterpret_cast<uint8_t *>(guard);
}

void __cxa_guard_release(uint64_t *guard) {
    *reinterpret_cast<uint8_t *>(guard) = 1;
}

void __cxa_guard_abort(uint64_t *) {
}

int __cxa_atexit(void (*)(void *), void *, void *) {
    return 0;
}

void *__dso_handle = nullptr;

// The unwinder guards its list of frames; a zeroed pthread_mutex_t serves as a zeroed mutex.
int pthread_mutex_lock(void *m) {
    mutex_lock(static_cast<mutex *>(m));
    return 0;
}

int pthread_mutex_unlock(void *m) {
    mutex_unlock(static_cast<mutex *>(m));
    return 0;
}

char *strchr(const char *s, int c) {
    for (; *s != c; s++)
        if (!*s)
            return nullptr;
    return const_cast<char *>(s);
}

// libgcc asks the host system for the CPU's features; this one has none beyond the base.
unsigned long __getauxval(unsigned long) {
    return 0;
}

} // extern "C"

void *operator new(size_t size) {
    void *p = malloc(size);
    if (!p)
        abort();
    return p;
}

void operator delete(void *p) noexcept {
    free(p);
}

void operator delete(void *p, size_t) noexcept {
    free(p);
}

namespace __gnu_cxx {
void __verbose_terminate_handler() {
    print("terminate called");
    abort();
}
} // namespace __gnu_cxx
