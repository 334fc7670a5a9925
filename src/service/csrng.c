/* SPDX-License-Identifier: MIT */
#include "host/random.h"
#include "service/answers.h"
#include "service/ports.h"

/* csrng: random bytes, from the host. */

#define NO_ENTROPY RESULT(26, 101)

static result generate_random_bytes(struct call *c) {
    struct buffer b = call_buffer_out(c, 0);
    return random_bytes(b.data, b.size) ? 0 : NO_ENTROPY;
}

static const struct command commands[] = {
    SERVED(0, "GenerateRandomBytes", generate_random_bytes, 0, 0),
};
static const struct interface root = INTERFACE("IRandomInterface", commands, NULL);

const struct port port_csrng = {.name = "csrng", .root = &root};
