/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_KERNEL_WATCHDOG_H
#define WINDLASS_KERNEL_WATCHDOG_H

/* Says on stderr what every thread waits for when all of them have waited, for ever as far as they
 * say, for this long: once, and once more when something has run in between. Says "deadlock" where
 * threads wait for each other. 0: never. Before the guest starts. */
void watchdog_start(unsigned seconds);

#endif
