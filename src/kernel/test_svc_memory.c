/* SPDX-License-Identifier: MIT */
#include "core/memory.h"
#include "kernel/process.h"
#include "kernel/results.h"
#include "kernel/space.h"
#include "kernel/test_support.h"

#include <string.h>

/* Memory SVCs through the dispatcher. H is an address in the heap, S in the stack region, F in the
 * region for free mappings. */

#define H(offset) (test_heap() + (offset))
#define S(offset) (guest_layout.stack.base + (offset))
#define F(offset) (guest_layout.tls.base + guest_layout.tls.size + (offset))

struct info {
    uint64_t base, size;
    uint32_t type, attribute, perm, ipc, device, padding;
};

/* Through a place in the thread-local region, so that no test's memory changes. */
static struct info query(uint64_t address) {
    struct info i;
    assert_int_equal(test_svc(self, 0x06, self->tls, 0, address), 0);
    memcpy(&i, (void *)self->tls, sizeof i);
    return i;
}

static void assert_block(uint64_t address, uint64_t base, uint64_t size, uint32_t type,
                         uint32_t perm, uint32_t attribute) {
    struct info i = query(address);
    assert_int_equal(i.base, base);
    assert_int_equal(i.size, size);
    assert_int_equal(i.type, type);
    assert_int_equal(i.perm, perm);
    assert_int_equal(i.attribute, attribute);
}

struct bad_call {
    uint32_t number;
    uint64_t in[5];
    result expected;
};

static void assert_refused(const struct bad_call *calls, size_t n) {
    for (size_t i = 0; i < n; i++) {
        const struct bad_call *c = &calls[i];
        uint64_t in[8] = {0};
        memcpy(in, c->in, sizeof c->in);
        uint64_t got = test_svc_array(self, c->number, in);
        if (got != c->expected)
            fail_msg("case %zu, svc 0x%02x: 0x%llx instead of 0x%x", i, c->number,
                     (unsigned long long)got, c->expected);
    }
}
#define ASSERT_REFUSED(calls) assert_refused((calls), sizeof(calls) / sizeof *(calls))

#define MIB2 0x200000ull
#define WRAP 0xfffffffffffff000ull

