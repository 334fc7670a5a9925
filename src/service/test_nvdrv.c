/* SPDX-License-Identifier: MIT */
#include "service/test_support.h"

#include "service/nvdrv.h"

#include <string.h>

static uint32_t nv_open_device(uint32_t session, const char *path, uint32_t *status) {
    struct test_call t = {.session = session, .command = 0};
    char *memory = test_memory(0x1000);
    strcpy(memory, path);
    test_add(&t.a, memory, strlen(path));
    assert_true(test_send(&t));
    memcpy(status, t.out + 4, 4);
    uint32_t fd;
    memcpy(&fd, t.out, 4);
    return fd;
}

/* An ioctl whose argument goes in and out. */
static uint32_t ioctl(uint32_t session, uint32_t fd, uint32_t magic, uint32_t number,
                      uint32_t *argument, uint32_t size) {
    const uint32_t in[2] = {fd, 3u << 30 | size << 16 | magic << 8 | number};
    void *memory = test_memory(0x1000);
    memcpy(memory, argument, size);
    struct test_call t = {.session = session, .command = 1, .in = in, .in_size = sizeof in};
    test_add(&t.a, memory, size);
    test_add(&t.b, memory, size);
    assert_true(test_send(&t));
    memcpy(argument, memory, size);
    uint32_t status;
    memcpy(&status, t.out, 4);
    return status;
}

static void memory_objects(void **state) {
    (void)state;
    uint32_t session = test_connect("nvdrv"), status;
    uint32_t map = nv_open_device(session, "/dev/nvmap", &status);
    assert_int_equal(status, NV_OK);
    uint32_t a[8] = {0x5000 - 1};
    assert_int_equal(ioctl(session, map, 1, 0x01, a, 8), NV_OK);
    uint32_t handle = a[1];
    uint64_t memory = (uint64_t)test_memory(0x10000);
    memory = (memory + 0xfff) & ~0xfffull;
    uint32_t alloc[8] = {handle, 0, 1, 0x1000, 0xfe, 0};
    uint64_t wild = memory + 8;
    memcpy(alloc + 6, &wild, 8);
    assert_int_equal(ioctl(session, map, 1, 0x04, alloc, 0x20), NV_INVALID_ADDRESS);
    wild = 0x1000;
    memcpy(alloc + 6, &wild, 8);
    assert_int_equal(ioctl(session, map, 1, 0x04, alloc, 0x20), NV_INVALID_ADDRESS);
    memcpy(alloc + 6, &memory, 8);
    assert_int_equal(ioctl(session, map, 1, 0x04, alloc, 0x20), NV_OK);
    assert_int_equal(ioctl(session, map, 1, 0x04, alloc, 0x20), NV_ALREADY_ALLOCATED);
    uint32_t id[2] = {0, handle};
    assert_int_equal(ioctl(session, map, 1, 0x0e, id, 8), NV_OK);
    uint32_t from[2] = {id[0], 0};
    assert_int_equal(ioctl(session, map, 1, 0x03, from, 8), NV_OK);
    uint32_t param[3] = {from[1], 1, 0};
    assert_int_equal(ioctl(session, map, 1, 0x09, param, 12), NV_OK);
    assert_int_equal(param[2], 0x5000);
    uint32_t gone[6] = {handle};
    assert_int_equal(ioctl(session, map, 1, 0x05, gone, 0x18), NV_OK);
    assert_int_equal(gone[5], 1);
    gone[0] = handle;
    assert_int_equal(ioctl(session, map, 1, 0x05, gone, 0x18), NV_OK);
    assert_int_equal(gone[5], 0);
    assert_int_equal(ioctl(session, map, 1, 0x05, gone, 0x18), NV_BAD_PARAMETER);
    assert_int_equal(ioctl(session, map, 1, 0x7f, a, 8), NV_NOT_IMPLEMENTED);
    assert_int_equal(ioctl(session, map, 1, 0x01, a, 4), NV_INVALID_SIZE);
    assert_int_equal(ioctl(session, 63, 1, 0x01, a, 8), NV_BAD_PARAMETER);
    nv_open_device(session, "/dev/nvhost-nothing", &status);
    assert_int_equal(status, NV_FILE_FAILED);
    test_close(session);
}

static void syncpoints_and_their_events(void **state) {
    (void)state;
    uint32_t session = test_connect("nvdrv:a"), status;
    uint32_t fd = nv_open_device(session, "/dev/nvhost-ctrl", &status);
    assert_int_equal(status, NV_OK);
    uint32_t read[2] = {5};
    assert_int_equal(ioctl(session, fd, 0, 0x14, read, 8), NV_OK);
    uint32_t slot = 3, next = read[1] + 1;
    assert_int_equal(ioctl(session, fd, 0, 0x1f, &slot, 4), NV_OK);
    const uint32_t query[2] = {fd, 0x10000000 | slot};
    uint32_t handle = test_copied(session, 4, query, sizeof query);
    struct object *event = test_handle_object(handle);
    uint32_t wait[4] = {5, next, 0xffffffff, slot};
    assert_int_equal(ioctl(session, fd, 0, 0x1e, wait, 16), NV_TIMEOUT);
    assert_int_equal(wait[3], 0x10000000 | slot);
    uint32_t busy[4] = {5, next, 0xffffffff, slot};
    assert_int_equal(ioctl(session, fd, 0, 0x1e, busy, 16), NV_BUSY);
    assert_false(event_is_signalled((struct event *)event));
    uint32_t id = 5;
    assert_int_equal(ioctl(session, fd, 0, 0x15, &id, 4), NV_OK);
    assert_true(event_is_signalled((struct event *)event));
    uint32_t again[4] = {5, next, 0xffffffff, slot};
    assert_int_equal(ioctl(session, fd, 0, 0x1e, again, 16), NV_OK);
    uint32_t poll[3] = {5, next + 1, 0};
    assert_int_equal(ioctl(session, fd, 0, 0x16, poll, 12), NV_TIMEOUT);
    id = 192;
    assert_int_equal(ioctl(session, fd, 0, 0x15, &id, 4), NV_BAD_PARAMETER);
    assert_int_equal(ioctl(session, fd, 0, 0x20, &slot, 4), NV_OK);
    assert_int_equal(ioctl(session, fd, 0, 0x20, &slot, 4), NV_BAD_PARAMETER);
    test_close(handle);
    test_close(session);
}

