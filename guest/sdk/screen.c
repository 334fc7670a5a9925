/* SPDX-License-Identifier: MIT */
/* The picture as console programs make it: two block-linear buffers in one nvmap object, handed to
 * the display's buffer queue through binder transactions. */
#include "guest.h"
#include "internal.h"

#define STRIDE_BYTES    (SCREEN_WIDTH * 4)
#define BLOCK_ROWS      128 /* 16 GOBs of 8 rows */
#define ALIGNED_HEIGHT  ((SCREEN_HEIGHT + BLOCK_ROWS - 1) / BLOCK_ROWS * BLOCK_ROWS)
#define BUFFER_BYTES    (STRIDE_BYTES * ALIGNED_HEIGHT)
#define FORMAT_RGBA8888 1

static uint32_t *linear;
static uint8_t *tiled;
static uint32_t map_handle;
static Handle relay, free_event;
static int32_t binder;

/* ---- parcels ---- */

struct parcel {
    uint32_t payload_size, payload_offset, objects_size, objects_offset;
    uint32_t words[120];
    uint32_t at; /* in words */
};

static void put(struct parcel *p, uint32_t word) {
    p->words[p->at++] = word;
}

static void put_bytes(struct parcel *p, const void *data, size_t size) {
    memcpy(p->words + p->at, data, size);
    p->at += (uint32_t)(size + 3) / 4;
}

/* The interface token: strict-mode word, then the name as UTF-16 with its length. */
static void begin(struct parcel *p) {
    static const char name[] = "android.gui.IGraphicBufferProducer";
    memset(p, 0, sizeof *p);
    put(p, 0x100);
    put(p, sizeof name - 1);
    uint16_t text[sizeof name + 1] = {0};
    for (size_t i = 0; i < sizeof name; i++)
        text[i] = (uint8_t)name[i];
    put_bytes(p, text, sizeof name * 2);
}

static Result transact(uint32_t code, struct parcel *in, struct parcel *out) {
    struct {
        int32_t id;
        uint32_t code, flags;
    } head = {binder, code, 0};
    in->payload_size = in->at * 4;
    in->payload_offset = 16;
    in->objects_offset = 16 + in->payload_size;
    memset(out, 0, sizeof *out);
    struct ipc_request r = {
        .command = 3,
        .in = &head,
        .in_size = sizeof head,
        .buffers = {{in, 16 + in->payload_size, IPC_AUTO_IN}, {out, sizeof *out - 4, IPC_AUTO_OUT}},
        .buffer_count = 2,
    };
    return ipc_send(relay, &r);
}

enum {
    TRANSACT_REQUEST_BUFFER = 1,
    TRANSACT_DEQUEUE = 3,
    TRANSACT_QUEUE = 7,
    TRANSACT_CONNECT = 10,
    TRANSACT_SET_BUFFER = 14,
    API_CPU = 2,
    WOULD_BLOCK = -11,
};

struct plane {
    uint32_t width, height;
    uint64_t colour_format;
    uint32_t layout, pitch, unused, offset, kind, block_height_log2, scan, second_field;
    uint64_t flags, size;
    uint32_t compression[6];
};

struct graphic_buffer {
    uint32_t magic, width, height, stride, format, usage, pid, references, fds, ints;
    struct __attribute__((packed)) {
        int32_t minus_one, nvmap_id;
        uint32_t zero, magic, pid, type, usage, format, external_format, stride, total_size;
        uint32_t planes_used, zero2;
        struct plane planes[3];
        uint64_t unused;
    } native;
};

static Result give_buffer(int slot, uint32_t nvmap_id) {
    struct parcel in, out;
    struct graphic_buffer g = {
        .magic = 0x47424652, /* "GBFR" */
        .width = SCREEN_WIDTH,
        .height = SCREEN_HEIGHT,
        .stride = SCREEN_WIDTH,
        .format = FORMAT_RGBA8888,
        .usage = 0xb00,
        .pid = 42,
        .ints = sizeof g.native / 4,
    };
    g.native.minus_one = -1;
    g.native.nvmap_id = (int32_t)nvmap_id;
    g.native.magic = 0xdaffcaff;
    g.native.pid = 42;
    g.native.usage = 0xb00;
    g.native.format = g.native.external_format = FORMAT_RGBA8888;
    g.native.stride = SCREEN_WIDTH;
    g.native.total_size = BUFFER_BYTES;
    g.native.planes_used = 1;
    g.native.planes[0] = (struct plane){
        .width = SCREEN_WIDTH,
        .height = SCREEN_HEIGHT,
        .colour_format = 0x100532120ull,
        .layout = 3,
        .pitch = STRIDE_BYTES,
        .offset = (uint32_t)slot * BUFFER_BYTES,
        .kind = 0xfe,
        .block_height_log2 = 4,
        .size = BUFFER_BYTES,
    };
    begin(&in);
    put(&in, (uint32_t)slot);
    put(&in, 1);
    put(&in, sizeof g);
    put(&in, 0);
    put_bytes(&in, &g, sizeof g);
    return transact(TRANSACT_SET_BUFFER, &in, &out);
}

