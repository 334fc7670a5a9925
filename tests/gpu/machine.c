/* SPDX-License-Identifier: MIT */
#include "machine.h"

#include "base/file.h"
#include "base/memory.h"
#include "gpu/runner.h"
#include "gpu/shader/file.h"
#include "gpu/vulkan/draw/pipeline.h"
#include "gpu/vulkan/renderer.h"
#include "host/clock.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

enum {
    MEMORY = 256 << 20,
    CODE = 1 << 20,
    SYNCPOINT = 20,
    WAIT_SECONDS = 60,
    /* Methods of the 3D class by words: NVIDIA's published clb197.h. */
    SET_OBJECT = 0,
    SET_PROGRAM_REGION = 0x1608 / 4,
};
#define BASE 0x400000000ull

/* ---- whom the GPU belongs to ---- */

static _Atomic uint32_t syncpoints[256];

static void increment(void *context, uint32_t id) {
    (void)context;
    atomic_fetch_add(&syncpoints[id % 256], 1);
}

static uint32_t read_syncpoint(void *context, uint32_t id) {
    (void)context;
    return atomic_load(&syncpoints[id % 256]);
}

static uint64_t nanoseconds(void *context) {
    (void)context;
    return clock_ns();
}

static void channel_failed(void *context, struct gpu_channel *channel, const struct error *error) {
    (void)context;
    (void)channel;
    fprintf(stderr, "the channel failed: %s\n", error->text);
}

static const struct gpu_owner owner = {
    .syncpoint_increment = increment,
    .syncpoint_read = read_syncpoint,
    .nanoseconds = nanoseconds,
    .channel_failed = channel_failed,
};

static void die(const char *what, const struct error *error) {
    fprintf(stderr, "%s: %s\n", what, error->text);
    exit(1);
}

/* ---- the machine ---- */

static void setup(struct machine *m) {
    static const uint16_t classes[] = {0xb197, 0xb1c0, 0xa140, 0x902d, 0xb0b5};
    for (unsigned i = 0; i < sizeof classes / sizeof *classes; i++)
        machine_write(m, i, SET_OBJECT, classes[i]);
    m->code = machine_memory(m, CODE, 4096);
    machine_address(m, MACHINE_THREE, SET_PROGRAM_REGION, m->code);
    machine_address(m, MACHINE_COMPUTE, SET_PROGRAM_REGION, m->code);
    m->code_used = 0;
}

/* WINDLASS_GPU_LINK: 0: never, 1: wherever the device can. */
static enum gpu_link link_of(const struct machine_options *o) {
    const char *text = getenv("WINDLASS_GPU_LINK");
    if (o->link || !text)
        return o->link;
    return *text == '0' ? GPU_LINK_NEVER : GPU_LINK_ALWAYS;
}

