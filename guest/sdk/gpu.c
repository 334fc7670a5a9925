/* SPDX-License-Identifier: MIT */
#include "gpu.h"
#include "internal.h"

#include "gpu/command/words.h"

/* The requests are those of libnx's and deko3d's set-up of a channel. */
enum {
    SPACE_INITIALIZE = 0x40284109,
    SPACE_BIND = 0x40044101,
    SPACE_MAP = 0xc0284106,
    CHANNEL_NVMAP = 0x40044801,
    CHANNEL_FIFO = 0xc020481a,
    CHANNEL_OBJECT = 0xc0104809,
    CHANNEL_SUBMIT = 0xc0004808, /* with the size of its argument in bits 16 to 29 */
    CTRL_WAIT = 0xc00c0016,
};

enum {
    BIG_PAGE = 0x10000,
    KIND_GENERIC = 0xfe, /* block-linear or not, uncompressed */
    ENTRIES = 0x800,
    WORD_BYTES = 1 << 20, /* of command words, used round and round */
    SYNCPOINT = 0x1d,     /* of the host engine */
    INCREMENT = 1,
    FLAG_HARDWARE_FORMAT = 1 << 2,
    FLAG_INCREMENT_VALUE = 1 << 8,
};

static uint32_t space, channel, control, syncpoint;
static struct gpu_block words;
static uint32_t words_used; /* bytes */
static struct command_writer writer;

/* What the writer of words grows its buffer with. */
void *memory_resize(void *old, size_t bytes);
void *memory_resize(void *old, size_t bytes) {
    void *p = realloc(old, bytes);
    if (!p)
        abort();
    return p;
}

static Result map(uint32_t handle, uint64_t offset, uint64_t size, uint64_t *address) {
    struct {
        uint32_t flags, kind, nvmap, page_size;
        uint64_t buffer_offset, size, address;
    } a = {4, KIND_GENERIC, handle, BIG_PAGE, offset, size, 0};
    Result result = nv_ioctl(space, SPACE_MAP, &a, sizeof a);
    *address = a.address;
    return result;
}

static Result open_channel(void) {
    struct {
        uint32_t entries, jobs, flags, fence[2], reserved[3];
    } fifo = {ENTRIES, 1, 1, {0}, {0}};
    struct {
        uint32_t class, flags;
        uint64_t id;
    } object = {0xb197, 0, 0};
    uint32_t nvmap;
    Result result = nv_open("/dev/nvmap", &nvmap);
    if (result || (result = nv_ioctl(channel, CHANNEL_NVMAP, &nvmap, 4)) != 0 ||
        (result = nv_ioctl(channel, CHANNEL_FIFO, &fifo, sizeof fifo)) != 0)
        return result;
    syncpoint = fifo.fence[0];
    return nv_ioctl(channel, CHANNEL_OBJECT, &object, sizeof object);
}

Result gpu_open(void) {
    static const uint16_t classes[] = {0xb197, 0xb1c0, 0xa140, 0x902d, 0xb0b5};
    struct {
        uint32_t flags, as_fd, big_page, reserved;
        uint64_t unused[3];
    } initialize = {1, 0, BIG_PAGE, 0, {0}};
    Result result = nv_open("/dev/nvhost-as-gpu", &space);
    if (result ||
        (result = nv_ioctl(space, SPACE_INITIALIZE, &initialize, sizeof initialize)) != 0 ||
        (result = nv_open("/dev/nvhost-ctrl", &control)) != 0 ||
        (result = nv_open("/dev/nvhost-gpu", &channel)) != 0 ||
        (result = nv_ioctl(space, SPACE_BIND, &channel, 4)) != 0 ||
        (result = open_channel()) != 0 || (result = gpu_memory(WORD_BYTES, &words)) != 0)
        return result;
    for (unsigned i = 0; i < sizeof classes / sizeof *classes; i++)
        gpu_write(i, 0, classes[i]);
    return 0;
}

Result gpu_memory(uint32_t size, struct gpu_block *out) {
    uint32_t handle, id;
    size = (size + BIG_PAGE - 1) & ~(uint32_t)(BIG_PAGE - 1);
    uint8_t *memory = calloc(1, size + BIG_PAGE);
    if (!memory)
        return 0xd001;
    out->cpu = (uint8_t *)(((uint64_t)memory + BIG_PAGE - 1) & ~(uint64_t)(BIG_PAGE - 1));
    out->size = size;
    Result result = nv_map(out->cpu, size, BIG_PAGE, 0, &handle, &id);
    return result ? result : map(handle, 0, size, &out->gpu);
}

Result gpu_screen(struct gpu_block out[SCREEN_BUFFERS]) {
    uint32_t handle, bytes;
    uint64_t address;
    uint8_t *cpu = screen_memory(&handle, &bytes);
    Result result = map(handle, 0, (uint64_t)bytes * SCREEN_BUFFERS, &address);
    for (uint32_t i = 0; i < SCREEN_BUFFERS; i++)
        out[i] = (struct gpu_block){cpu + i * bytes, address + i * bytes, bytes};
    return result;
}

void gpu_write(unsigned subchannel, unsigned method, uint32_t data) {
    command_write(&writer, subchannel, method, data);
}

void gpu_write_many(unsigned subchannel, unsigned method, const uint32_t *data, size_t count) {
    command_write_many(&writer, COMMAND_INCREASING, subchannel, method, data, count);
}

void gpu_write_address(unsigned subchannel, unsigned method, uint64_t address) {
    const uint32_t halves[] = {(uint32_t)(address >> 32), (uint32_t)address};
    gpu_write_many(subchannel, method, halves, 2);
}

/* DKSH: magic, header's size, control section's size, code section's size, where programs are
 * described; a program's second word is its entry in the code section. */
uint32_t gpu_shader(const struct gpu_block *code, uint32_t offset, const uint8_t *dksh) {
    uint32_t head[5], program[2];
    memcpy(head, dksh, sizeof head);
    memcpy(program, dksh + head[4], sizeof program);
    memcpy(code->cpu + offset, dksh + head[2], head[3]);
    return offset + program[1];
}

Result gpu_submit(struct gpu_fence *out) {
    gpu_write(GPU_HOST, SYNCPOINT, syncpoint << 8 | INCREMENT);
    const uint32_t size = (uint32_t)writer.count * 4;
    if (size > words.size)
        return 0xd001;
    if (words_used + size > words.size)
        words_used = 0;
    memcpy(words.cpu + words_used, writer.words, size);
    struct {
        uint64_t entries;
        uint32_t count, flags;
        struct gpu_fence fence;
        uint64_t entry;
    } a = {0,
           1,
           FLAG_HARDWARE_FORMAT | FLAG_INCREMENT_VALUE,
           {0, 1},
           gpfifo_encode((struct gpfifo_entry){words.gpu + words_used, size / 4, false, false})};
    words_used += size;
    writer.count = 0;
    Result result = nv_ioctl(channel, CHANNEL_SUBMIT | sizeof a << 16, &a, sizeof a);
    *out = a.fence;
    return result;
}

Result gpu_wait(struct gpu_fence fence, int32_t timeout_us) {
    struct {
        uint32_t id, threshold;
        int32_t timeout_ms;
    } a = {fence.syncpoint, fence.value, timeout_us < 0 ? -1 : timeout_us / 1000};
    return nv_ioctl(control, CTRL_WAIT, &a, sizeof a);
}
