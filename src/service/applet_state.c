/* SPDX-License-Identifier: MIT */
#include "service/applet.h"

#include <pthread.h>

/* The order in which waiting messages are given, whatever the order in which they came. A message
 * that waits already is not queued twice. */
static const uint32_t order[] = {
    APPLET_MESSAGE_RESUME,
    APPLET_MESSAGE_EXIT,
    APPLET_MESSAGE_FOCUS,
    APPLET_MESSAGE_OPERATION_MODE,
    APPLET_MESSAGE_PERFORMANCE_MODE,
};
#define ORDER_COUNT (sizeof order / sizeof order[0])

static struct {
    pthread_mutex_t lock;
    bool pending[ORDER_COUNT];
    struct event *event; /* signalled exactly while something is pending */
    unsigned exit_locks;
    bool exit_requested;
} state = {.lock = PTHREAD_MUTEX_INITIALIZER};

bool applet_start(struct error *error) {
    (void)error;
    if (!state.event)
        state.event = event_new(false);
    /* Old programs wait for it before they do anything else. */
    applet_post(APPLET_MESSAGE_FOCUS);
    return true;
}

void applet_post(enum applet_message message) {
    pthread_mutex_lock(&state.lock);
    for (size_t i = 0; i < ORDER_COUNT; i++)
        if (order[i] == message)
            state.pending[i] = true;
    if (state.event)
        event_signal(state.event);
    pthread_mutex_unlock(&state.lock);
}

result applet_receive_message(uint32_t *message) {
    size_t left = 0;
    bool found = false;
    pthread_mutex_lock(&state.lock);
    for (size_t i = 0; i < ORDER_COUNT; i++) {
        if (state.pending[i] && !found) {
            found = true;
            state.pending[i] = false;
            *message = order[i];
        }
        left += state.pending[i];
    }
    if (!left)
        event_clear(state.event);
    pthread_mutex_unlock(&state.lock);
    return found ? 0 : APPLET_RESULT_NO_MESSAGE;
}

struct event *applet_message_event(void) {
    return state.event;
}

void applet_request_exit(void) {
    pthread_mutex_lock(&state.lock);
    state.exit_requested = true;
    pthread_mutex_unlock(&state.lock);
    applet_post(APPLET_MESSAGE_EXIT);
}

bool applet_exit_locked(void) {
    pthread_mutex_lock(&state.lock);
    bool locked = state.exit_locks > 0;
    pthread_mutex_unlock(&state.lock);
    return locked;
}

void applet_lock_exit(void) {
    pthread_mutex_lock(&state.lock);
    state.exit_locks++;
    pthread_mutex_unlock(&state.lock);
}

/* A program that held the lock while its end was asked for ends where it lets go. */
void applet_unlock_exit(void) {
    pthread_mutex_lock(&state.lock);
    bool last = state.exit_locks == 1;
    if (state.exit_locks)
        state.exit_locks--;
    bool end = last && state.exit_requested;
    pthread_mutex_unlock(&state.lock);
    if (end)
        process_end(PROCESS_EXITED, 0, "");
}