bool machine_open_with(struct machine *m, const struct machine_options *o) {
    const char *name = getenv("WINDLASS_GPU");
    const struct gpu_options options = {.device = name ? name : "llvmpipe",
                                        .cache_folder = o->cache_folder,
                                        .program = o->program,
                                        .link = link_of(o),
                                        .synchronous = o->synchronous,
                                        .validate = !o->unchecked,
                                        .no_storage = o->no_storage,
                                        .copies = getenv("WINDLASS_GPU_COPIES") != NULL};
    struct renderer renderer;
    struct error error = {0};
    *m = (struct machine){0};
    if (!vulkan_renderer_new(&options, &owner, &renderer, &error)) {
        if (error.kind != ERROR_UNSUPPORTED || name)
            die("no GPU", &error);
        return false;
    }
    m->backend = renderer.context;
    m->gpu = gpu_with_renderer(&renderer, &owner, o->synchronous);
    const char *capture = getenv("WINDLASS_GPU_CAPTURE"); /* for looking at what a test does */
    if (capture && !gpu_capture_begin(m->gpu, capture, &error))
        die("no capture", &error);
    m->memory = mmap(NULL, MEMORY, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    m->pages = page_table_new();
    if (m->memory == MAP_FAILED || !page_table_map(m->pages, BASE, m->memory, MEMORY, &error))
        die("no memory", &error);
    m->channel = gpu_channel_new(m->gpu, SYNCPOINT);
    gpu_channel_bind(m->channel, m->pages);
    setup(m);
    return true;
}

bool machine_open(struct machine *m, bool no_storage) {
    return machine_open_with(m, &(struct machine_options){.no_storage = no_storage});
}

void machine_close(struct machine *m) {
    const unsigned messages = m->backend->vk->messages;
    gpu_channel_free(m->channel);
    gpu_forget(m->gpu, m->memory, MEMORY);
    gpu_free(m->gpu);
    page_table_unref(m->pages);
    munmap(m->memory, MEMORY);
    command_writer_free(&m->words);
    if (messages) {
        fprintf(stderr, "the validation layer had %u things to say\n", messages);
        exit(1);
    }
}

uint64_t machine_wait_for_pipelines(struct machine *m) {
    const struct timespec moment = {.tv_nsec = 100000};
    const uint64_t end = clock_ns() + WAIT_SECONDS * 1000000000ull;
    struct pipelines_counts counts;
    for (;;) {
        pipelines_count(m->backend->pipelines, &counts);
        if (!counts.waiting)
            return counts.optimized;
        if (clock_ns() > end) {
            fprintf(stderr, "%lu pipelines were not made after %d seconds\n", counts.waiting,
                    WAIT_SECONDS);
            exit(1);
        }
        nanosleep(&moment, NULL);
    }
}

uint64_t machine_memory(struct machine *m, uint64_t size, uint64_t align) {
    const uint64_t at = (m->used + align - 1) / align * align;
    if (size > MEMORY - at) {
        fprintf(stderr, "the test wants more than %d bytes of memory\n", MEMORY);
        exit(1);
    }
    m->used = at + size;
    return BASE + at;
}

void *machine_at(const struct machine *m, uint64_t address) {
    return m->memory + (address - BASE);
}

/* ---- words ---- */

void machine_write(struct machine *m, unsigned subchannel, unsigned method, uint32_t data) {
    command_write(&m->words, subchannel, method, data);
}

void machine_write_many(struct machine *m, unsigned subchannel, unsigned method,
                        const uint32_t *data, size_t count) {
    command_write_many(&m->words, COMMAND_INCREASING, subchannel, method, data, count);
}

void machine_address(struct machine *m, unsigned subchannel, unsigned method, uint64_t address) {
    machine_write_many(m, subchannel, method,
                       (const uint32_t[]){(uint32_t)(address >> 32), (uint32_t)address}, 2);
}

static void wait_for(const struct gpu_fence *f) {
    const struct timespec moment = {.tv_nsec = 100000};
    const uint64_t end = clock_ns() + WAIT_SECONDS * 1000000000ull;
    while ((int32_t)(atomic_load(&syncpoints[f->syncpoint]) - f->value) < 0) {
        if (clock_ns() > end) {
            fprintf(stderr, "the GPU was not done after %d seconds\n", WAIT_SECONDS);
            exit(1);
        }
        nanosleep(&moment, NULL);
    }
}

void machine_run(struct machine *m) {
    const uint64_t at = machine_memory(m, m->words.count * 4, 4);
    memcpy(machine_at(m, at), m->words.words, m->words.count * 4);
    const uint64_t entry =
        gpfifo_encode((struct gpfifo_entry){at, (uint32_t)m->words.count, false, false});
    const struct gpu_submission s = {.entries = &entry, .count = 1, .added = 1};
    struct gpu_fence fence;
    struct error error;
    gpu_channel_submit(m->channel, &s, &fence);
    wait_for(&fence);
    m->words.count = 0;
    if (gpu_channel_failed(m->channel, &error))
        die("the channel failed", &error);
}

/* ---- shaders ---- */

enum { GRAPHICS_ALIGN = 0x80, GRAPHICS_PAD = 0x30, CODE_ALIGN = 0x100 };

/* Code lies on multiples of 128 bytes; a shader program header of 80 bytes in front of it. */
static uint32_t put_program(struct machine *m, const struct shader_program *p) {
    const bool graphics = p->stage != SHADER_COMPUTE;
    const uint32_t at = (m->code_used + CODE_ALIGN - 1) / CODE_ALIGN * CODE_ALIGN;
    uint8_t *to = (uint8_t *)machine_at(m, m->code) + at;
    uint32_t used = 0;
    if (graphics) {
        memcpy(to + GRAPHICS_PAD, p->sph, sizeof p->sph);
        used = GRAPHICS_ALIGN;
    }
    memcpy(to + used, p->code.data, p->code.size);
    m->code_used = at + used + (uint32_t)p->code.size;
    return at + (graphics ? GRAPHICS_PAD : 0);
}

uint32_t machine_shader(struct machine *m, const char *text) {
    struct shader_file file;
    struct error error;
    if (!shader_file_parse(text, &file, &error))
        die("a shader of the test", &error);
    const uint32_t at = put_program(m, &file.programs[0]);
    shader_file_free(&file);
    return at;
}

uint32_t machine_shader_file(struct machine *m, const char *path) {
    char *whole = memory_format("%s/%s", getenv("WINDLASS_SOURCE"), path);
    struct blob text;
    struct error error;
    if (!file_read(whole, SHADER_FILE_LIMIT, &text, &error))
        die("a shader of the test", &error);
    char *string = memory_new(text.size + 1);
    memcpy(string, text.data, text.size);
    const uint32_t at = machine_shader(m, string);
    free(string);
    blob_free(&text);
    free(whole);
    return at;
}
