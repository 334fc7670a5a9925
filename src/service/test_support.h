/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_SERVICE_TEST_SUPPORT_H
#define WINDLASS_SERVICE_TEST_SUPPORT_H

#include "host/input.h"
#include "service/ipc_message.h"
#include "service/service.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

/* A kernel small enough to stand inside a unit test, and messages made by hand: services are
 * tested through their sessions, without a guest. */

/* Zeroed memory below 4 GiB that passes process_memory_ok; never freed. */
void *test_memory(size_t bytes);
/* A handle of a new session with the port, "sm:" included; fails the test if there is none. */
uint32_t test_connect(const char *port);
struct object *test_handle_object(uint32_t handle);
unsigned test_handle_count(void);
/* svcSendSyncRequest over a raw message. */
result test_request(uint32_t handle, uint8_t *message, size_t size);

/* What process_end was last called with; PROCESS_RUNNING at first. */
extern enum process_end test_process_end;
/* As with a fixed schedule: what others do while a thread waits. NULL: it waits in the host. */
extern void (*test_meanwhile)(void);
/* The host's clock and input, as the test sets them. */
extern uint64_t test_clock_ns;
extern int64_t test_clock_unix;
extern struct input_state test_input;

struct test_call {
    uint32_t session;
    uint32_t object; /* domain object; 0: plain */
    uint32_t command;
    bool control, tipc, pid;
    const void *in;
    size_t in_size;
    struct ipc_list x, a, b, c;
    unsigned handle_count, object_count;
    uint32_t handles[4];
    uint32_t objects[4];
    /* the reply */
    result svc, result;
    _Alignas(8) uint8_t out[IPC_MESSAGE_BYTES];
    uint32_t out_copies[4], out_moves[4], out_objects[4];
};

/* Sends; true when both the SVC and the command succeeded. */
bool test_send(struct test_call *t);
void test_add(struct ipc_list *list, const void *data, size_t size);
/* A command without anything but a payload, on a plain session; out_size bytes go to out. */
result test_command(uint32_t session, uint32_t command, const void *in, size_t in_size, void *out,
                    size_t out_size);
/* The same for a command that returns one object (a moved handle), or one copied handle. */
uint32_t test_open(uint32_t session, uint32_t command, const void *in, size_t in_size);
uint32_t test_copied(uint32_t session, uint32_t command, const void *in, size_t in_size);
void test_close(uint32_t handle);

#endif
