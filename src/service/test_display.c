/* SPDX-License-Identifier: MIT */
#include "service/test_support.h"

#include "service/binder_parcel.h"
#include "service/buffer_queue.h"
#include "service/graphic_buffer.h"

#include <stdlib.h>
#include <string.h>

#define TOKEN "android.gui.IGraphicBufferProducer"

/* A request as a client writes it: header, token, then words. */
static size_t request(uint8_t *out, const char *token, const uint32_t *words, size_t count) {
    uint32_t at = 0x10, length = (uint32_t)strlen(token);
    uint32_t policy = 0x100;
    memcpy(out + at, &policy, 4);
    memcpy(out + at + 4, &length, 4);
    at += 8;
    for (uint32_t i = 0; i <= length; i++, at += 2) {
        out[at] = (uint8_t)token[i];
        out[at + 1] = 0;
    }
    at = (at + 3) & ~3u;
    memcpy(out + at, words, count * 4);
    at += (uint32_t)count * 4;
    const uint32_t header[4] = {at - 0x10, 0x10, 0, at};
    memcpy(out, header, sizeof header);
    return at;
}

static void parcels_are_read(void **state) {
    (void)state;
    uint8_t data[0x200];
    const uint32_t words[] = {7, 6, 0, 0x11223344, 0x5566};
    size_t size = request(data, TOKEN, words, 5), object_size;
    struct error e = {0};
    struct reader r;
    assert_true(parcel_open(&r, data, size, TOKEN, &e));
    assert_int_equal(reader_u32(&r, "word"), 7);
    const uint8_t *object = parcel_object(&r, &object_size);
    assert_non_null(object);
    assert_int_equal(object_size, 6);
    assert_int_equal(object[4], 0x66);
    assert_int_equal(reader_left(&r), 0);
    assert_true(reader_ok(&r));
}

static void bad_parcels_are_refused(void **state) {
    (void)state;
    uint8_t data[0x200];
    const uint32_t words[] = {0x7fffffff, 0, 1};
    size_t size = request(data, TOKEN, words, 3), object_size;
    struct error e = {0};
    struct reader r;
    assert_false(parcel_open(&r, data, size, "android.gui.IGraphicBufferConsumer", &e));
    assert_string_equal(e.text, "binder parcel: interface token at offset 0x8: is not "
                                "\"android.gui.IGraphicBufferConsumer\"");
    assert_false(parcel_open(&r, data, 0xf, TOKEN, &e));
    assert_false(parcel_open(&r, data, size - 1, TOKEN, &e));
    assert_true(parcel_open(&r, data, size, TOKEN, &e));
    assert_null(parcel_object(&r, &object_size)); /* longer than the parcel */
    assert_false(reader_ok(&r));
    const uint32_t with_fd[] = {4, 1, 0};
    size = request(data, TOKEN, with_fd, 3);
    assert_true(parcel_open(&r, data, size, TOKEN, &e));
    parcel_object(&r, &object_size);
    assert_false(reader_ok(&r));
    const uint32_t wild[4] = {0x10, 0xfffffff8, 0, 0};
    memcpy(data, wild, sizeof wild);
    assert_false(parcel_open(&r, data, size, TOKEN, &e));
}

static void replies_are_written(void **state) {
    (void)state;
    struct parcel_reply p = {0};
    uint8_t out[0x40];
    size_t used;
    parcel_put_u32(&p, 5);
    parcel_put_object(&p, "abcde", 5);
    assert_false(parcel_write(&p, out, 0x10 + 4 + 8 + 7, &used));
    assert_true(parcel_write(&p, out, sizeof out, &used));
    assert_int_equal(used, 0x10 + 4 + 8 + 8);
    const uint8_t expected[] = {0x14, 0, 0, 0, 0x10, 0,   0,   0,   0,   0, 0, 0,
                                0x24, 0, 0, 0, 5,    0,   0,   0,   5,   0, 0, 0,
                                0,    0, 0, 0, 'a',  'b', 'c', 'd', 'e', 0, 0, 0};
    assert_memory_equal(out, expected, sizeof expected);
}

/* What the public client library sends for a double-buffered 1280 x 720 console. */
static void fill(uint32_t w[91], uint32_t format, uint32_t pitch, uint32_t offset) {
    memset(w, 0, 91 * 4);
    const uint32_t head[] = {0x47424652, 1280,   720,        1280, format,   0xb00,      42, 0,
                             0,          81,     0xffffffff, 9,    0,        0xdaffcaff, 42, 0,
                             0xb00,      format, format,     1280, 0x3c0000, 1,          0};
    memcpy(w, head, sizeof head);
    const uint32_t plane[] = {1280, 720, 0, 0, 3, pitch, 0, offset, 0xfe, 4};
    memcpy(w + 23, plane, sizeof plane);
}

