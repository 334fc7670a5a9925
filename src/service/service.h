/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_SERVICE_SERVICE_H
#define WINDLASS_SERVICE_SERVICE_H

#include "kernel/event.h"
#include "kernel/object.h"
#include "kernel/process.h"
#include "service/nv_gpu.h"

#include <stddef.h>

/* The frame that every service stands in. A port is one file with one table of commands for each
 * of its interfaces. service/server.c parses the message (HIPC with CMIF or TIPC, domains and
 * control commands included) into a struct call once, finds the command, checks the request
 * against the shape in its row, calls the handler and writes the reply. docs/services.md is
 * generated from the tables. */

struct call;
struct interface;

/* One object of an interface: a session's root, or one made by a command. */
struct service_object {
    const struct interface *interface;
    void *data;
};

/* Clones of a session call from several threads at once: a handler guards its own data. It may
 * block (thread_host_work_begin is not needed: the session gave the core back). */
typedef result command_handler(struct call *c);

enum command_status {
    COMMAND_FULL,     /* does what the console does, as far as a program can tell */
    COMMAND_FIXED,    /* a constant answer that is true for this machine (no battery, no dock) */
    COMMAND_ACCEPTED, /* succeeds; what it asks for has no effect that a program could see here */
    COMMAND_ABSENT,   /* known; answers with the error code that says the feature is absent */
};

struct command {
    uint32_t id;
    const char *name; /* as the public documentation names it */
    command_handler *call;
    enum command_status status;
    uint16_t in_size;  /* raw payload bytes that must be there; more is allowed */
    uint16_t out_size; /* raw payload bytes of a successful reply (call_out's room) */
    uint64_t value;    /* for the handlers of answers.h: the constant or the result code */
};

struct interface {
    const char *name; /* "IFileSystem" */
    const struct command *commands;
    size_t command_count;
    void (*destroy)(void *data);          /* may be NULL */
    const struct interface *const *opens; /* ends with NULL; may be NULL */
};

/* An interface over a command array: INTERFACE("IFile", commands, file_close). Behind these come
 * the interfaces of the objects that its commands return, for docs/services.md. */
#define INTERFACE(name_, commands_, destroy_, ...)                                                 \
    {                                                                                              \
        .name = (name_), .commands = (commands_),                                                  \
        .command_count = sizeof(commands_) / sizeof((commands_)[0]), .destroy = (destroy_),        \
        .opens = (const struct interface *const[]) {                                               \
            __VA_OPT__(__VA_ARGS__, ) NULL                                                         \
        }                                                                                          \
    }

/* A name that sm: hands out. open() makes the root object's data; NULL: data is NULL. */
struct port {
    const char *name; /* "fsp-srv" */
    const struct interface *root;
    void *(*open)(void);
    bool tipc; /* takes TIPC messages besides CMIF ones */
};

/* Every port of the machine, for sm: and for docs/services.md. */
extern const struct port *const service_ports[];
extern const size_t service_port_count;

struct service_options {
    const char *sd_folder;    /* host folder that is the SD card */
    const char *save_folder;  /* host folder that holds save data */
    const char *self_path;    /* sd path of the program ("sdmc:/switch/x/x.nro") */
    const uint8_t *self_file; /* its bytes where the SD folder has no such file */
    uint64_t self_file_size;
    const char *network;  /* "none", "loopback" (default) or "all" */
    const char *language; /* "en-US" */
    const char *nickname; /* of the one user and of the console */
    struct nv_gpu_options gpu;
    uint32_t hos_version; /* as in process_options; 0: 19.0.1 */
};

/* Registers sm: with the kernel and starts the threads that hid and vi need. */
MUST_CHECK bool service_start(const struct service_options *options, struct error *error);
extern struct service_options service_options;
/* At the process's end: what the GPU did and could not do, a line each; it does nothing more.
 * False: it cannot be stopped, and the process must be left by _exit. */
bool service_gpu_end(struct strbuf *report);

/* ---- inside a handler ---- */

struct buffer {
    uint8_t *data; /* guest memory, checked for access; NULL where empty */
    size_t size;
};

/* The raw payload; at least in_size bytes, 8-aligned copy. */
const void *call_in(struct call *c);
size_t call_in_size(struct call *c);
/* The reply's raw payload: out_size bytes, zeroed. */
void *call_out(struct call *c);
/* The n-th input (A, X or the used one of an auto pair) or output buffer (B, C or the used one),
 * in the order of the message; an absent or empty one is {NULL, 0}. X[i] and A[i] (C[i] and B[i])
 * count as one buffer where at most one of them is used, else as two, the pointer first. Exchange
 * buffers (W) come last, in both lists. */
struct buffer call_buffer_in(struct call *c, unsigned n);
struct buffer call_buffer_out(struct call *c, unsigned n);
/* Copy or move handle n of the request as object (no reference), NULL where absent. */
struct object *call_handle(struct call *c, unsigned n);
uint64_t call_pid(struct call *c);
struct thread *call_thread(struct call *c);
/* Data of the object that was called. */
void *call_data(struct call *c);
/* Object n among the request's domain objects; NULL where absent. */
struct service_object *call_object(struct call *c, unsigned n);
/* Adds to the reply: an object (move handle, or domain id), a copied or a moved handle. The kernel
 * object keeps its caller's reference with copy, and loses it with move. Where the handler then
 * returns an error nothing is sent, and an object is destroyed through its interface. */
void call_return_object(struct call *c, const struct interface *interface, void *data);
void call_return_copy(struct call *c, struct object *o);
void call_return_move(struct call *c, struct object *o);

#define RESULT(module, description) ((result)((module) | (description) << 9))
#define RESULT_UNKNOWN_COMMAND      0x1ba0au

#endif