static Result connect_queue(void) {
    struct parcel in, out;
    begin(&in);
    put(&in, 0);
    put(&in, API_CPU);
    put(&in, 0);
    return transact(TRANSACT_CONNECT, &in, &out);
}

/* ---- vi ---- */

static Result open_layer(Handle display_service) {
    char name[0x40] = "Default";
    uint64_t display;
    struct ipc_request open = {
        .command = 1010, .in = name, .in_size = sizeof name, .out = &display, .out_size = 8};
    Result result = ipc_send(display_service, &open);
    if (result)
        return result;
    struct {
        uint32_t flags, padding;
        uint64_t display;
    } in = {0, 0, display};
    uint64_t out[2];
    uint32_t window[0x100 / 4];
    struct ipc_request stray = {
        .command = 2030,
        .in = &in,
        .in_size = sizeof in,
        .out = out,
        .out_size = sizeof out,
        .buffers = {{window, sizeof window, IPC_OUT}},
        .buffer_count = 1,
    };
    if ((result = ipc_send(display_service, &stray)) != 0)
        return result;
    binder = (int32_t)window[window[1] / 4 + 2];
    struct {
        int32_t id;
        uint32_t kind;
    } native = {binder, 0xf};
    return ipc_get_object(relay, 2, &native, sizeof native, &free_event);
}

Result screen_open(void) {
    Handle vi, display_service;
    uint32_t zero = 0, id;
    uint8_t *memory = malloc(SCREEN_BUFFERS * BUFFER_BYTES + 0x1000);
    linear = malloc(STRIDE_BYTES * SCREEN_HEIGHT);
    if (!memory || !linear)
        return 0xd001;
    tiled = (uint8_t *)(((uint64_t)memory + 0xfff) & ~0xfffull);
    Result result = sm_get_service("vi:u", &vi);
    if (result || (result = ipc_get_object(vi, 0, &zero, 4, &display_service)) != 0 ||
        (result = ipc_get_object(display_service, 100, NULL, 0, &relay)) != 0 ||
        (result = open_layer(display_service)) != 0 ||
        (result = nv_map(tiled, SCREEN_BUFFERS * BUFFER_BYTES, 0x1000, 0, &map_handle, &id)) != 0 ||
        (result = connect_queue()) != 0)
        return result;
    for (int i = 0; i < SCREEN_BUFFERS && result == 0; i++)
        result = give_buffer(i, id);
    return result;
}

uint32_t *screen_begin(void) {
    return linear;
}

uint8_t *screen_memory(uint32_t *handle, uint32_t *bytes) {
    *handle = map_handle;
    *bytes = BUFFER_BYTES;
    return tiled;
}

Result screen_dequeue(int *slot) {
    for (;;) {
        struct parcel in, out;
        int index;
        svcWaitSynchronization(&index, &free_event, 1, -1);
        begin(&in);
        put(&in, 1);
        put(&in, SCREEN_WIDTH);
        put(&in, SCREEN_HEIGHT);
        put(&in, FORMAT_RGBA8888);
        put(&in, 0xb00);
        Result result = transact(TRANSACT_DEQUEUE, &in, &out);
        if (result)
            return result;
        const uint32_t *words = (const uint32_t *)((uint8_t *)&out + out.payload_offset);
        int32_t status = (int32_t)words[out.payload_size / 4 - 1];
        *slot = (int)words[0];
        if (status != WOULD_BLOCK)
            return status ? 0x1 : 0;
    }
}

/* Block-linear order: GOBs of 64 bytes x 8 rows, 16 of them stacked in a block, blocks by rows. */
static void tile(uint8_t *out, const uint32_t *in) {
    for (uint32_t y = 0; y < SCREEN_HEIGHT; y++)
        for (uint32_t x = 0; x < STRIDE_BYTES; x += 16) {
            uint32_t block = y / BLOCK_ROWS * (STRIDE_BYTES / 64) + x / 64;
            uint32_t at = block * (64 * BLOCK_ROWS) + y % BLOCK_ROWS / 8 * 512 +
                          (x >> 5 & 1) * 256 + (y >> 1 & 3) * 64 + (x >> 4 & 1) * 32 + (y & 1) * 16;
            memcpy(out + at, (const uint8_t *)in + y * STRIDE_BYTES + x, 16);
        }
}

Result screen_queue(int slot, uint32_t syncpoint, uint32_t value) {
    struct parcel in, out;
    struct {
        uint32_t timestamp[2], automatic, crop[4], scaling, transform, sticky, unknown, interval;
        uint32_t fence_count, fences[8];
    } queue = {
        .automatic = 1, .interval = 1, .fence_count = syncpoint != 0, .fences = {syncpoint, value}};
    begin(&in);
    put(&in, (uint32_t)slot);
    put(&in, sizeof queue);
    put(&in, 0);
    put_bytes(&in, &queue, sizeof queue);
    return transact(TRANSACT_QUEUE, &in, &out);
}

Result screen_show(void) {
    int slot;
    Result result = screen_dequeue(&slot);
    if (result)
        return result;
    tile(tiled + slot * BUFFER_BYTES, linear);
    return screen_queue(slot, 0, 0);
}
