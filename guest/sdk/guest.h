/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GUEST_H
#define WINDLASS_GUEST_H

/* The small SDK of windlass's own guest programs: start-up, supervisor calls, IPC, pad, picture,
 * files, threads and the few C library functions that the programs use. Names of supervisor calls
 * are the field's. Everything returns Horizon result codes (0 is success). */

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef uint32_t Result;
typedef uint32_t Handle;

/* ---- supervisor calls (svc.s) ---- */

struct memory_info {
    uint64_t base, size;
    uint32_t type, attribute, permission, ipc_count, device_count, padding;
};

Result svcSetHeapSize(uint64_t *address, uint64_t size);
Result svcSetMemoryPermission(uint64_t address, uint64_t size, uint32_t permission);
Result svcSetMemoryAttribute(uint64_t address, uint64_t size, uint32_t mask, uint32_t attribute);
Result svcMapMemory(uint64_t target, uint64_t source, uint64_t size);
Result svcUnmapMemory(uint64_t target, uint64_t source, uint64_t size);
Result svcQueryMemory(struct memory_info *out, uint32_t *page_info, uint64_t address);
void svcExitProcess(void) __attribute__((noreturn));
Result svcCreateThread(Handle *out, void *entry, void *argument, void *stack_top, int priority,
                       int core);
Result svcStartThread(Handle thread);
void svcExitThread(void) __attribute__((noreturn));
void svcSleepThread(int64_t ns);
Result svcGetThreadPriority(int *out, Handle thread);
Result svcSetThreadPriority(Handle thread, int priority);
Result svcSetThreadCoreMask(Handle thread, int ideal_core, uint64_t mask);
int svcGetCurrentProcessorNumber(void);
Result svcSignalEvent(Handle event);
Result svcClearEvent(Handle event);
Result svcMapSharedMemory(Handle memory, void *address, uint64_t size, uint32_t permission);
Result svcUnmapSharedMemory(Handle memory, void *address, uint64_t size);
Result svcCreateTransferMemory(Handle *out, void *address, uint64_t size, uint32_t permission);
Result svcCloseHandle(Handle handle);
Result svcResetSignal(Handle handle);
Result svcWaitSynchronization(int *index, const Handle *handles, int count, int64_t timeout_ns);
Result svcCancelSynchronization(Handle thread);
Result svcArbitrateLock(Handle owner, uint32_t *tag, Handle self);
Result svcArbitrateUnlock(uint32_t *tag);
Result svcWaitProcessWideKeyAtomic(uint32_t *tag, uint32_t *key, Handle self, int64_t timeout_ns);
void svcSignalProcessWideKey(uint32_t *key, int count);
uint64_t svcGetSystemTick(void);
Result svcConnectToNamedPort(Handle *out, const char *name);
Result svcSendSyncRequest(Handle session);
/* light: 1 for sessions that nobody uses, name: of no meaning. */
Result svcCreateSession(Handle *server, Handle *client, int light, uint64_t name);
/* reply: the session that is replied to first, or 0. */
Result svcReplyAndReceive(int *index, const Handle *handles, int count, Handle reply,
                          int64_t timeout_ns);
/* activity: 0 run, 1 pause. */
Result svcSetThreadActivity(Handle thread, int activity);
/* Of a paused thread: x29 is its frame pointer, x30 its link register. */
struct thread_context {
    uint64_t x[31], sp, pc;
    uint32_t pstate, padding;
    uint64_t v[32][2];
    uint32_t fpcr, fpsr;
    uint64_t tpidr;
};
Result svcGetThreadContext3(struct thread_context *out, Handle thread);
Result svcGetThreadId(uint64_t *out, Handle thread);
Result svcBreak(uint64_t reason, uint64_t argument, uint64_t size);
Result svcOutputDebugString(const char *text, uint64_t length);
Result svcGetInfo(uint64_t *out, uint64_t id, Handle handle, uint64_t sub_id);
Result svcCreateEvent(Handle *writable, Handle *readable);
Result svcWaitForAddress(void *address, uint32_t mode, int64_t value, int64_t timeout_ns);
Result svcSignalToAddress(void *address, uint32_t mode, int32_t value, int32_t count);
/* operation: 0 map writable, 1 map executable, 2 and 3 undo them. */
Result svcCreateCodeMemory(Handle *out, void *address, uint64_t size);
Result svcControlCodeMemory(Handle memory, uint32_t operation, void *address, uint64_t size,
                            uint32_t permission);
