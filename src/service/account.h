/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_SERVICE_ACCOUNT_H
#define WINDLASS_SERVICE_ACCOUNT_H

#include <stdint.h>

/* The one user of the machine. */
struct account_uid {
    uint64_t words[2];
};
extern const struct account_uid account_user;

#endif
