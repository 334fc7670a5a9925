/* SPDX-License-Identifier: MIT */
/* The display's buffer queue as console programs reach it: vi gives a layer, its buffers are handed
 * over, taken and queued by binder transactions. */
#include "display.h"
#include "internal.h"

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
    TRANSACT_DISCONNECT = 11,
    TRANSACT_SET_BUFFER = 14,
    API_CPU = 2,
    WOULD_BLOCK = -11,
    USAGE = 0xb00, /* rendered by the GPU, composed by the display */
    PID = 42,      /* what libnx says as well; nobody looks at it */
    TRANSFORM_FLIP_V = 2,
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

Result display_set_buffer(int slot, const struct display_buffer *b) {
    struct parcel in, out;
    struct graphic_buffer g = {
        .magic = 0x47424652, /* "GBFR" */
        .width = b->width,
        .height = b->height,
        .stride = b->stride_bytes / b->texel_bytes,
        .format = b->format,
        .usage = USAGE,
        .pid = PID,
        .ints = sizeof g.native / 4,
    };
    g.native.minus_one = -1;
    g.native.nvmap_id = (int32_t)b->nvmap_id;
    g.native.magic = 0xdaffcaff;
    g.native.pid = PID;
    g.native.usage = USAGE;
    g.native.format = g.native.external_format = b->format;
    g.native.stride = g.stride;
    g.native.total_size = b->size;
    g.native.planes_used = 1;
    g.native.planes[0] = (struct plane){
        .width = b->width,
        .height = b->height,
        .colour_format = b->colour_format,
        .layout = 3,
        .pitch = b->stride_bytes,
        .offset = b->offset,
        .kind = 0xfe,
        .block_height_log2 = b->block_height_log2,
        .size = b->size,
    };
    begin(&in);
    put(&in, (uint32_t)slot);
    put(&in, 1);
    put(&in, sizeof g);
    put(&in, 0);
    put_bytes(&in, &g, sizeof g);
    return transact(TRANSACT_SET_BUFFER, &in, &out);
}

static Result send_api(uint32_t code, bool listener) {
    struct parcel in, out;
    begin(&in);
    if (listener)
        put(&in, 0);
    put(&in, API_CPU);
    if (listener)
        put(&in, 0); /* the program does not control what is taken */
    return transact(code, &in, &out);
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

Result display_open(void) {
    Handle vi, display_service;
    uint32_t zero = 0;
    Result result = sm_get_service("vi:u", &vi);
    if (result || (result = ipc_get_object(vi, 0, &zero, 4, &display_service)) != 0 ||
        (result = ipc_get_object(display_service, 100, NULL, 0, &relay)) != 0 ||
        (result = open_layer(display_service)) != 0)
        return result;
    return send_api(TRANSACT_CONNECT, true);
}

Result display_disconnect(void) {
    return send_api(TRANSACT_DISCONNECT, false);
}

Result display_connect(void) {
    return send_api(TRANSACT_CONNECT, true);
}

/* What DEQUEUE_BUFFER answers: the slot; whether fences follow, as one flattened object of their
 * number and four pairs of numbers behind its size and its count of handles; the status. */
Result display_dequeue(const struct display_buffer *b, int *slot, struct display_fences *fences) {
    for (;;) {
        struct parcel in, out;
        int index;
        svcWaitSynchronization(&index, &free_event, 1, -1);
        begin(&in);
        put(&in, 1);
        put(&in, b->width);
        put(&in, b->height);
        put(&in, b->format);
        put(&in, USAGE);
        Result result = transact(TRANSACT_DEQUEUE, &in, &out);
        if (result)
            return result;
        const uint32_t *words = (const uint32_t *)((uint8_t *)&out + out.payload_offset);
        int32_t status = (int32_t)words[out.payload_size / 4 - 1];
        if (status == WOULD_BLOCK)
            continue;
        *slot = (int)words[0];
        memset(fences, 0, sizeof *fences);
        if (words[1])
            memcpy(fences, words + 4, sizeof *fences);
        return status ? 0x1 : 0;
    }
}

Result display_queue(int slot, const struct display_present *present) {
    struct parcel in, out;
    struct {
        uint32_t timestamp[2], automatic;
        int32_t crop[4];
        uint32_t scaling, transform, sticky, unknown, interval;
        struct display_fences fences;
    } queue = {.automatic = 1,
               .transform = present->flip_vertical ? TRANSFORM_FLIP_V : 0,
               .interval = present->interval,
               .fences = present->fences};
    memcpy(queue.crop, present->crop, sizeof queue.crop);
    begin(&in);
    put(&in, (uint32_t)slot);
    put(&in, sizeof queue);
    put(&in, 0);
    put_bytes(&in, &queue, sizeof queue);
    return transact(TRANSACT_QUEUE, &in, &out);
}