Result svcSetProcessMemoryPermission(Handle process, void *address, uint64_t size,
                                     uint32_t permission);
Result svcMapProcessCodeMemory(Handle process, void *target, void *source, uint64_t size);
Result svcUnmapProcessCodeMemory(Handle process, void *target, void *source, uint64_t size);

#define CURRENT_THREAD  0xffff8000u
#define CURRENT_PROCESS 0xffff8001u

/* ---- start-up (start.c) ---- */

void guest_exit(int status) __attribute__((noreturn));
/* Prints "file: what failed (result)" and ends with status 1. */
void guest_fail(const char *what, Result result) __attribute__((noreturn));
Handle guest_main_thread(void);
/* Asks the loader for the program to start next: a path and its command line. */
void guest_set_next_load(const char *path, const char *arguments);

/* What the system keeps of a thread that met an exception. */
struct exception_frame {
    uint64_t x[9]; /* x0 to x8 */
    uint64_t lr, sp, pc;
    uint32_t pstate, afsr0, afsr1, esr;
    uint64_t far;
};
enum {
    EXCEPTION_INSTRUCTION_ABORT = 0x100,
    EXCEPTION_DATA_ABORT = 0x101,
    EXCEPTION_MISALIGNED_PC = 0x102,
    EXCEPTION_UNDEFINED = 0x104,
};
/* Called on a stack of its own; `more` are x9 to x29. True: the thread goes on with what the frame
 * and `more` hold now. False, or no handler: the program ends. */
extern bool (*guest_exception_handler)(uint32_t type, struct exception_frame *frame,
                                       uint64_t *more);

/* ---- C library (libc.c, print.c) ---- */

