/* SPDX-License-Identifier: MIT */
#include "core/memory.h"
#include "kernel/process.h"
#include "kernel/results.h"
#include "kernel/shared_memory.h"
#include "kernel/space.h"
#include "kernel/test_support.h"
#include "kernel/transfer_memory.h"

#include <string.h>

/* Shared, transfer and code memory through the dispatcher. */

#define H(offset) (test_heap() + (offset))
#define F(offset) (guest_layout.tls.base + guest_layout.tls.size + (offset))

static void assert_page(uint64_t address, uint32_t type, uint32_t perm, uint32_t attribute) {
    struct space_info i;
    space_query(address, &i);
    assert_int_equal(i.type, type);
    assert_int_equal(i.perm, perm);
    assert_int_equal(i.attribute, attribute);
}

static void a_service_and_the_guest_see_the_same_memory(void **state) {
    (void)state;
    struct error error;
    uint32_t handle;
    struct shared_memory *m = shared_memory_new(0x2000, GUEST_RW, GUEST_R, &error);
    assert_non_null(m);
    assert_int_equal(handle_add(shared_memory_object(m), &handle), 0);
    assert_int_equal(test_svc(self, 0x13, handle, F(0), 0x1000, 1), RESULT_INVALID_SIZE);
    assert_int_equal(test_svc(self, 0x13, handle, H(0), 0x2000, 1), RESULT_INVALID_MEMORY_REGION);
    assert_int_equal(test_svc(self, 0x13, handle, F(0), 0x2000, 1), 0);
    assert_page(F(0x1000), 6, 1, 0);
    strcpy(shared_memory_host(m), "from the host");
    assert_string_equal((char *)F(0), "from the host");
    assert_int_equal(test_svc(self, 0x13, handle, F(0x1000), 0x2000, 1),
                     RESULT_INVALID_CURRENT_MEMORY);
    assert_int_equal(test_svc(self, 0x14, handle, F(0), 0x1000), RESULT_INVALID_SIZE);
    assert_int_equal(test_svc(self, 0x14, handle, F(0x10000), 0x2000),
                     RESULT_INVALID_CURRENT_MEMORY);
    assert_int_equal(test_svc(self, 0x14, handle, F(0), 0x2000), 0);
    assert_page(F(0), 0, 0, 0);
    object_unref(shared_memory_object(m));
}

static void shared_memory_keeps_its_permissions(void **state) {
    (void)state;
    assert_int_equal(test_svc(self, 0x50, 0, 0x1000, 1, 1), 0);
    uint64_t handle = self->state.x[1];
    assert_int_equal(test_svc(self, 0x13, handle, F(0), 0x1000, 3), RESULT_INVALID_NEW_PERMISSION);
    assert_int_equal(test_svc(self, 0x50, 0, 0x1000, 1, 0x10000000), 0);
    handle = self->state.x[1];
    assert_int_equal(test_svc(self, 0x13, handle, F(0), 0x1000, 3), 0);
    assert_page(F(0), 6, 3, 0);
    assert_int_equal(test_svc(self, 0x14, handle, F(0), 0x1000), 0);
}

static void transfer_memory_is_lent_and_returned(void **state) {
    (void)state;
    strcpy((char *)H(0x1000), "lent");
    assert_int_equal(test_svc(self, 0x15, 0, H(0x1000), 0x2000, 0), 0);
    uint64_t handle = self->state.x[1], base, size;
    assert_page(H(0x1000), 5, 0, 1);
    assert_int_equal(test_svc(self, 0x15, 0, H(0x1000), 0x1000, 0), RESULT_INVALID_CURRENT_MEMORY);
    struct object *o = handle_get((uint32_t)handle, self);
    transfer_memory_range(o, &base, &size);
    assert_int_equal(base, H(0x1000));
    assert_int_equal(size, 0x2000);
    object_unref(o);

    assert_int_equal(test_svc(self, 0x51, handle, F(0), 0x1000, 0), RESULT_INVALID_SIZE);
    assert_int_equal(test_svc(self, 0x51, handle, F(0), 0x2000, 3), RESULT_INVALID_STATE);
    assert_int_equal(test_svc(self, 0x51, handle, F(0), 0x2000, 0), 0);
    assert_page(F(0), 0x0d, 3, 0);
    assert_string_equal((char *)F(0), "lent");
    strcpy((char *)F(0), "back");
    assert_int_equal(test_svc(self, 0x51, handle, F(0x10000), 0x2000, 0), RESULT_INVALID_STATE);
    assert_int_equal(test_svc(self, 0x52, handle, F(0x1000), 0x2000),
                     RESULT_INVALID_CURRENT_MEMORY);
    assert_int_equal(test_svc(self, 0x52, handle, F(0), 0x2000), 0);
    assert_int_equal(test_svc(self, 0x16, handle), 0);
    assert_page(H(0x1000), 5, 3, 0);
    assert_string_equal((char *)H(0x1000), "back");
}

