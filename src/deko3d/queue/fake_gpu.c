/* SPDX-License-Identifier: MIT */
#include "deko3d/queue/fake_gpu.h"

#include "deko3d/record.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct fake_options fake;
unsigned fake_submissions, fake_entries, fake_most_entries, fake_warnings;
jmp_buf fake_raised_to;
bool fake_expects_raise;
DkResult fake_raised;

/* ---- memory ---- */

enum { MOST_RANGES = 128, MOST_CHANNELS = DK_QUEUES, SYNCPOINTS_FROM = 40 };

static struct {
    DkGpuAddr address;
    uint8_t *memory;
    size_t size;
} ranges[MOST_RANGES];

void *fake_memory(DkGpuAddr address, size_t size) {
    for (unsigned i = 0; i < MOST_RANGES; i++)
        if (ranges[i].memory && address >= ranges[i].address &&
            address + size <= ranges[i].address + ranges[i].size)
            return ranges[i].memory + (address - ranges[i].address);
    fail_msg("nothing is mapped at %llx", (unsigned long long)address);
    return NULL;
}

DkResult memblock_open(struct tag_DkMemBlock *b, DkDevice device, uint32_t size, uint32_t flags,
                       void *storage) {
    unsigned i = 0;
    assert_null(storage);
    while (ranges[i].memory)
        assert_true(++i < MOST_RANGES);
    ranges[i].memory = aligned_alloc(DK_MEMBLOCK_ALIGNMENT, size);
    memset(ranges[i].memory, flags & DkMemBlockFlags_ZeroFillInit ? 0 : 0xee, size);
    ranges[i].size = size;
    ranges[i].address = UINT64_C(0x500000000) + ((DkGpuAddr)i << 32);
    *b = (struct tag_DkMemBlock){.device = device,
                                 .memory = ranges[i].memory,
                                 .size = size,
                                 .flags = flags,
                                 .pitch = ranges[i].address,
                                 .object = (struct platform_object *)&ranges[i]};
    return DkResult_Success;
}

void memblock_close(struct tag_DkMemBlock *b) {
    for (unsigned i = 0; i < MOST_RANGES; i++)
        if (ranges[i].memory == b->memory) {
            free(ranges[i].memory);
            ranges[i].memory = NULL;
        }
    b->object = NULL;
}

/* ---- channels ---- */

struct submission {
    struct submission *next;
    uint32_t count, increments;
    uint64_t entries[];
};

struct platform_channel {
    bool used, failed;
    struct submission *first, **last;
    uint32_t at; /* entry of the first submission */
    size_t word; /* of that entry */
    uint32_t reached, promised, increments;
    struct command_reader reader;
    bool waits; /* for the semaphore in registers */
    uint32_t registers[COMMAND_SUBCHANNELS][COMMAND_METHODS];
    uint32_t copied;
};

static struct platform_channel channels[MOST_CHANNELS];

static uint32_t *semaphore(struct platform_channel *c, unsigned subchannel, unsigned from) {
    const uint32_t *r = c->registers[subchannel] + from;
    return fake_memory((uint64_t)(r[0] & 0xff) << 32 | r[1], 4);
}

static bool is_reached(struct platform_channel *c) {
    return (int32_t)(*semaphore(c, SUB_HOST, 4) - c->registers[SUB_HOST][6]) >= 0;
}

static void copied(struct platform_channel *c, uint32_t data) {
    const uint32_t *r = c->registers[SUB_COMPUTE] + 0x60;
    const uint32_t left = r[0] - c->copied, size = left < 4 ? left : 4;
    memcpy(fake_memory(((uint64_t)r[2] << 32 | r[3]) + c->copied, size), &data, size);
    c->copied += size;
}

