/* SPDX-License-Identifier: MIT */
#include "base/file.h"
#include "base/log.h"
#include "base/memory.h"
#include "kernel/shared_memory.h"
#include "service/answers.h"
#include "service/ports.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* pl:u and pl:s - ISharedFontManager: the system's fonts, in shared memory as plain TrueType files.
 * DejaVu stands in for all of them; it is found when a program first asks. */

#define FONT_MEMORY  0x1100000u
#define FONT_KINDS   6u
#define FONT_START   8u /* the console has a header of 8 bytes before each font */
#define PL_NO_FONT   RESULT(132, 1)
#define FONT_FOLDERS 4

static const char *const font_paths[FONT_FOLDERS] = {
    "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
    "/usr/share/fonts/dejavu/DejaVuSans.ttf",
    "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf",
    "/usr/share/fonts/TTF/DejaVuSans.ttf",
};

static struct {
    pthread_mutex_t lock;
    bool tried;
    struct shared_memory *memory; /* NULL: no font */
    uint32_t size;                /* of the one font, which every kind points to */
} fonts = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void load_locked(void) {
    struct blob font = {0};
    struct error error = {0};
    fonts.tried = true;
    for (size_t i = 0; i < FONT_FOLDERS && !font.data; i++) {
        if (!file_read(font_paths[i], FONT_MEMORY - FONT_START, &font, &error)) {
            font = (struct blob){0};
        }
    }
    if (!font.data) {
        log_warning(LOG_CORE, "the program asks for the system's font and gets none: install the "
                              "package fonts-dejavu-core");
        return;
    }
    fonts.memory = shared_memory_new(FONT_MEMORY, 1, 1, &error);
    if (fonts.memory) {
        memcpy((uint8_t *)shared_memory_host(fonts.memory) + FONT_START, font.data, font.size);
        fonts.size = (uint32_t)font.size;
    } else {
        log_warning(LOG_CORE, "no memory for the system's font: %s", error.text);
    }
    blob_free(&font);
}

static bool load(void) {
    pthread_mutex_lock(&fonts.lock);
    if (!fonts.tried) {
        load_locked();
    }
    bool there = fonts.memory != NULL;
    pthread_mutex_unlock(&fonts.lock);
    return there;
}

static result request_load(struct call *c) {
    (void)c;
    return load() ? 0 : PL_NO_FONT;
}

static result get_number(struct call *c, uint32_t number) {
    if (*(const uint32_t *)call_in(c) >= FONT_KINDS || !load()) {
        return PL_NO_FONT;
    }
    *(uint32_t *)call_out(c) = number;
    return 0;
}

static result get_load_state(struct call *c) {
    return get_number(c, 1);
}

static result get_size(struct call *c) {
    return load() ? get_number(c, fonts.size) : PL_NO_FONT;
}

static result get_offset(struct call *c) {
    return get_number(c, FONT_START);
}

static result get_memory(struct call *c) {
    if (!load()) {
        return PL_NO_FONT;
    }
    call_return_copy(c, shared_memory_object(fonts.memory));
    return 0;
}

/* Kinds, offsets and sizes of all fonts in the order that the language prefers. */
static result get_all(struct call *c) {
    if (!load()) {
        return PL_NO_FONT;
    }
    uint32_t values[3][FONT_KINDS], count = FONT_KINDS;
    for (uint32_t i = 0; i < FONT_KINDS; i++) {
        values[0][i] = i;
        values[1][i] = FONT_START;
        values[2][i] = fonts.size;
    }
    for (unsigned n = 0; n < 3; n++) {
        uint32_t room = (uint32_t)(call_buffer_out(c, n).size / sizeof(uint32_t));
        count = room < count ? room : count;
    }
    for (unsigned n = 0; n < 3 && count; n++) {
        memcpy(call_buffer_out(c, n).data, values[n], count * sizeof(uint32_t));
    }
    const struct {
        uint32_t loaded, count;
    } out = {1, count};
    memcpy(call_out(c), &out, sizeof out);
    return 0;
}

static const struct command commands[] = {
    SERVED(0, "RequestLoad", request_load, 4, 0),
    SERVED(1, "GetLoadState", get_load_state, 4, 4),
    SERVED(2, "GetSize", get_size, 4, 4),
    SERVED(3, "GetSharedMemoryAddressOffset", get_offset, 4, 4),
    SERVED(4, "GetSharedMemoryNativeHandle", get_memory, 0, 0),
    SERVED(5, "GetSharedFontInOrderOfPriority", get_all, 8, 8),
    SERVED(6, "GetSharedFontInOrderOfPriorityForSystem", get_all, 8, 8),
};

static const struct interface manager = INTERFACE("ISharedFontManager", commands, NULL);

const struct port port_pl_u = {.name = "pl:u", .root = &manager};
const struct port port_pl_s = {.name = "pl:s", .root = &manager};
