/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_SERVICE_NV_GPU_H
#define WINDLASS_SERVICE_NV_GPU_H

#include "base/strbuf.h"
#include "gpu/gpu.h"

/* The process's one GPU, made when a channel is first given something to execute: programs that
 * draw with the CPU need no Vulkan. */

struct nv_gpu_options { /* of service_options */
    const char *device; /* "": the best */
    const char *cache_folder;
    const char *program; /* its name: whose pipelines are made ahead; NULL: nobody's */
    bool validate, no_storage, synchronous;
    enum gpu_link link;
    const char *capture;    /* file of what it does; "": none */
    int64_t capture_first;  /* from when so many frames have been presented */
    int64_t capture_frames; /* so many of them; 0: until the end */
};

/* NULL: it cannot be had; the first time one warning says why. */
struct gpu *nv_gpu(void);
/* When services start: a program that has drawn with the GPU before has it opened meanwhile, on a
 * thread, which makes its pipelines. */
void nv_gpu_expect(void);
/* Before each submission: a capture begins or ends where its frame has come. */
void nv_gpu_before_submission(void);
/* Memory of the program that the driver lets go. Nothing happens where no GPU was made. */
void nv_gpu_forget(uint64_t address, uint64_t size);
void nv_gpu_poke(void);
/* Who is told when a channel cannot go on. */
void nv_gpu_on_failure(void (*call)(struct gpu_channel *channel));

#endif
