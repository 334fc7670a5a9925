/* SPDX-License-Identifier: MIT */
#include "base/log.h"
#include "base/memory.h"
#include "service/account.h"
#include "service/answers.h"
#include "service/applet.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* ILibraryAppletCreator and ILibraryAppletAccessor. No applet of the system is here to be shown:
 * the error applet's text goes to the log, the player select applet picks the one user, and every
 * other applet ends at once as if the user had cancelled it. */

#define APPLET_ERROR         0x0e
#define APPLET_PLAYER_SELECT 0x10

struct library {
    uint32_t id, mode;
    pthread_mutex_t lock;
    struct event *finished;
    unsigned pushed;
    bool output_taken, started;
    char text[0x801]; /* what the error applet would show */
};

static void library_destroy(void *data) {
    struct library *l = data;
    event_unref(l->finished);
    pthread_mutex_destroy(&l->lock);
    free(l);
}

static result get_changed_event(struct call *c) {
    struct library *l = call_data(c);
    call_return_copy(c, event_readable(l->finished));
    return 0;
}

static result start(struct call *c) {
    struct library *l = call_data(c);
    l->started = true;
    if (l->id == APPLET_ERROR)
        log_warning(LOG_GUEST, "the program shows an error: %s", l->text[0] ? l->text : "(a code)");
    else if (l->id != APPLET_PLAYER_SELECT)
        log_warning(LOG_GUEST,
                    "the program opens system applet 0x%x, which is not here: it sees "
                    "a cancelled one",
                    l->id);
    event_signal(l->finished);
    return 0;
}

static result request_exit(struct call *c) {
    struct library *l = call_data(c);
    event_signal(l->finished);
    return 0;
}

static result get_result(struct call *c) {
    struct library *l = call_data(c);
    bool here = l->id == APPLET_ERROR || l->id == APPLET_PLAYER_SELECT;
    return l->started && here ? 0 : APPLET_RESULT_CANCELLED;
}

/* The second storage of the error applet: a message stands from 0x18 on in types 1 and 2. */
static result push_in_data(struct call *c) {
    struct library *l = call_data(c);
    struct buffer b = applet_storage_bytes(call_object(c, 0));
    pthread_mutex_lock(&l->lock);
    if (l->id == APPLET_ERROR && l->pushed++ == 1 && b.size > 0x18 && (b.data[0] - 1u) < 2) {
        size_t n = strnlen((char *)b.data + 0x18, b.size - 0x18);
        n = n < sizeof l->text - 1 ? n : sizeof l->text - 1;
        memcpy(l->text, b.data + 0x18, n);
        l->text[n] = 0;
    }
    pthread_mutex_unlock(&l->lock);
    return 0;
}

/* Player select: {u32 result, pad, uid[16]}. */
static result pop_out_data(struct call *c) {
    struct library *l = call_data(c);
    pthread_mutex_lock(&l->lock);
    bool give = l->id == APPLET_PLAYER_SELECT && l->started && !l->output_taken;
    l->output_taken |= give;
    pthread_mutex_unlock(&l->lock);
    if (!give)
        return APPLET_RESULT_NO_DATA;
    uint8_t *data = memory_new(0x18);
    memcpy(data + 8, &account_user, sizeof account_user);
    applet_return_storage(c, data, 0x18);
    return 0;
}

static result get_info(struct call *c) {
    struct library *l = call_data(c);
    memcpy(call_out(c), (uint32_t[]){l->id, l->mode}, 8);
    return 0;
}

static const struct command accessor_commands[] = {
    SERVED(0, "GetAppletStateChangedEvent", get_changed_event, 0, 0),
    FIXED(1, "IsCompleted", 1, 1),
    SERVED(10, "Start", start, 0, 0),
    SERVED(20, "RequestExit", request_exit, 0, 0),
    SERVED(25, "Terminate", request_exit, 0, 0),
    SERVED(30, "GetResult", get_result, 0, 0),
    ACCEPTED(50, "SetOutOfFocusApplicationSuspendingEnabled"),
    ACCEPTED(60, "PresetLibraryAppletGpuTimeSliceZero"),
    SERVED(100, "PushInData", push_in_data, 0, 0),
    SERVED(101, "PopOutData", pop_out_data, 0, 0),
    ACCEPTED(102, "PushExtraStorage"),
    ACCEPTED(103, "PushInteractiveInData"),
    ABSENT(104, "PopInteractiveOutData", APPLET_RESULT_NO_DATA),
    IDLE_EVENT(105, "GetPopOutDataEvent"),
    IDLE_EVENT(106, "GetPopInteractiveOutDataEvent"),
    SERVED(120, "GetLibraryAppletInfo", get_info, 0, 8),
    ABSENT(160, "GetIndirectLayerConsumerHandle", APPLET_RESULT_NO_DATA),
};
static const struct interface accessor =
    INTERFACE("ILibraryAppletAccessor", accessor_commands, library_destroy, &applet_storage);

static result create_applet(struct call *c) {
    const uint32_t *in = call_in(c);
    struct library *l = NEW(struct library);
    l->id = in[0];
    l->mode = in[1];
    l->finished = event_new(false);
    pthread_mutex_init(&l->lock, NULL);
    call_return_object(c, &accessor, l);
    return 0;
}

static result new_storage(struct call *c, uint64_t size) {
    if (size > APPLET_STORAGE_MAX)
        return APPLET_RESULT_NO_DATA;
    applet_return_storage(c, memory_new(size ? size : 1), size);
    return 0;
}

static result create_storage(struct call *c) {
    return new_storage(c, *(const uint64_t *)call_in(c));
}

/* {u8 writable, pad 7, s64 size} and a handle. No applet here reads such a storage, so that its
 * bytes need not be those of the transfer memory. */
static result create_transfer_storage(struct call *c) {
    return new_storage(c, ((const uint64_t *)call_in(c))[1]);
}

static const struct command creator_commands[] = {
    SERVED(0, "CreateLibraryApplet", create_applet, 8, 0),
    ACCEPTED(1, "TerminateAllLibraryApplets"),
    FIXED(2, "AreAnyLibraryAppletsLeft", 1, 0),
    SERVED(10, "CreateStorage", create_storage, 8, 0),
    SERVED(11, "CreateTransferMemoryStorage", create_transfer_storage, 16, 0),
    SERVED(12, "CreateHandleStorage", create_storage, 8, 0),
};
const struct interface applet_library_creator =
    INTERFACE("ILibraryAppletCreator", creator_commands, NULL, &accessor, &applet_storage);