/* The set-up of a program of early 2018 that draws with the CPU alone. */
static void an_address_space_and_a_channel(void **state) {
    (void)state;
    uint32_t session = test_connect("nvdrv"), status;
    uint32_t map = nv_open_device(session, "/dev/nvmap", &status);
    uint32_t space = nv_open_device(session, "/dev/nvhost-as-gpu", &status);
    assert_int_equal(status, NV_OK);
    uint32_t gpu = nv_open_device(session, "/dev/nvhost-ctrl-gpu", &status);
    assert_int_equal(status, NV_OK);
    uint32_t chan = nv_open_device(session, "/dev/nvhost-gpu", &status);
    assert_int_equal(status, NV_OK);
    uint32_t about[0xb0 / 4] = {0xa0, 0, 1};
    assert_int_equal(ioctl(session, gpu, 0x47, 0x05, about, 0xb0), NV_OK);
    assert_int_equal(about[4 + 23], 0xb197); /* the 3D class */
    uint32_t alloc[6] = {0x10000, 0x10000, 0, 0, 0x10000, 0};
    assert_int_equal(ioctl(session, space, 0x41, 0x02, alloc, 0x18), NV_OK);
    uint64_t reserved;
    memcpy(&reserved, alloc + 4, 8);
    assert_int_equal(reserved, 0x400000000);
    uint64_t memory = ((uint64_t)test_memory(0x12000) + 0xfff) & ~0xfffull;
    uint32_t create[2] = {0x10000};
    assert_int_equal(ioctl(session, map, 1, 0x01, create, 8), NV_OK);
    uint32_t mapping[10] = {5, 0, create[1], 0x10000};
    memcpy(mapping + 8, &reserved, 8);
    assert_int_equal(ioctl(session, space, 0x41, 0x06, mapping, 0x28), NV_BAD_PARAMETER);
    uint32_t give[8] = {create[1], 0, 1, 0x1000};
    memcpy(give + 6, &memory, 8);
    assert_int_equal(ioctl(session, map, 1, 0x04, give, 0x20), NV_OK);
    assert_int_equal(ioctl(session, space, 0x41, 0x06, mapping, 0x28), NV_OK);
    assert_int_equal(ioctl(session, space, 0x41, 0x06, mapping, 0x28), NV_NO_MEMORY);
    uint32_t free_place[10] = {4, 0xfe, create[1], 0x10000};
    assert_int_equal(ioctl(session, space, 0x41, 0x06, free_place, 0x28), NV_OK);
    uint64_t place;
    memcpy(&place, free_place + 8, 8);
    assert_int_equal(place, reserved + 0x100000000);
    uint32_t modify[10] = {0x100, 0xdb, 0, 0, 0x8000, 0, 0x8000, 0};
    memcpy(modify + 8, &place, 8);
    assert_int_equal(ioctl(session, space, 0x41, 0x06, modify, 0x28), NV_OK);
    uint32_t unmap[2];
    memcpy(unmap, &place, 8);
    assert_int_equal(ioctl(session, space, 0x41, 0x05, unmap, 8), NV_OK);
    assert_int_equal(ioctl(session, space, 0x41, 0x05, unmap, 8), NV_BAD_PARAMETER);
    uint32_t fifo[8] = {0x800, 1};
    assert_int_equal(ioctl(session, chan, 0x48, 0x1a, fifo, 0x20), NV_OK);
    assert_in_range(fifo[3], 1, 191);
    uint32_t kick[6] = {0};
    assert_int_equal(ioctl(session, chan, 0x48, 0x08, kick, 0x18), NV_INVALID_STATE);
    uint32_t bind = space;
    assert_int_equal(ioctl(session, space, 0x41, 0x01, &bind, 4), NV_BAD_PARAMETER);
    bind = chan;
    assert_int_equal(ioctl(session, space, 0x41, 0x01, &bind, 4), NV_OK);
    kick[2] = 1; /* an entry that is not there */
    assert_int_equal(ioctl(session, chan, 0x48, 0x08, kick, 0x18), NV_INVALID_SIZE);
    kick[2] = 0;
    kick[3] = 1; /* waits for a syncpoint that is none */
    kick[4] = 192;
    assert_int_equal(ioctl(session, chan, 0x48, 0x08, kick, 0x18), NV_BAD_PARAMETER);
    kick[3] = 0x100; /* words that increment without end */
    kick[5] = 0x7fffffff;
    assert_int_equal(ioctl(session, chan, 0x48, 0x08, kick, 0x18), NV_BAD_PARAMETER);
    const uint32_t close_it = space;
    assert_int_equal(test_command(session, 2, &close_it, 4, &status, 4), 0);
    assert_int_equal(status, NV_OK);
    assert_int_equal(test_command(session, 2, &close_it, 4, &status, 4), 0);
    assert_int_equal(status, NV_BAD_PARAMETER);
    test_close(session);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_objects),
        cmocka_unit_test(syncpoints_and_their_events),
        cmocka_unit_test(an_address_space_and_a_channel),
    };
    return cmocka_run_group_tests_name("service-nvdrv", tests, NULL, NULL);
}
