/* SPDX-License-Identifier: MIT */
#include "service/test_support.h"

#include <string.h>

/* What holds for every command table, whoever wrote it. */

/* Room for raw output in a domain's reply that also carries a handle or two. */
#define OUT_MAX (IPC_MESSAGE_BYTES - 0x20 - 0x20)

static const struct interface *seen[256];
static size_t seen_count;

static void check_interface(const struct interface *interface) {
    for (size_t i = 0; i < seen_count; i++)
        if (seen[i] == interface)
            return;
    assert_true(seen_count < 256);
    seen[seen_count++] = interface;
    assert_non_null(interface->name);
    for (size_t i = 0; i < interface->command_count; i++) {
        const struct command *c = &interface->commands[i];
        if (!c->call || !c->name || !c->name[0] || c->out_size > OUT_MAX)
            fail_msg("%s command %u: no handler, no name, or too much output", interface->name,
                     c->id);
        for (size_t k = 0; k < i; k++)
            if (interface->commands[k].id == c->id)
                fail_msg("%s command %u stands twice", interface->name, c->id);
    }
    for (const struct interface *const *o = interface->opens; o && *o; o++)
        check_interface(*o);
}

static void tables_are_sound(void **state) {
    (void)state;
    for (size_t i = 0; i < service_port_count; i++)
        check_interface(service_ports[i]->root);
    assert_true(seen_count > service_port_count);
}

static void port_names_are_unique_and_fit(void **state) {
    (void)state;
    for (size_t i = 0; i < service_port_count; i++) {
        size_t length = strlen(service_ports[i]->name);
        assert_true(length >= 1 && length <= 8);
        for (size_t k = 0; k < i; k++)
            assert_string_not_equal(service_ports[i]->name, service_ports[k]->name);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_are_sound),
        cmocka_unit_test(port_names_are_unique_and_fit),
    };
    return cmocka_run_group_tests_name("tables", tests, NULL, NULL);
}
