/* SPDX-License-Identifier: MIT */
/* Waiting for syncpoints: by an event that the driver signals, so that no request stays in the
 * driver while a thread waits, and others' go on. */
#include "home.h"

enum {
    EVENT_SIGNAL = 0xc004001c, /* the event's wait ends */
    EVENT_WAIT_ASYNC = 0xc010001e,
    EVENT_REGISTER = 0xc004001f,
    EVENT_UNREGISTER = 0xc0040020,
    REGISTERED = 0x10000000, /* in the number of an event, beside its slot */
};

/* HOME_EVENTS: so many threads wait already. */
static uint32_t take_event(struct home_events *w) {
    platform_mutex_lock(&w->lock);
    const uint32_t slot = ~w->taken ? (uint32_t)__builtin_ctz(~w->taken) : HOME_EVENTS;
    if (slot < HOME_EVENTS)
        w->taken |= 1u << slot;
    platform_mutex_unlock(&w->lock);
    return slot;
}

static void give_event(struct home_events *w, uint32_t slot) {
    platform_mutex_lock(&w->lock);
    w->taken &= ~(1u << slot);
    platform_mutex_unlock(&w->lock);
}

static Result prepare(struct platform *p, uint32_t slot) {
    if (p->waits.events[slot])
        return 0;
    const Result r = nv_ioctl(p->control, EVENT_REGISTER, &slot, sizeof slot);
    return r ? r : nv_query_event(p->control, REGISTERED | slot, &p->waits.events[slot]);
}

static DkResult wait_by(struct platform *p, uint32_t slot, struct platform_fence fence,
                        int32_t timeout_us) {
    struct {
        uint32_t id, threshold;
        int32_t timeout_us;
        uint32_t slot;
    } a = {fence.syncpoint, fence.value, timeout_us, slot};
    uint32_t number = REGISTERED | slot;
    int index;
    Result r = prepare(p, slot);
    if (!r)
        r = nv_ioctl(p->control, EVENT_WAIT_ASYNC, &a, sizeof a);
    if (r != HOME_TIMED_OUT || !timeout_us)
        return home_result(r);
    r = svcWaitSynchronization(&index, &p->waits.events[slot], 1,
                               timeout_us < 0 ? -1 : (int64_t)timeout_us * 1000);
    if (!r)
        return DkResult_Success;
    (void)nv_ioctl(p->control, EVENT_SIGNAL, &number, sizeof number);
    return DkResult_Timeout;
}

DkResult platform_fence_wait(struct platform *p, struct platform_fence fence, int32_t timeout_us) {
    if (!p)
        p = home_newest;
    const uint32_t slot = p ? take_event(&p->waits) : HOME_EVENTS;
    if (slot == HOME_EVENTS)
        return DkResult_Fail;
    const DkResult result = wait_by(p, slot, fence, timeout_us);
    give_event(&p->waits, slot);
    return result;
}

void home_close_events(struct platform *p) {
    for (uint32_t slot = 0; slot < HOME_EVENTS; slot++) {
        if (!p->waits.events[slot])
            continue;
        svcCloseHandle(p->waits.events[slot]);
        (void)nv_ioctl(p->control, EVENT_UNREGISTER, &slot, sizeof slot);
    }
}