static void transfer_memory_can_be_seen_twice(void **state) {
    (void)state;
    assert_int_equal(test_svc(self, 0x15, 0, H(0), 0x1000, 3), 0);
    uint64_t handle = self->state.x[1];
    assert_page(H(0), 5, 3, 1);
    assert_int_equal(test_svc(self, 0x51, handle, F(0), 0x1000, 3), 0);
    assert_page(F(0), 0x0e, 3, 0);
    test_set_word(F(0), 0x1234);
    assert_int_equal(test_word(H(0)), 0x1234);
    assert_int_equal(test_svc(self, 0x52, handle, F(0), 0x1000), 0);
    assert_int_equal(test_svc(self, 0x16, handle), 0);
}

static void code_memory_is_written_here_and_run_there(void **state) {
    (void)state;
    enum { MAP, MAP_TO_OWNER, UNMAP, UNMAP_FROM_OWNER };
    strcpy((char *)H(0), "source");
    assert_int_equal(test_svc(self, 0x4b, 0, H(0), 0x1000), 0);
    uint64_t handle = self->state.x[1];
    assert_page(H(0), 5, 0, 1);
    assert_int_equal(test_svc(self, 0x4c, handle, 4, F(0), 0x1000, 3), RESULT_INVALID_ENUM);
    assert_int_equal(test_svc(self, 0x4c, handle, MAP, F(0), 0x1000, 1),
                     RESULT_INVALID_NEW_PERMISSION);
    assert_int_equal(test_svc(self, 0x4c, handle, MAP, F(0), 0x2000, 3), RESULT_INVALID_SIZE);
    assert_int_equal(test_svc(self, 0x4c, handle, MAP, F(0), 0x1000, 3), 0);
    assert_int_equal(test_svc(self, 0x4c, handle, MAP, F(0x4000), 0x1000, 3), RESULT_INVALID_STATE);
    assert_int_equal(test_svc(self, 0x4c, handle, MAP_TO_OWNER, F(0x2000), 0x1000, 5), 0);
    assert_page(F(0), 0x15, 3, 0);
    assert_page(F(0x2000), 0x14, 5, 0);
    assert_int_equal(test_word(F(0)), 0xffffffff);
    test_set_word(F(0), 0xd65f03c0);
    assert_int_equal(test_word(F(0x2000)), 0xd65f03c0);
    assert_int_equal(test_svc(self, 0x4c, handle, UNMAP, F(0), 0x1000, 0), 0);
    assert_int_equal(test_svc(self, 0x4c, handle, UNMAP_FROM_OWNER, F(0x2000), 0x1000, 0), 0);
    assert_int_equal(test_svc(self, 0x16, handle), 0);
    assert_page(H(0), 5, 3, 0);
    assert_int_equal(test_word(H(0)), 0xd65f03c0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        KERNEL_TEST(a_service_and_the_guest_see_the_same_memory),
        KERNEL_TEST(shared_memory_keeps_its_permissions),
        KERNEL_TEST(transfer_memory_is_lent_and_returned),
        KERNEL_TEST(transfer_memory_can_be_seen_twice),
        KERNEL_TEST(code_memory_is_written_here_and_run_there),
    };
    return cmocka_run_group_tests(tests, test_kernel_begin, NULL);
}