static void graphic_buffers_are_read(void **state) {
    (void)state;
    uint32_t w[91];
    fill(w, PICTURE_RGBA8888, 5120, 0x3c0000);
    struct graphic_buffer b;
    struct error e = {0};
    assert_true(graphic_buffer_parse((uint8_t *)w, sizeof w, &b, &e));
    assert_int_equal(b.nvmap_id, 9);
    assert_int_equal(b.offset, 0x3c0000);
    assert_int_equal(b.surface.pitch, 5120);
    assert_true(b.surface.block_linear);
    assert_int_equal(b.surface.height_log2, 4);
    assert_int_equal(picture_storage_size(&b.surface), 0x3c0000);
    assert_int_equal(b.raw_size, sizeof w);
    assert_false(graphic_buffer_parse((uint8_t *)w, 100, &b, &e));
    assert_int_equal(e.kind, ERROR_FORMAT);
    fill(w, 6, 5120, 0);
    assert_false(graphic_buffer_parse((uint8_t *)w, sizeof w, &b, &e));
    assert_int_equal(e.kind, ERROR_UNSUPPORTED);
    fill(w, PICTURE_RGBA8888, 100, 0); /* rows would overlap */
    assert_false(graphic_buffer_parse((uint8_t *)w, sizeof w, &b, &e));
    fill(w, PICTURE_RGBA8888, 5120, 0);
    w[0]++;
    assert_false(graphic_buffer_parse((uint8_t *)w, sizeof w, &b, &e));
    assert_string_equal(e.text, "graphic buffer: magic at offset 0x0: is not GBFR");
}

static uint32_t pixel(const struct picture *p, uint32_t x, uint32_t y) {
    uint32_t v;
    memcpy(&v, p->rgba + ((size_t)y * p->width + x) * 4, 4);
    return v;
}

static void formats_become_rgba(void **state) {
    (void)state;
    struct picture p = {0};
    const struct picture_crop whole = {0};
    struct picture_surface s = {.width = 1, .height = 1, .pitch = 4};
    static const struct {
        uint32_t format, in, out;
    } cases[] = {
        {PICTURE_RGBA8888, 0x00332211, 0xff332211}, {PICTURE_RGBX8888, 0x44332211, 0xff332211},
        {PICTURE_BGRA8888, 0x44332211, 0xff112233}, {PICTURE_RGB565, 0xf800, 0xff0000ff},
        {PICTURE_RGB565, 0x07e0, 0xff00ff00},       {PICTURE_RGB565, 0x0010, 0xff840000},
        {PICTURE_RGBA4444, 0x0f21, 0xffff2211},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        s.format = cases[i].format;
        picture_convert(&p, &s, (const uint8_t *)&cases[i].in, whole, 0);
        assert_int_equal(pixel(&p, 0, 0), cases[i].out);
    }
    picture_free(&p);
}

static void pictures_are_cropped_and_turned(void **state) {
    (void)state;
    /* 3 x 2 pixels, 0xff0000YX; pitch 16. */
    uint32_t rows[2][4] = {{0x00, 0x01, 0x02, 0x99}, {0x10, 0x11, 0x12, 0x99}};
    const uint8_t *data = (const uint8_t *)rows;
    struct picture_surface s = {.width = 3, .height = 2, .format = PICTURE_RGBA8888, .pitch = 16};
    struct picture p = {0};
    picture_convert(&p, &s, data, (struct picture_crop){0}, PICTURE_FLIP_V);
    assert_int_equal(pixel(&p, 0, 0), 0xff000010);
    assert_int_equal(pixel(&p, 2, 1), 0xff000002);
    picture_convert(&p, &s, data, (struct picture_crop){0}, PICTURE_FLIP_H);
    assert_int_equal(pixel(&p, 0, 0), 0xff000002);
    picture_convert(&p, &s, data, (struct picture_crop){0}, PICTURE_ROTATE_90);
    assert_int_equal(p.width, 2);
    assert_int_equal(p.height, 3);
    assert_int_equal(pixel(&p, 0, 0), 0xff000010); /* the lower left goes to the upper left */
    assert_int_equal(pixel(&p, 1, 0), 0xff000000);
    assert_int_equal(pixel(&p, 0, 2), 0xff000012);
    picture_convert(&p, &s, data, (struct picture_crop){1, 0, 3, 1}, 0);
    assert_int_equal(p.width, 2);
    assert_int_equal(p.height, 1);
    assert_int_equal(pixel(&p, 0, 0), 0xff000001);
    picture_convert(&p, &s, data, (struct picture_crop){-5, 1, 900, 900}, 0);
    assert_int_equal(p.width, 3);
    assert_int_equal(p.height, 1);
    assert_int_equal(pixel(&p, 0, 0), 0xff000010);
    picture_free(&p);
}

static void block_linear_pictures(void **state) {
    (void)state;
    struct picture_surface s = {.width = 20,
                                .height = 12,
                                .format = PICTURE_RGB565,
                                .pitch = 64,
                                .block_linear = true,
                                .height_log2 = 1};
    size_t size = (size_t)picture_storage_size(&s);
    assert_int_equal(size, 1024);
    uint8_t *storage = calloc(1, size);
    uint16_t red = 0xf800;
    memcpy(storage + 512 + 0x100 + 0x10, &red, 2); /* byte column 32, row 9 */
    struct picture p = {0};
    picture_convert(&p, &s, storage, (struct picture_crop){0}, 0);
    assert_int_equal(pixel(&p, 16, 9), 0xff0000ff);
    assert_int_equal(pixel(&p, 15, 9), 0xff000000);
    picture_free(&p);
    free(storage);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parcels_are_read),      cmocka_unit_test(bad_parcels_are_refused),
        cmocka_unit_test(replies_are_written),   cmocka_unit_test(graphic_buffers_are_read),
        cmocka_unit_test(formats_become_rgba),   cmocka_unit_test(pictures_are_cropped_and_turned),
        cmocka_unit_test(block_linear_pictures),
    };
    return cmocka_run_group_tests_name("service-display", tests, NULL, NULL);
}