void *memcpy(void *to, const void *from, size_t n);
void *memmove(void *to, const void *from, size_t n);
void *memset(void *to, int byte, size_t n);
int memcmp(const void *a, const void *b, size_t n);
size_t strlen(const char *s);
int strcmp(const char *a, const char *b);
int strncmp(const char *a, const char *b, size_t n);
void *malloc(size_t bytes);
void *calloc(size_t n, size_t bytes);
void *realloc(void *old, size_t bytes);
void *aligned_alloc(size_t align, size_t bytes); /* align: a power of two */
void free(void *p);
void abort(void) __attribute__((noreturn));
int vsnprintf(char *out, size_t room, const char *format, va_list args);
int snprintf(char *out, size_t room, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* To the system's debug output. */
void print(const char *format, ...) __attribute__((format(printf, 1, 2)));

typedef uint64_t jump_buffer[22];
int guest_setjmp(jump_buffer buffer) __attribute__((returns_twice));
void guest_longjmp(jump_buffer buffer, int value) __attribute__((noreturn));

/* ---- threads and locks (thread.c) ---- */

struct guest_thread {
    Handle handle;
    void *stack;
    void (*entry)(void *);
    void *argument;
};

/* core: 0, 1, 2, or -2 for the default one. */
Result thread_create(struct guest_thread *t, void (*entry)(void *), void *argument, int priority,
                     int core);
/* The same, and starts it. */
Result thread_start(struct guest_thread *t, void (*entry)(void *), void *argument, int priority,
                    int core);
void thread_join(struct guest_thread *t);
Handle thread_self(void);

struct mutex {
    uint32_t tag;
};
void mutex_lock(struct mutex *m);
void mutex_unlock(struct mutex *m);
struct condition {
    uint32_t key;
};
void condition_wait(struct condition *c, struct mutex *m);
/* 0 or 0xea01 when the time was up; the mutex is held again in both cases. */
Result condition_wait_for(struct condition *c, struct mutex *m, int64_t timeout_ns);
void condition_signal(struct condition *c, int count); /* -1: all */

/* ---- IPC (ipc.c) ---- */

/* One CMIF request on a plain session (no domains). */
struct ipc_request {
    uint32_t command;
    const void *in;
    size_t in_size;
    void *out;
    size_t out_size;
    bool send_pid;
    Handle copy[2];
    int copies;
    struct {
        const void *data;
        size_t size;
        enum { IPC_IN, IPC_OUT, IPC_POINTER_IN, IPC_AUTO_IN, IPC_AUTO_OUT } kind;
    } buffers[4];
    int buffer_count;
    /* filled by the reply */
    Handle handles[4]; /* moved (objects) first, then copied */
    int handle_count;
};

Result ipc_send(Handle session, struct ipc_request *request);
/* Command that takes at most 8 bytes and gives an object. */
Result ipc_get_object(Handle session, uint32_t command, const void *in, size_t in_size,
                      Handle *out);
void ipc_close(Handle session);
Result sm_get_service(const char *name, Handle *out);

/* ---- pad (pad.c) ---- */

enum {
    PAD_A = 1 << 0,
    PAD_B = 1 << 1,
    PAD_X = 1 << 2,
    PAD_Y = 1 << 3,
    PAD_PLUS = 1 << 10,
    PAD_MINUS = 1 << 11,
    PAD_LEFT = 1 << 12,
    PAD_UP = 1 << 13,
    PAD_RIGHT = 1 << 14,
    PAD_DOWN = 1 << 15,
};
Result pad_open(void);
/* Buttons that are held now, and the left stick in -1..1. */
uint64_t pad_read(float *x, float *y);

/* ---- picture (screen.c, console.c) ---- */

#define SCREEN_WIDTH   1280
#define SCREEN_HEIGHT  720
#define SCREEN_BUFFERS 2 /* block-linear, blocks of 16 GOBs, RGBA8888 */

Result screen_open(void);
/* A linear RGBA8888 picture to draw into; shown by screen_show, which waits for a free buffer. */
uint32_t *screen_begin(void);
Result screen_show(void);
/* For who draws into the buffers: waits for a free one; hands it over to be shown when the
 * syncpoint reaches the value (0: now). */
Result screen_dequeue(int *slot);
Result screen_queue(int slot, uint32_t syncpoint, uint32_t value);
/* The buffers, one behind the other, `bytes` each, and the driver's handle of all of them. */
uint8_t *screen_memory(uint32_t *handle, uint32_t *bytes);

void console_clear(uint32_t background);
/* Text with our font, 16 x 24 pixels a letter: 80 columns, 30 rows. */
void console_at(int column, int row, uint32_t colour, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* ---- files on the SD card (file.c) ---- */

struct guest_file {
    Handle handle;
};
Result sd_open(void);
Result file_open(struct guest_file *f, const char *path, uint32_t mode); /* 1 R, 2 W, 4 grow */
Result file_read(struct guest_file *f, uint64_t offset, void *out, size_t size, size_t *done);
Result file_write(struct guest_file *f, uint64_t offset, const void *data, size_t size);
Result file_size(struct guest_file *f, int64_t *out);
void file_close(struct guest_file *f);
Result sd_create(const char *path, int64_t size);
Result sd_delete(const char *path);
Result sd_make_folder(const char *path);
Result sd_delete_folder(const char *path);
Result sd_rename(const char *from, const char *to);
Result sd_entry_type(const char *path, uint32_t *out); /* 0 folder, 1 file */
/* Calls back for each entry. */
Result sd_list(const char *path,
               void (*each)(void *context, const char *name, bool folder, int64_t size),
               void *context);

#define RGBA(r, g, b) ((uint32_t)(r) | (uint32_t)(g) << 8 | (uint32_t)(b) << 16 | 0xff000000u)

#ifdef __cplusplus
}
#endif

#endif