static void arguments_are_checked(void **state) {
    (void)state;
    const struct bad_call calls[] = {
        {0x01, {0, 0x1000}, RESULT_INVALID_SIZE},
        {0x01, {0, 8ull << 30}, RESULT_INVALID_SIZE},
        {0x01, {0, 128ull << 20}, RESULT_LIMIT_REACHED},
        {0x02, {H(1), 0x1000, 1}, RESULT_INVALID_ADDRESS},
        {0x02, {H(0), 0, 1}, RESULT_INVALID_SIZE},
        {0x02, {H(0), 0x1001, 1}, RESULT_INVALID_SIZE},
        {0x02, {H(0), WRAP, 1}, RESULT_INVALID_CURRENT_MEMORY},
        {0x02, {GUEST_END, 0x1000, 1}, RESULT_INVALID_CURRENT_MEMORY},
        {0x02, {H(0), 0x1000, 2}, RESULT_INVALID_NEW_PERMISSION},
        {0x02, {H(0), 0x1000, 5}, RESULT_INVALID_NEW_PERMISSION},
        {0x02, {F(0), 0x1000, 1}, RESULT_INVALID_CURRENT_MEMORY},
        {0x02, {H(0), TEST_HEAP_BYTES + 0x1000, 1}, RESULT_INVALID_CURRENT_MEMORY},
        {0x03, {H(1), 0x1000, 8, 8}, RESULT_INVALID_ADDRESS},
        {0x03, {H(0), 0, 8, 8}, RESULT_INVALID_SIZE},
        {0x03, {H(0), 0x1000, 0, 8}, RESULT_INVALID_COMBINATION},
        {0x03, {H(0), 0x1000, 1, 1}, RESULT_INVALID_COMBINATION},
        {0x03, {H(0), 0x1000, 0x10, 0}, RESULT_INVALID_COMBINATION},
        {0x03, {H(0), 0x1000, 0x10, 0x10}, RESULT_INVALID_CURRENT_MEMORY},
        {0x03, {F(0), 0x1000, 8, 8}, RESULT_INVALID_CURRENT_MEMORY},
        {0x04, {S(1), H(0), 0x1000}, RESULT_INVALID_ADDRESS},
        {0x04, {S(0), H(1), 0x1000}, RESULT_INVALID_ADDRESS},
        {0x04, {S(0), H(0), 0}, RESULT_INVALID_SIZE},
        {0x04, {S(0), H(0), 0x800}, RESULT_INVALID_SIZE},
        {0x04, {S(0), WRAP, 0x1000}, RESULT_INVALID_CURRENT_MEMORY},
        {0x04, {F(0), H(0), 0x1000}, RESULT_INVALID_MEMORY_REGION},
        {0x04, {S(0), F(0), 0x1000}, RESULT_INVALID_CURRENT_MEMORY},
        {0x05, {S(0), H(0), 0x1000}, RESULT_INVALID_CURRENT_MEMORY},
        {0x05, {F(0), H(0), 0x1000}, RESULT_INVALID_MEMORY_REGION},
        {0x2c, {H(1), 0x1000}, RESULT_INVALID_ADDRESS},
        {0x2c, {H(0), 0}, RESULT_INVALID_SIZE},
        {0x2c, {H(0), 0x1000}, RESULT_INVALID_STATE},
        {0x2d, {H(0), 0x1000}, RESULT_INVALID_STATE},
        {0x50, {0, 0x123, 3, 3}, RESULT_INVALID_SIZE},
        {0x50, {0, 0x1000, 2, 3}, RESULT_INVALID_NEW_PERMISSION},
        {0x50, {0, 0x1000, 3, 0}, RESULT_INVALID_NEW_PERMISSION},
        {0x13, {0x123, F(0), 0x1000, 3}, RESULT_INVALID_HANDLE},
        {0x13, {0x123, F(1), 0x1000, 3}, RESULT_INVALID_ADDRESS},
        {0x13, {0x123, F(0), 0x1000, 2}, RESULT_INVALID_NEW_PERMISSION},
        {0x15, {0, H(0), 0x1000, 2}, RESULT_INVALID_NEW_PERMISSION},
        {0x15, {0, H(0), 0x10, 0}, RESULT_INVALID_SIZE},
        {0x15, {0, F(0), 0x1000, 0}, RESULT_INVALID_CURRENT_MEMORY},
        {0x51, {0x123, F(0), 0x1000, 0}, RESULT_INVALID_HANDLE},
        {0x52, {0x123, F(0), 0x1000, 0}, RESULT_INVALID_HANDLE},
        {0x4b, {0, F(0), 0x1000}, RESULT_INVALID_CURRENT_MEMORY},
        {0x4c, {0x123, 0, F(0), 0x1000, 3}, RESULT_INVALID_HANDLE},
        {0x73, {0x123, H(0), 0x1000, 3}, RESULT_INVALID_HANDLE},
        {0x73, {0xffff8001, H(0), 0x1000, 7}, RESULT_INVALID_NEW_PERMISSION},
        {0x73, {0xffff8001, H(0), 0x1000, 5}, RESULT_INVALID_CURRENT_MEMORY},
        {0x77, {0xffff8001, F(0), F(0), 0x1000}, RESULT_INVALID_CURRENT_MEMORY},
        {0x77, {0xffff8001, H(0), H(0), 0x1000}, RESULT_INVALID_MEMORY_REGION},
        {0x78, {0xffff8001, F(0), H(0), 0x1000}, RESULT_INVALID_CURRENT_MEMORY},
        {0x06, {0x1000, 0, H(0)}, RESULT_INVALID_POINTER},
    };
    ASSERT_REFUSED(calls);
    assert_block(H(0), H(0), TEST_HEAP_BYTES, 5, 3, 0);
}

static void query_answers_every_address(void **state) {
    (void)state;
    assert_block(H(0x1234), H(0), TEST_HEAP_BYTES, 5, 3, 0);
    assert_block(self->tls, guest_layout.tls.base, query(self->tls).size, 0x0c, 3, 0);
    struct info i = query(0);
    assert_int_equal(i.type, 0);
    assert_int_equal(i.base, 0);
    const uint64_t beyond[] = {GUEST_END, GUEST_END + 0x123456, UINT64_MAX};
    for (int n = 0; n < 3; n++) {
        i = query(beyond[n]);
        assert_int_equal(i.base, GUEST_END);
        assert_int_equal(i.base + i.size, 0);
        assert_int_equal(i.type, 0x10);
        assert_int_equal(i.perm, 0);
    }
}

