/* SPDX-License-Identifier: MIT */
#include "service/vi.h"

#include "base/log.h"
#include "service/binder_parcel.h"
#include "service/layer.h"

#include <string.h>

/* IHOSBinderDriver: carries parcels of android.gui.IGraphicBufferProducer to a layer's queue. */

#define PRODUCER                   "android.gui.IGraphicBufferProducer"
#define STATUS_UNKNOWN_TRANSACTION (-74)
#define STATUS_INVALID_OPERATION   (-38)

struct transaction {
    struct buffer_queue *queue;
    struct reader *in;
    struct parcel_reply *out;
};

typedef void transaction_handler(struct transaction *t);

static void put_status(struct transaction *t, int32_t status) {
    parcel_put_u32(t->out, (uint32_t)status);
}

static void request_buffer(struct transaction *t) {
    struct graphic_buffer b;
    enum buffer_status status = buffer_queue_request(t->queue, reader_u32(t->in, "slot"), &b);
    parcel_put_u32(t->out, status == BUFFER_OK);
    if (status == BUFFER_OK) {
        parcel_put_object(t->out, b.raw, b.raw_size);
    }
    put_status(t, status);
}

static void set_buffer_count(struct transaction *t) {
    put_status(t, BUFFER_OK); /* preallocated buffers count themselves */
}

static void dequeue_buffer(struct transaction *t) {
    bool async = reader_u32(t->in, "async") != 0;
    uint32_t slot = 0;
    enum buffer_status status = reader_ok(t->in)
                                    ? buffer_queue_dequeue(t->queue, !async, process_ended, &slot)
                                    : BUFFER_BAD_VALUE;
    static const uint8_t no_fence[0x24]; /* a count of 0, then room for four */
    parcel_put_u32(t->out, slot);
    parcel_put_u32(t->out, 1);
    parcel_put_object(t->out, no_fence, sizeof no_fence);
    put_status(t, status);
}

static void detach_buffer(struct transaction *t) {
    put_status(t, buffer_queue_configure(t->queue, reader_u32(t->in, "slot"), NULL, false));
}

static void put_queue_state(struct transaction *t) {
    parcel_put_u32(t->out, VI_WIDTH);
    parcel_put_u32(t->out, VI_HEIGHT);
    parcel_put_u32(t->out, 0); /* transform hint */
    parcel_put_u32(t->out, buffer_queue_pending(t->queue));
}

static void queue_buffer(struct transaction *t) {
    uint32_t slot = reader_u32(t->in, "slot");
    size_t size;
    const uint8_t *object = parcel_object(t->in, &size);
    struct reader r;
    reader_init(&r, object, size, "queued buffer", t->in->error);
    struct buffer_input input = {.swap_interval = 1};
    reader_skip(&r, 12, "timestamp");
    reader_copy(&r, &input.crop, sizeof input.crop, "crop");
    reader_u32(&r, "scaling mode");
    input.transform = reader_u32(&r, "transform");
    reader_u32(&r, "sticky transform");
    reader_u32(&r, "unknown");
    input.swap_interval = reader_u32(&r, "swap interval");
    input.fence_count = reader_u32(&r, "fences");
    reader_copy(&r, &input.fences, sizeof input.fences, "fences");
    enum buffer_status status = reader_ok(t->in) && reader_ok(&r)
                                    ? buffer_queue_queue(t->queue, slot, &input)
                                    : BUFFER_BAD_VALUE;
    put_queue_state(t);
    put_status(t, status);
}

static void cancel_buffer(struct transaction *t) {
    put_status(t, buffer_queue_cancel(t->queue, reader_u32(t->in, "slot")));
}

static void query(struct transaction *t) {
    /* Width, height, format, buffers that stay queued, goes to the composer, concrete type,
     * default width and height, transform hint, runs behind. */
    static const uint32_t values[] = {VI_WIDTH, VI_HEIGHT, PICTURE_RGBA8888, 1, 1,
                                      1,        VI_WIDTH,  VI_HEIGHT,        0, 0};
    uint32_t what = reader_u32(t->in, "what");
    bool known = what < sizeof values / sizeof *values;
    parcel_put_u32(t->out, known ? values[what] : 0);
    put_status(t, known ? BUFFER_OK : BUFFER_BAD_VALUE);
}

static void connect_producer(struct transaction *t) {
    enum buffer_status status = buffer_queue_connect(t->queue);
    put_queue_state(t);
    put_status(t, status);
}

