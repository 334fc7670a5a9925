/* SPDX-License-Identifier: MIT */
/* Its own RomFS, the two ways that programs take: the storage that fsp-srv gives, and the NRO file
 * itself, found by argv[0]. */
#include "check.h"

/* Reads bytes of the RomFS; false where there are none. */
typedef bool reader(uint64_t offset, void *out, size_t size);

/* ---- by fsp-srv ---- */

static Handle storage;

static Result open_storage(void) {
    Handle fs;
    uint64_t zero = 0;
    Result result = sm_get_service("fsp-srv", &fs);
    struct ipc_request hello = {.command = 1, .in = &zero, .in_size = 8, .send_pid = true};
    if (result == 0)
        result = ipc_send(fs, &hello);
    return result ? result : ipc_get_object(fs, 200, NULL, 0, &storage);
}

static bool read_storage(uint64_t offset, void *out, size_t size) {
    const uint64_t in[2] = {offset, size};
    struct ipc_request r = {
        .command = 0,
        .in = in,
        .in_size = sizeof in,
        .buffers = {{out, size, IPC_OUT}},
        .buffer_count = 1,
    };
    return ipc_send(storage, &r) == 0;
}

/* ---- by the file ---- */

static struct guest_file own_file;
static uint64_t romfs_offset;

static bool read_exactly(uint64_t offset, void *out, size_t size) {
    size_t done = 0;
    return file_read(&own_file, offset, out, size, &done) == 0 && done == size;
}

static bool read_own_file(uint64_t offset, void *out, size_t size) {
    return read_exactly(romfs_offset + offset, out, size);
}

/* The asset header stands behind the NRO; its ranges count from itself. */
static bool open_own_file(const char *path) {
    uint32_t nro_size, magic;
    uint64_t range[2];
    if (strncmp(path, "sdmc:", 5) == 0)
        path += 5;
    if (sd_open() != 0 || file_open(&own_file, path, 1) != 0 || !read_exactly(0x18, &nro_size, 4) ||
        !read_exactly(nro_size, &magic, 4) || magic != 0x54455341 ||
        !read_exactly(nro_size + 0x28, range, sizeof range))
        return false;
    romfs_offset = nro_size + range[0];
    return range[1] != 0;
}

/* ---- the format ---- */

#define NONE 0xffffffffu

struct header {
    uint64_t size, folder_hash[2], folders[2], file_hash[2], files[2], contents;
};

struct folder {
    uint32_t parent, sibling, first_folder, first_file, chain, name_length;
};

struct file {
    uint32_t parent, sibling;
    uint64_t offset, size;
    uint32_t chain, name_length;
};

static bool has_name(reader *read, uint64_t at, uint32_t length, const char *name) {
    char text[32];
    return length == strlen(name) && length < sizeof text && read(at, text, length) &&
           memcmp(text, name, length) == 0;
}

/* Offset of a folder's child folder, or NONE. */
static uint32_t find_folder(reader *read, const struct header *h, uint32_t in, const char *name) {
    struct folder f;
    if (in == NONE || !read(h->folders[0] + in, &f, sizeof f))
        return NONE;
    for (uint32_t at = f.first_folder; at != NONE; at = f.sibling)
        if (!read(h->folders[0] + at, &f, sizeof f))
            return NONE;
        else if (has_name(read, h->folders[0] + at + sizeof f, f.name_length, name))
            return at;
    return NONE;
}

static bool find_file(reader *read, const struct header *h, uint32_t in, const char *name,
                      struct file *out) {
    struct folder f;
    if (in == NONE || !read(h->folders[0] + in, &f, sizeof f))
        return false;
    for (uint32_t at = f.first_file; at != NONE; at = out->sibling)
        if (!read(h->files[0] + at, out, sizeof *out))
            return false;
        else if (has_name(read, h->files[0] + at + sizeof *out, out->name_length, name))
            return true;
    return false;
}

/* numbers.txt holds the lines 1 to 2000. */
static bool counts_up(const char *text, size_t size) {
    const char *p = text;
    int lines = 0;
    while (p < text + size) {
        int n = 0;
        for (; p < text + size && *p != '\n'; p++)
            n = n * 10 + *p - '0';
        p++;
        if (n != ++lines)
            return false;
    }
    return lines == 2000;
}

static void look_through(reader *read) {
    static const char hello[] = "RomFS says hello.\n";
    static char text[16384];
    struct header h;
    struct file f;
    check(read(0, &h, sizeof h) && h.size == sizeof h, "its header");
    check(find_file(read, &h, 0, "hello.txt", &f) && f.size == sizeof hello - 1 &&
              read(h.contents + f.offset, text, f.size) && memcmp(text, hello, f.size) == 0,
          "a file in the root");
    check(!find_file(read, &h, 0, "Hello.txt", &f), "names differ by case");
    uint32_t deep = find_folder(read, &h, 0, "deep");
    check(deep != NONE && find_file(read, &h, deep, "empty", &f) && f.size == 0, "an empty file");
    uint32_t deeper = find_folder(read, &h, deep, "er");
    check(find_file(read, &h, deeper, "numbers.txt", &f) && f.size <= sizeof text &&
              read(h.contents + f.offset, text, f.size) && counts_up(text, f.size),
          "a file two folders down");
}

int main(int argc, char **argv) {
    uint64_t size = 0;
    check(open_storage() == 0, "fsp-srv gives the program's storage");
    struct ipc_request get_size = {.command = 4, .out = &size, .out_size = sizeof size};
    check(ipc_send(storage, &get_size) == 0 && size > 0x50, "with a size");
    look_through(read_storage);
    check(!read_storage(size, &size, 1), "nothing is read behind its end");
    check(argc > 0 && open_own_file(argv[0]), "argv[0] names the NRO with a RomFS in it");
    look_through(read_own_file);
    return check_end();
}