static void the_heap_grows_and_shrinks(void **state) {
    (void)state;
    memset((void *)H(0), 0xaa, 0x1000);
    assert_int_equal(test_svc(self, 0x01, 0, TEST_HEAP_BYTES + MIB2), 0);
    assert_int_equal(self->state.x[1], H(0));
    assert_block(H(0), H(0), TEST_HEAP_BYTES + MIB2, 5, 3, 0);
    assert_int_equal(*(uint8_t *)H(0), 0xaa);
    assert_int_equal(*(uint8_t *)H(TEST_HEAP_BYTES), 0);
    /* A tail that is not plain heap any more cannot go. */
    assert_int_equal(test_svc(self, 0x02, H(MIB2), 0x1000, 1), 0);
    assert_int_equal(test_svc(self, 0x01, 0, MIB2), RESULT_INVALID_CURRENT_MEMORY);
    assert_int_equal(test_svc(self, 0x02, H(MIB2), 0x1000, 3), 0);
    assert_int_equal(test_svc(self, 0x01, 0, MIB2), 0);
    assert_block(H(0), H(0), MIB2, 5, 3, 0);
    assert_int_equal(query(H(MIB2)).type, 0);
    assert_int_equal(test_svc(self, 0x01, 0, 0), 0);
    assert_int_equal(self->state.x[1], H(0));
    assert_int_equal(query(H(0)).type, 0);
}

static void permissions_split_blocks(void **state) {
    (void)state;
    assert_int_equal(test_svc(self, 0x02, H(0x3000), 0x2000, 1), 0);
    assert_block(H(0), H(0), 0x3000, 5, 3, 0);
    assert_block(H(0x4000), H(0x3000), 0x2000, 5, 1, 0);
    /* A range must have one permission throughout. */
    assert_int_equal(test_svc(self, 0x02, H(0x2000), 0x2000, 0), RESULT_INVALID_CURRENT_MEMORY);
    assert_int_equal(test_svc(self, 0x02, H(0x3000), 0x2000, 3), 0);
    assert_block(H(0x3000), H(0), TEST_HEAP_BYTES, 5, 3, 0);
}

static void attributes_show_and_forbid(void **state) {
    (void)state;
    assert_int_equal(test_svc(self, 0x03, H(0), 0x1000, 8, 8), 0);
    assert_block(H(0), H(0), 0x1000, 5, 3, 8);
    assert_int_equal(test_svc(self, 0x02, H(0), 0x1000, 1), RESULT_INVALID_CURRENT_MEMORY);
    assert_int_equal(test_svc(self, 0x03, H(0), 0x1000, 8, 0), 0);
    assert_block(H(0), H(0), TEST_HEAP_BYTES, 5, 3, 0);
    /* Permission lock, as libnx puts on its relocated constants. */
    struct error error;
    uint64_t data = F(0x100000);
    assert_true(space_map_fresh(data, 0x2000, SPACE_ALIAS_CODE_DATA, GUEST_RW, &error));
    assert_int_equal(test_svc(self, 0x02, data, 0x1000, 1), 0);
    assert_int_equal(test_svc(self, 0x03, data, 0x1000, 0x10, 0x10), 0);
    assert_block(data, data, 0x1000, 9, 1, 0x10);
    assert_int_equal(test_svc(self, 0x02, data, 0x1000, 3), RESULT_INVALID_CURRENT_MEMORY);
    assert_true(guest_unmap(data, 0x2000, &error));
}

/* Two devices see it: it stays until both have let go. */
static void what_a_device_sees_stays(void **state) {
    (void)state;
    const struct bad_call calls[] = {
        {0x02, {H(0x2000), 0x1000, 1}, RESULT_INVALID_CURRENT_MEMORY},
        {0x04, {S(0x10000), H(0x2000), 0x1000}, RESULT_INVALID_CURRENT_MEMORY},
    };
    assert_int_equal(space_device_map(H(0x2000), 0x2000), 0);
    assert_int_equal(space_device_map(H(0x2000), 0x1000), 0);
    assert_block(H(0x2000), H(0x2000), 0x1000, 5, 3, 4);
    assert_int_equal(query(H(0x2000)).device, 2);
    assert_int_equal(test_svc(self, 0x03, H(0x2000), 0x1000, 8, 8), 0);
    assert_int_equal(test_svc(self, 0x03, H(0x2000), 0x1000, 8, 0), 0);
    ASSERT_REFUSED(calls);
    space_device_unmap(H(0x2000), 0x2000);
    ASSERT_REFUSED(calls);
    space_device_unmap(H(0x2000), 0x1000);
    assert_block(H(0x2000), H(0), TEST_HEAP_BYTES, 5, 3, 0);
    assert_int_equal(test_svc(self, 0x02, H(0x2000), 0x1000, 1), 0);
    assert_int_equal(space_device_map(H(0x2000), 0x1000), RESULT_INVALID_CURRENT_MEMORY);
    assert_int_equal(test_svc(self, 0x02, H(0x2000), 0x1000, 3), 0);
    assert_int_equal(space_device_map(F(0x100000), 0x1000), RESULT_INVALID_CURRENT_MEMORY);
}

