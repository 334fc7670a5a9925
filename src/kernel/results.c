/* SPDX-License-Identifier: MIT */
#include "kernel/results.h"

#include <stddef.h>

static const struct {
    result value;
    const char *name;
} names[] = {
    {0, "Success"},
    {RESULT_OUT_OF_SESSIONS, "OutOfSessions"},
    {RESULT_NOT_IMPLEMENTED, "NotImplemented"},
    {RESULT_TERMINATION_REQUESTED, "TerminationRequested"},
    {RESULT_INVALID_SIZE, "InvalidSize"},
    {RESULT_INVALID_ADDRESS, "InvalidAddress"},
    {RESULT_OUT_OF_RESOURCE, "OutOfResource"},
    {RESULT_OUT_OF_MEMORY, "OutOfMemory"},
    {RESULT_OUT_OF_HANDLES, "OutOfHandles"},
    {RESULT_INVALID_CURRENT_MEMORY, "InvalidCurrentMemory"},
    {RESULT_INVALID_NEW_PERMISSION, "InvalidNewMemoryPermission"},
    {RESULT_INVALID_MEMORY_REGION, "InvalidMemoryRegion"},
    {RESULT_INVALID_PRIORITY, "InvalidPriority"},
    {RESULT_INVALID_CORE, "InvalidCoreId"},
    {RESULT_INVALID_HANDLE, "InvalidHandle"},
    {RESULT_INVALID_POINTER, "InvalidPointer"},
    {RESULT_INVALID_COMBINATION, "InvalidCombination"},
    {RESULT_TIMED_OUT, "TimedOut"},
    {RESULT_CANCELLED, "Cancelled"},
    {RESULT_OUT_OF_RANGE, "OutOfRange"},
    {RESULT_INVALID_ENUM, "InvalidEnumValue"},
    {RESULT_NOT_FOUND, "NotFound"},
    {RESULT_BUSY, "Busy"},
    {RESULT_SESSION_CLOSED, "SessionClosed"},
    {RESULT_INVALID_STATE, "InvalidState"},
    {RESULT_NO_THREAD, "NoThread"},
    {RESULT_PORT_CLOSED, "PortClosed"},
    {RESULT_LIMIT_REACHED, "LimitReached"},
    {RESULT_RECEIVE_LIST_BROKEN, "ReceiveListBroken"},
    {RESULT_MESSAGE_TOO_LARGE, "MessageTooLarge"},
};

const char *result_name(result r) {
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i].value == r)
            return names[i].name;
    return NULL;
}
