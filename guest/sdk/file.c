/* SPDX-License-Identifier: MIT */
#include "guest.h"

#define PATH_BYTES 0x301

static Handle card;

/* Paths travel in a fixed-size buffer. */
struct path {
    char text[PATH_BYTES];
};

static const struct path *pack(struct path *p, const char *text) {
    size_t n = strlen(text);
    memset(p->text, 0, sizeof p->text);
    memcpy(p->text, text, n < PATH_BYTES ? n : PATH_BYTES - 1);
    return p;
}

Result sd_open(void) {
    Handle fs;
    uint64_t zero = 0;
    Result result = sm_get_service("fsp-srv", &fs);
    if (result)
        return result;
    struct ipc_request hello = {.command = 1, .in = &zero, .in_size = 8, .send_pid = true};
    if ((result = ipc_send(fs, &hello)) != 0)
        return result;
    return ipc_get_object(fs, 18, NULL, 0, &card);
}

static Result path_command(uint32_t command, const char *path, const void *in, size_t in_size,
                           void *out, size_t out_size, Handle *object) {
    struct path p;
    struct ipc_request r = {
        .command = command,
        .in = in,
        .in_size = in_size,
        .out = out,
        .out_size = out_size,
        .buffers = {{pack(&p, path), PATH_BYTES, IPC_POINTER_IN}},
        .buffer_count = 1,
    };
    Result result = ipc_send(card, &r);
    if (result == 0 && object)
        *object = r.handles[0];
    return result;
}

Result sd_create(const char *path, int64_t size) {
    struct {
        uint32_t option, padding;
        int64_t size;
    } in = {0, 0, size};
    return path_command(0, path, &in, sizeof in, NULL, 0, NULL);
}

Result sd_delete(const char *path) {
    return path_command(1, path, NULL, 0, NULL, 0, NULL);
}

Result sd_make_folder(const char *path) {
    return path_command(2, path, NULL, 0, NULL, 0, NULL);
}

Result sd_delete_folder(const char *path) {
    return path_command(3, path, NULL, 0, NULL, 0, NULL);
}

Result sd_rename(const char *from, const char *to) {
    struct path a, b;
    struct ipc_request r = {
        .command = 5,
        .buffers = {{pack(&a, from), PATH_BYTES, IPC_POINTER_IN},
                    {pack(&b, to), PATH_BYTES, IPC_POINTER_IN}},
        .buffer_count = 2,
    };
    return ipc_send(card, &r);
}

Result sd_entry_type(const char *path, uint32_t *out) {
    return path_command(7, path, NULL, 0, out, sizeof *out, NULL);
}

Result file_open(struct guest_file *f, const char *path, uint32_t mode) {
    return path_command(8, path, &mode, sizeof mode, NULL, 0, &f->handle);
}

struct transfer {
    uint32_t option, padding;
    uint64_t offset, size;
};

Result file_read(struct guest_file *f, uint64_t offset, void *out, size_t size, size_t *done) {
    struct transfer in = {0, 0, offset, size};
    uint64_t n = 0;
    struct ipc_request r = {
        .command = 0,
        .in = &in,
        .in_size = sizeof in,
        .out = &n,
        .out_size = sizeof n,
        .buffers = {{out, size, IPC_OUT}},
        .buffer_count = 1,
    };
    Result result = ipc_send(f->handle, &r);
    *done = n;
    return result;
}

Result file_write(struct guest_file *f, uint64_t offset, const void *data, size_t size) {
    struct transfer in = {1, 0, offset, size};
    struct ipc_request r = {
        .command = 1,
        .in = &in,
        .in_size = sizeof in,
        .buffers = {{data, size, IPC_IN}},
        .buffer_count = 1,
    };
    return ipc_send(f->handle, &r);
}

Result file_size(struct guest_file *f, int64_t *out) {
    struct ipc_request r = {.command = 4, .out = out, .out_size = sizeof *out};
    return ipc_send(f->handle, &r);
}

void file_close(struct guest_file *f) {
    ipc_close(f->handle);
}

struct entry {
    char name[PATH_BYTES];
    uint8_t padding[3];
    int8_t type;
    uint8_t padding2[3];
    int64_t size;
};

Result sd_list(const char *path,
               void (*each)(void *context, const char *name, bool folder, int64_t size),
               void *context) {
    uint32_t mode = 3; /* folders and files */
    Handle folder;
    Result result = path_command(9, path, &mode, sizeof mode, NULL, 0, &folder);
    if (result)
        return result;
    for (;;) {
        struct entry e;
        int64_t n = 0;
        struct ipc_request r = {
            .command = 0,
            .out = &n,
            .out_size = sizeof n,
            .buffers = {{&e, sizeof e, IPC_OUT}},
            .buffer_count = 1,
        };
        result = ipc_send(folder, &r);
        if (result || n == 0)
            break;
        each(context, e.name, e.type == 0, e.size);
    }
    ipc_close(folder);
    return result;
}