static void stacks_move_their_pages(void **state) {
    (void)state;
    strcpy((char *)H(0x2000), "stack");
    assert_int_equal(test_svc(self, 0x04, S(0x10000), H(0x2000), 0x3000), 0);
    assert_string_equal((char *)S(0x10000), "stack");
    assert_block(S(0x10000), S(0x10000), 0x3000, 0x0b, 3, 0);
    assert_block(H(0x2000), H(0x2000), 0x3000, 5, 0, 1);
    assert_false(process_memory_ok(H(0x2000), 1, GUEST_R));
    const struct bad_call calls[] = {
        {0x04, {S(0x20000), H(0x2000), 0x1000}, RESULT_INVALID_CURRENT_MEMORY},
        {0x04, {S(0x11000), H(0x8000), 0x1000}, RESULT_INVALID_CURRENT_MEMORY},
        {0x02, {H(0x2000), 0x1000, 3}, RESULT_INVALID_CURRENT_MEMORY},
        {0x05, {S(0x10000), H(0x3000), 0x1000}, RESULT_INVALID_MEMORY_REGION},
        {0x05, {S(0x10000), H(0x2000), 0x4000}, RESULT_INVALID_CURRENT_MEMORY},
    };
    ASSERT_REFUSED(calls);
    /* A part from the middle, then the rest. */
    strcpy((char *)S(0x11000), "middle");
    assert_int_equal(test_svc(self, 0x05, S(0x11000), H(0x3000), 0x1000), 0);
    assert_string_equal((char *)H(0x3000), "middle");
    assert_int_equal(query(S(0x11000)).type, 0);
    assert_int_equal(test_svc(self, 0x05, S(0x10000), H(0x2000), 0x1000), 0);
    assert_int_equal(test_svc(self, 0x05, S(0x12000), H(0x4000), 0x1000), 0);
    assert_string_equal((char *)H(0x2000), "stack");
    assert_block(H(0x2000), H(0), TEST_HEAP_BYTES, 5, 3, 0);
}

static void code_aliases_become_executable(void **state) {
    (void)state;
    const uint64_t process = 0xffff8001, code = F(0x200000);
    strcpy((char *)H(0x1000), "code");
    assert_int_equal(test_svc(self, 0x77, process, code, H(0x1000), 0x2000), 0);
    assert_block(code, code, 0x2000, 8, 0, 0);
    assert_block(H(0x1000), H(0x1000), 0x2000, 5, 0, 1);
    assert_int_equal(test_svc(self, 0x73, process, code, 0x1000, 5), 0);
    assert_block(code, code, 0x1000, 8, 5, 0);
    assert_string_equal((char *)code, "code");
    /* Code that becomes writable is data for good. */
    assert_int_equal(test_svc(self, 0x73, process, code + 0x1000, 0x1000, 3), 0);
    assert_block(code + 0x1000, code + 0x1000, 0x1000, 9, 3, 0);
    assert_int_equal(test_svc(self, 0x73, process, code + 0x1000, 0x1000, 5),
                     RESULT_INVALID_CURRENT_MEMORY);
    assert_int_equal(test_svc(self, 0x78, process, code, H(0x1000), 0x2000), 0);
    assert_block(H(0x1000), H(0), TEST_HEAP_BYTES, 5, 3, 0);
    assert_string_equal((char *)H(0x1000), "code");
    assert_int_equal(query(code).type, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        KERNEL_TEST(arguments_are_checked),      KERNEL_TEST(query_answers_every_address),
        KERNEL_TEST(the_heap_grows_and_shrinks), KERNEL_TEST(permissions_split_blocks),
        KERNEL_TEST(attributes_show_and_forbid), KERNEL_TEST(what_a_device_sees_stays),
        KERNEL_TEST(stacks_move_their_pages),    KERNEL_TEST(code_aliases_become_executable),
    };
    return cmocka_run_group_tests(tests, test_kernel_begin, NULL);
}
