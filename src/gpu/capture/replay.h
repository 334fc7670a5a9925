/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_CAPTURE_REPLAY_H
#define WINDLASS_GPU_CAPTURE_REPLAY_H

#include "base/file.h"
#include "gpu/renderer.h"

/* Executes a capture again. */

struct replay_options {
    const struct renderer *renderer; /* stays the caller's */
    /* Each method before it is executed; may be NULL. */
    void (*method)(void *context, unsigned subchannel, unsigned class, unsigned method,
                   uint32_t data, unsigned left);
    void (*submission)(void *context, uint32_t channel, uint32_t entries); /* may be NULL */
    bool (*ends)(void *context); /* asked between submissions; may be NULL */
    /* Behind the last one, while memory is still there; may be NULL. */
    void (*done)(void *context);
    void *context;
};

/* Fails where the file is malformed. What a channel could not do is in the log. */
MUST_CHECK bool replay_run(const struct blob *file, const struct replay_options *options,
                           struct error *error);

#endif
