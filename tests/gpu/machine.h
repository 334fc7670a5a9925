/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_TESTS_GPU_MACHINE_H
#define WINDLASS_TESTS_GPU_MACHINE_H

#include "gpu/command/words.h"
#include "gpu/gpu.h"
#include "gpu/vulkan/backend.h"

/* A GPU with one channel over memory of the test, and a recorder of command words: what a program
 * of the guest has, without the guest. The device is the one of which WINDLASS_GPU has a part of
 * the name, else lavapipe, validated; a message of the validation layer fails the test. Everything
 * that cannot be done ends the test. */

enum { MACHINE_THREE, MACHINE_COMPUTE, MACHINE_INLINE, MACHINE_TWO_D, MACHINE_COPY };

struct machine {
    struct gpu *gpu;
    struct backend *backend; /* for tests that draw the same by plain Vulkan on its device */
    struct page_table *pages;
    struct gpu_channel *channel;
    uint8_t *memory; /* where the program would have it */
    uint64_t used;
    struct command_writer words;
    uint64_t code; /* address of the program region */
    uint32_t code_used;
};

/* False: there is no device; the test is skipped. With everything in the registers that a program
 * sets once (machine_setup). */
bool machine_open(struct machine *m, bool no_storage);
struct machine_options {
    bool no_storage, synchronous;
    bool unchecked;     /* without the validation layer: for measuring */
    enum gpu_link link; /* 0: WINDLASS_GPU_LINK says it */
    const char *cache_folder, *program;
};
bool machine_open_with(struct machine *m, const struct machine_options *options);
void machine_close(struct machine *m);
/* Until nothing is made beside the draws any more, while the GPU has nothing to do. Returns how
 * many have been linked again. */
uint64_t machine_wait_for_pipelines(struct machine *m);

/* Zeros, at a GPU address. */
uint64_t machine_memory(struct machine *m, uint64_t size, uint64_t align);
/* Where the program sees an address. */
void *machine_at(const struct machine *m, uint64_t address);

void machine_write(struct machine *m, unsigned subchannel, unsigned method, uint32_t data);
void machine_write_many(struct machine *m, unsigned subchannel, unsigned method,
                        const uint32_t *data, size_t count);
void machine_address(struct machine *m, unsigned subchannel, unsigned method, uint64_t address);
/* The words so far go to the GPU and are executed; the program's memory is true when it returns. */
void machine_run(struct machine *m);

/* Assembles a program (the text of `windlass shader asm`) and puts it where code is; the offset in
 * the program region. Constants of the file's (buffer 1) are bound by nobody. */
uint32_t machine_shader(struct machine *m, const char *text);
/* ... of a file in tests/shader or tests/gpu. */
uint32_t machine_shader_file(struct machine *m, const char *path);

#endif