static void sink(void *context, unsigned subchannel, unsigned method, uint32_t data,
                 unsigned left) {
    struct platform_channel *c = context;

    c->registers[subchannel][method] = data;
    if (fake.method)
        fake.method(fake.context, subchannel, method, data, left);
    if (subchannel == SUB_HOST && method == 7) {
        assert_int_equal(data, 4 | 1 << 12);
        c->waits = c->reader.stop = !is_reached(c);
    } else if (subchannel == SUB_3D && method == 0x2c8 / 4) {
        c->reached++;
        c->increments++;
    } else if (subchannel == SUB_3D && method == 0x1b0c / 4) {
        *semaphore(c, SUB_3D, 0x1b00 / 4) = c->registers[SUB_3D][0x1b08 / 4];
    } else if (subchannel == SUB_COMPUTE && method == 0x1b0 / 4) {
        c->copied = 0;
    } else if (subchannel == SUB_COMPUTE && method == 0x1b4 / 4) {
        copied(c, data);
    }
}

/* Goes on until it has to wait; true where it did something. */
static bool run(struct platform_channel *c) {
    bool did = false;
    if (c->waits && !is_reached(c))
        return false;
    c->waits = false;
    while (c->first) {
        struct submission *s = c->first;
        did = true;
        while (c->at < s->count) {
            const struct gpfifo_entry e = gpfifo_decode(s->entries[c->at]);
            assert_true(e.subroutine);
            const uint32_t *words = fake_memory(e.address, 4 * (size_t)e.words);
            c->word += command_read(&c->reader, words + c->word, e.words - c->word);
            if (c->waits)
                return did;
            assert_int_equal(c->word, e.words);
            c->word = 0;
            c->at++;
        }
        assert_int_equal(c->increments, s->increments); /* what was promised, it made */
        c->increments = c->at = 0;
        c->first = s->next;
        if (!c->first)
            c->last = &c->first;
        free(s);
    }
    assert_int_equal(c->reader.unknown, 0);
    return did;
}

void fake_run(void) {
    bool did = true;
    while (did) {
        did = false;
        for (unsigned i = 0; i < MOST_CHANNELS; i++)
            did |= channels[i].used && run(&channels[i]);
    }
}

DkResult platform_channel_new(struct platform *p, uint32_t flags, struct platform_channel **out) {
    (void)p;
    (void)flags;
    unsigned i = 0;
    while (channels[i].used)
        assert_true(++i < MOST_CHANNELS);
    struct platform_channel *c = &channels[i];
    const uint32_t reached = c->reached; /* syncpoints go on where they were */
    *c = (struct platform_channel){.used = true, .reached = reached, .promised = reached};
    c->last = &c->first;
    c->reader = (struct command_reader){.sink = sink, .context = c};
    *out = c;
    return DkResult_Success;
}

void platform_channel_free(struct platform *p, struct platform_channel *c) {
    (void)p;
    fake_run();
    while (c->first) {
        struct submission *s = c->first;
        c->first = s->next;
        free(s);
    }
    c->used = false;
}

uint32_t platform_channel_syncpoint(const struct platform_channel *c) {
    return SYNCPOINTS_FROM + (uint32_t)(c - channels);
}

uint32_t fake_syncpoint(uint32_t syncpoint) {
    return channels[syncpoint - SYNCPOINTS_FROM].reached;
}

uint32_t fake_promised(uint32_t syncpoint) {
    return channels[syncpoint - SYNCPOINTS_FROM].promised;
}

DkResult platform_channel_submit(struct platform *p, struct platform_channel *c,
                                 const uint64_t *entries, uint32_t count, uint32_t increments,
                                 struct platform_fence *fence) {
    (void)p;
    if (fake.fails_to_submit) {
        c->failed = true;
        return DkResult_Fail;
    }
    if (fake.loses) {
        c->failed = true;
        c->promised += increments;
        c->reached = c->promised;
        *fence = (struct platform_fence){platform_channel_syncpoint(c), c->promised};
        return DkResult_Success;
    }
    struct submission *s = malloc(sizeof *s + count * sizeof *entries);
    *s = (struct submission){.count = count, .increments = increments};
    memcpy(s->entries, entries, count * sizeof *entries);
    *c->last = s;
    c->last = &s->next;
    c->promised += increments;
    *fence = (struct platform_fence){platform_channel_syncpoint(c), c->promised};
    fake_submissions++;
    fake_entries += count;
    if (count > fake_most_entries)
        fake_most_entries = count;
    if (fake.eager)
        fake_run();
    return DkResult_Success;
}