static void disconnect_producer(struct transaction *t) {
    put_status(t, buffer_queue_disconnect(t->queue));
}

static void not_supported(struct transaction *t) {
    put_status(t, STATUS_INVALID_OPERATION);
}

static void set_preallocated_buffer(struct transaction *t) {
    uint32_t slot = reader_u32(t->in, "slot");
    if (reader_u32(t->in, "has a buffer") == 0) {
        put_status(t, buffer_queue_configure(t->queue, slot, NULL, false));
        return;
    }
    size_t size;
    const uint8_t *object = parcel_object(t->in, &size);
    struct graphic_buffer b;
    struct error why = {0};
    bool drawable = reader_ok(t->in) && graphic_buffer_parse(object, size, &b, &why);
    if (!drawable) {
        log_warning(LOG_VI, "SetPreallocatedBuffer %u: %s", slot,
                    why.kind ? why.text : t->in->error->text);
    }
    /* A well-formed buffer that we cannot show is taken, as the console takes it. */
    bool taken = drawable || why.kind == ERROR_UNSUPPORTED;
    put_status(t, taken ? buffer_queue_configure(t->queue, slot, &b, drawable) : BUFFER_BAD_VALUE);
}

static const struct {
    const char *name;
    transaction_handler *call;
} transactions[] = {
    [0x1] = {"RequestBuffer", request_buffer},
    [0x2] = {"SetBufferCount", set_buffer_count},
    [0x3] = {"DequeueBuffer", dequeue_buffer},
    [0x4] = {"DetachBuffer", detach_buffer},
    [0x5] = {"DetachNextBuffer", not_supported},
    [0x6] = {"AttachBuffer", not_supported},
    [0x7] = {"QueueBuffer", queue_buffer},
    [0x8] = {"CancelBuffer", cancel_buffer},
    [0x9] = {"Query", query},
    [0xa] = {"Connect", connect_producer},
    [0xb] = {"Disconnect", disconnect_producer},
    [0xc] = {"SetSidebandStream", not_supported},
    [0xd] = {"AllocateBuffers", set_buffer_count},
    [0xe] = {"SetPreallocatedBuffer", set_preallocated_buffer},
};

static result transact(struct call *c) {
    struct {
        int32_t binder;
        uint32_t code, flags;
    } in;
    memcpy(&in, call_in(c), sizeof in);
    struct buffer request = call_buffer_in(c, 0), reply = call_buffer_out(c, 0);
    struct buffer_queue *queue = layer_queue((uint64_t)in.binder);
    struct reader r;
    struct error error = {0};
    struct parcel_reply out = {0};
    if (!queue) {
        log_warning(LOG_VI, "binder %d does not exist", in.binder);
        return VI_NOT_FOUND;
    }
    if (!parcel_open(&r, request.data, request.size, PRODUCER, &error)) {
        log_warning(LOG_VI, "transaction %u: %s", in.code, error.text);
        return VI_INVALID;
    }
    struct transaction t = {queue, &r, &out};
    if (in.code < sizeof transactions / sizeof *transactions && transactions[in.code].call) {
        transactions[in.code].call(&t);
        log_trace(LOG_VI, "%s -> %d", transactions[in.code].name,
                  out.size ? *(const int32_t *)(const void *)(out.payload + out.size - 4) : 0);
    } else {
        log_warning(LOG_VI, "unknown transaction %u of IGraphicBufferProducer", in.code);
        put_status(&t, STATUS_UNKNOWN_TRANSACTION);
    }
    return parcel_write(&out, reply.data, reply.size, NULL) ? 0 : VI_INVALID;
}

static result get_native_handle(struct call *c) {
    struct buffer_queue *queue = layer_queue((uint64_t)*(const int32_t *)call_in(c));
    if (!queue) {
        return VI_NOT_FOUND;
    }
    call_return_copy(c, event_readable(queue->free_event));
    return 0;
}

static const struct command commands[] = {
    {0, "TransactParcel", transact, COMMAND_FULL, 12, 0},
    {1, "AdjustRefcount", vi_ok, COMMAND_FIXED, 12, 0},
    {2, "GetNativeHandle", get_native_handle, COMMAND_FULL, 8, 0},
    {3, "TransactParcelAuto", transact, COMMAND_FULL, 12, 0},
};

const struct interface vi_interface_binder = INTERFACE("IHOSBinderDriver", commands, NULL);
