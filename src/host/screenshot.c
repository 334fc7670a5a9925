/* SPDX-License-Identifier: MIT */
#include "base/blocking.h"
#include "host/display.h"
#include "host/display_frame.h"

#include "base/memory.h"

#include <errno.h>
#include <png.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void on_png_error(png_structp png, png_const_charp message) {
    (void)message; /* the caller names the file and errno */
    png_longjmp(png, 1);
}

static bool encode(FILE *file, const uint8_t *rgba, uint32_t width, uint32_t height) {
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, on_png_error, NULL);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    bool done = false;
    if (info && !setjmp(png_jmpbuf(png))) {
        png_init_io(png, file);
        png_set_IHDR(png, info, width, height, 8, PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
                     PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
        png_write_info(png, info);
        png_set_filler(png, 0, PNG_FILLER_AFTER);
        for (size_t y = 0; y < height; y++)
            png_write_row(png, rgba + y * width * 4);
        png_write_end(png, info);
        *(volatile bool *)&done = true;
    }
    png_destroy_write_struct(&png, &info);
    return *(volatile bool *)&done;
}

bool png_write(const char *path, const uint8_t *rgba, uint32_t width, uint32_t height,
               struct error *error) {
    char *temporary = memory_format("%s.%ld.tmp", path, (long)getpid());
    blocking_call("write");
    FILE *file = fopen(temporary, "wbe");
    bool ok = file && encode(file, rgba, width, height);
    if (file && fclose(file) != 0)
        ok = false;
    if (ok && rename(temporary, path) < 0)
        ok = false;
    if (!ok) {
        error_set(error, ERROR_IO, "%s: the picture cannot be written: %s", path, strerror(errno));
        unlink(temporary);
    }
    free(temporary);
    return ok;
}

bool display_screenshot(const char *path, struct error *error) {
    struct frame frame = {0};
    if (!frame_take(&frame))
        return error_set(error, ERROR_IO,
                         "%s: no picture was written, the program has presented no frame yet",
                         path);
    bool ok = png_write(path, frame.rgba, frame.width, frame.height, error);
    free(frame.rgba);
    return ok;
}
