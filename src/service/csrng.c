/* SPDX-License-Identifier: MIT */
#include "service/answers.h"
#include "service/ports.h"

#include <errno.h>
#include <sys/random.h>

/* csrng: random bytes, from the host. */

#define NO_ENTROPY RESULT(26, 101)

static result generate_random_bytes(struct call *c) {
    struct buffer b = call_buffer_out(c, 0);
    for (size_t done = 0; done < b.size;) {
        ssize_t n = getrandom(b.data + done, b.size - done, 0);
        if (n < 0 && errno != EINTR)
            return NO_ENTROPY;
        done += n > 0 ? (size_t)n : 0;
    }
    return 0;
}

static const struct command commands[] = {
    SERVED(0, "GenerateRandomBytes", generate_random_bytes, 0, 0),
};
static const struct interface root = INTERFACE("IRandomInterface", commands, NULL);

const struct port port_csrng = {.name = "csrng", .root = &root};
