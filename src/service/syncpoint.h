/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_SERVICE_SYNCPOINT_H
#define WINDLASS_SERVICE_SYNCPOINT_H

#include <stdbool.h>
#include <stdint.h>

/* host1x syncpoints: counters that only go up and wrap. A threshold is reached when the signed
 * difference is not negative. */

#define SYNCPOINTS 192u

bool syncpoint_valid(uint32_t id);
uint32_t syncpoint_read(uint32_t id);
/* Adds one and wakes whoever waits. */
void syncpoint_increment(uint32_t id);
bool syncpoint_reached(uint32_t id, uint32_t threshold);
/* Waits until reached, at most timeout_us (< 0: for ever, or until `cancelled` says so). */
bool syncpoint_wait(uint32_t id, uint32_t threshold, int32_t timeout_us, bool (*cancelled)(void));
/* Called after each increment, outside the lock; one listener (the control device's events). */
void syncpoint_on_increment(void (*call)(uint32_t id));

#endif