bool platform_channel_failed(struct platform *p, struct platform_channel *c) {
    (void)p;
    return c->failed;
}

void platform_poke(struct platform *p) {
    (void)p;
}

void platform_mutex_lock(struct platform_mutex *m) {
    assert_int_equal(m->words[0]++, 0);
}

void platform_mutex_unlock(struct platform_mutex *m) {
    assert_int_equal(m->words[0]--, 1);
}

/* ---- what device/ and command/ have ---- */

DkResult fence_wait(DkFence *f, int32_t timeout_us) {
    if (f->kind != FENCE_INTERNAL)
        return DkResult_Success;
    const uint32_t *value =
        (const uint32_t *)(void *)(f->device->semaphores.memory + 16 * f->queue);
    if ((int32_t)(*value - f->value) >= 0)
        return DkResult_Success;
    if (timeout_us == 0)
        return DkResult_Timeout;
    fake_run();
    for (unsigned i = 0; i < DK_QUEUES; i++)
        if (f->device->queues[i])
            queue_check_error(f->device->queues[i]);
    if ((int32_t)(*value - f->value) < 0)
        fail_msg("a fence is waited for that nothing signals");
    /* It is signalled behind the increments that it tells others of. */
    if (!dkQueueIsInErrorState(f->device->queues[f->queue]))
        assert_true((int32_t)(fake_syncpoint(f->fences[0].syncpoint) - f->fences[0].value) >= 0);
    return DkResult_Success;
}

void dkCmdBufBarrier(DkCmdBuf b, DkBarrier mode, uint32_t flags) {
    assert_int_equal(mode, DkBarrier_None);
    uint32_t *w = record_begin(b, 12, __func__);
    w = put(w, SUB_HOST, 0x2c / 4, flags);
    record_end(b, w);
}

_Noreturn void dk_raise(DkDevice device, const char *context, DkResult result,
                        const char *message) {
    (void)device;
    if (!fake_expects_raise) {
        fprintf(stderr, "%s: %s\n", context, message);
        abort();
    }
    fake_raised = result;
    longjmp(fake_raised_to, 1);
}

void dk_warn(DkDevice device, const char *context, const char *message) {
    (void)device;
    (void)context;
    (void)message;
    fake_warnings++;
}

void *dk_alloc(DkDevice device, size_t size, size_t align) {
    (void)device;
    (void)align;
    return malloc(size);
}

void *dk_alloc_zeroed(DkDevice device, size_t size, size_t align) {
    return memset(dk_alloc(device, size, align), 0, size);
}

void dk_free(DkDevice device, void *memory) {
    (void)device;
    free(memory);
}

DkDevice fake_device(void) {
    DkDevice d = calloc(1, sizeof *d);
    fake = (struct fake_options){0};
    fake_submissions = fake_entries = fake_most_entries = fake_warnings = 0;
    d->facts = (struct platform_facts){.multiprocessors = 2, .warps = 128};
    d->code.base = UINT64_C(0x300000000);
    assert_int_equal(
        memblock_open(&d->semaphores, d, DK_MEMBLOCK_ALIGNMENT, DkMemBlockFlags_ZeroFillInit, NULL),
        DkResult_Success);
    return d;
}

void fake_device_free(DkDevice d) {
    for (unsigned i = 0; i < DK_QUEUES; i++)
        assert_null(d->queues[i]);
    memblock_close(&d->semaphores);
    free(d);
}
