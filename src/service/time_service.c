/* SPDX-License-Identifier: MIT */
#include "service/time_service.h"

#include "host/clock.h"
#include "kernel/shared_memory.h"
#include "service/answers.h"
#include "service/ports.h"

#include <string.h>

/* time:u, time:a, time:s: all clocks are the host's. The steady clock counts from the start of the
 * process; a system clock is the steady clock plus a context's offset, and holds only while the
 * context's source is the steady clock's, by its uuid. */

#define NOT_ALLOWED    RESULT(116, 1)
#define MEMORY_BYTES   0x1000
#define MEMORY_STEADY  0x00
#define MEMORY_USER    0x38
#define MEMORY_NETWORK 0x80

static const uint8_t source[16] = {0x77, 0x69, 0x6e, 0x64, 0x6c, 0x61, 0x43, 0x73,
                                   0x81, 0x2d, 0x6e, 0x31, 0xa4, 0x10, 0x55, 0x07};

struct steady {
    int64_t value; /* in shared memory nanoseconds that ticks are added to, else seconds */
    uint8_t source[16];
};
struct context {
    int64_t offset_s;
    struct steady point;
};

static struct shared_memory *shared;
static struct context context;

/* {u32 counter, u32 pad, two copies}: the counter's low bit says which copy is good. */
static void put_record(uint8_t *at, const void *record, size_t size) {
    uint32_t counter = *(uint32_t *)at + 1;
    memcpy(at + 8 + (counter & 1) * size, record, size);
    __atomic_store_n((uint32_t *)at, counter, __ATOMIC_RELEASE);
}

static int64_t steady_seconds(void) {
    return (int64_t)(clock_ticks() / CLOCK_TICK_HZ);
}

bool time_start(struct error *error) {
    if (shared)
        return true;
    shared = shared_memory_new(MEMORY_BYTES, 3, 1, error);
    if (!shared)
        return false;
    struct steady steady = {0, {0}};
    memcpy(steady.source, source, sizeof source);
    context = (struct context){.offset_s = clock_unix() - steady_seconds(), .point = steady};
    uint8_t *memory = shared_memory_host(shared);
    put_record(memory + MEMORY_STEADY, &steady, sizeof steady);
    put_record(memory + MEMORY_USER, &context, sizeof context);
    put_record(memory + MEMORY_NETWORK, &context, sizeof context);
    time_zone_start();
    return true;
}

static result get_current_time(struct call *c) {
    *(int64_t *)call_out(c) = context.offset_s + steady_seconds();
    return 0;
}

static result get_context(struct call *c) {
    memcpy(call_out(c), &context, sizeof context);
    return 0;
}

static const struct command clock_commands[] = {
    SERVED(0, "GetCurrentTime", get_current_time, 0, 8),
    ABSENT(1, "SetCurrentTime", NOT_ALLOWED),
    SERVED(2, "GetSystemClockContext", get_context, 0, 0x20),
    ABSENT(3, "SetSystemClockContext", NOT_ALLOWED),
    IDLE_EVENT(4, "GetOperationEventReadableHandle"),
};
static const struct interface system_clock = INTERFACE("ISystemClock", clock_commands, NULL);

static result get_time_point(struct call *c) {
    struct steady now = {.value = steady_seconds()};
    memcpy(now.source, source, sizeof source);
    memcpy(call_out(c), &now, sizeof now);
    return 0;
}

static const struct command steady_commands[] = {
    SERVED(0, "GetCurrentTimePoint", get_time_point, 0, 0x18),
    FIXED(2, "GetTestOffset", 8, 0),
    ACCEPTED(3, "SetTestOffset"),
    FIXED(101, "IsRtcResetDetected", 1, 0),
    FIXED(102, "GetSetupResultValue", 4, 0),
    FIXED(200, "GetInternalOffset", 8, 0),
};
static const struct interface steady_clock = INTERFACE("ISteadyClock", steady_commands, NULL);

ANSWER_OBJECT(open_system_clock, system_clock)
ANSWER_OBJECT(open_steady_clock, steady_clock)
ANSWER_OBJECT(open_time_zone_service, time_zone_service)

static result get_shared_memory(struct call *c) {
    call_return_copy(c, shared_memory_object(shared));
    return 0;
}

static const struct command commands[] = {
    SERVED(0, "GetStandardUserSystemClock", open_system_clock, 0, 0),
    SERVED(1, "GetStandardNetworkSystemClock", open_system_clock, 0, 0),
    SERVED(2, "GetStandardSteadyClock", open_steady_clock, 0, 0),
    SERVED(3, "GetTimeZoneService", open_time_zone_service, 0, 0),
    SERVED(4, "GetStandardLocalSystemClock", open_system_clock, 0, 0),
    SERVED(20, "GetSharedMemoryNativeHandle", get_shared_memory, 0, 0),
    FIXED(100, "IsStandardUserSystemClockAutomaticCorrectionEnabled", 1, 1),
    ABSENT(101, "SetStandardUserSystemClockAutomaticCorrectionEnabled", NOT_ALLOWED),
    FIXED(200, "IsStandardNetworkSystemClockAccuracySufficient", 1, 1),
};
static const struct interface root =
    INTERFACE("IStaticService", commands, NULL, &system_clock, &steady_clock, &time_zone_service);

const struct port port_time_u = {.name = "time:u", .root = &root};
const struct port port_time_a = {.name = "time:a", .root = &root};
const struct port port_time_s = {.name = "time:s", .root = &root};
