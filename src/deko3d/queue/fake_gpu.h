/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_DEKO3D_QUEUE_FAKE_GPU_H
#define WINDLASS_DEKO3D_QUEUE_FAKE_GPU_H

#include "deko3d/objects.h"
#include "gpu/command/words.h"

#include <setjmp.h>

/* For tests of queues: what they stand on, with a GPU that executes nothing until somebody waits
 * for it, so that words which are overwritten too early are seen to be. It knows semaphores,
 * syncpoints and inline copies of the compute engine; the test gets every method. */

struct fake_options {
    bool eager;           /* submissions are executed at once */
    bool fails_to_submit; /* the next submissions are refused, and the channel has failed */
    bool loses;           /* they are taken, and the channel fails with them */
    /* Every method, before it has an effect. */
    command_sink *method;
    void *context;
};
extern struct fake_options fake;

/* Counts since the device was made. */
extern unsigned fake_submissions, fake_entries, fake_most_entries, fake_warnings;

DkDevice fake_device(void);
void fake_device_free(DkDevice d);
/* Executes all that can be. */
void fake_run(void);
/* The syncpoint of a queue's channel, and what it was promised to reach. */
uint32_t fake_syncpoint(uint32_t syncpoint);
uint32_t fake_promised(uint32_t syncpoint);
void *fake_memory(DkGpuAddr address, size_t size);

extern jmp_buf fake_raised_to;
extern bool fake_expects_raise;
extern DkResult fake_raised;

#define assert_raises(result, call)                                                                \
    do {                                                                                           \
        fake_raised = DkResult_Success;                                                            \
        fake_expects_raise = true;                                                                 \
        if (!setjmp(fake_raised_to)) {                                                             \
            call;                                                                                  \
            fail_msg("nothing was raised");                                                        \
        }                                                                                          \
        fake_expects_raise = false;                                                                \
        assert_int_equal(fake_raised, result);                                                     \
    } while (0)

#endif
