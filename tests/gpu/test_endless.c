/* SPDX-License-Identifier: MIT */
/* A program ends while the GPU has work for days: the process ends as well. A shader without an end
 * would not do: Mesa's software rasterizer leaves loops behind 65,535 rounds. */
#include "bound.h"

#include "gpu/runner.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static struct machine machine;

/* Nothing waits for it here. */
static void submit(struct machine *m) {
    const uint64_t at = machine_memory(m, m->words.count * 4, 4);
    memcpy(machine_at(m, at), m->words.words, m->words.count * 4);
    const uint64_t entry =
        gpfifo_encode((struct gpfifo_entry){at, (uint32_t)m->words.count, false, false});
    struct gpu_fence fence;
    gpu_channel_submit(m->channel, &(struct gpu_submission){.entries = &entry, .count = 1}, &fence);
}

int main(void) {
    struct bound b;
    if (!machine_open(&machine, false) || !machine.backend->vk->cpu) {
        /* A driver of a GPU ends such work itself, and the device with it. */
        printf("1..0 # SKIP no device that is the CPU\n");
        return 0;
    }
    bound_init(&b, &machine);
    const uint64_t out = machine_memory(&machine, 16, 16);
    bound_storage(&b, BOUND_COMPUTE, 0, out, 16);
    bound_launch(&b, &(struct bound_launch){.text = ".container bare\n.stage compute\n.code\n"
                                                    "MOV R4, c[0x0][0x140]\nMOV R5, c[0x0][0x144]\n"
                                                    "MOV32I R3, 0x1\nSTG.E [R4], R3\nEXIT\n",
                                            .groups = {0xffff, 0xffff, 1},
                                            .threads = {32, 1, 1}});
    submit(&machine);
    const _Atomic uint32_t *begun = machine_at(&machine, out);
    while (!*begun)
        usleep(100);
    gpu_set_patience(machine.gpu, 500);
    const bool ended = gpu_stop(machine.gpu);
    printf("1..1\n%sok 1 - work for days is left behind\n", ended ? "not " : "");
    fflush(NULL);
    _exit(ended);
}
