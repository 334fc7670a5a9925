/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_ENGINE_ENGINES_H
#define WINDLASS_GPU_ENGINE_ENGINES_H

#include "gpu/engine/shared.h"

#include "base/reader.h"
#include "base/strbuf.h"

/* All engines of a channel, by class: 3D, compute, inline, 2D, copy. */

struct engines;

struct engines *engines_new(const struct engine_shared *shared);
void engines_free(struct engines *e);
/* A method from 0x40 on of the class that is bound to a subchannel (SET_OBJECT and the methods
 * below are the host's). Fails as three_method does, and where no engine has the class. */
MUST_CHECK bool engines_method(struct engines *e, unsigned class, unsigned method, uint32_t data,
                               unsigned left, struct error *error);
/* Words in a row for one method: how many of them the engine has taken at once, all or none; a
 * failure is told by what comes behind. */
size_t engines_words(struct engines *e, unsigned class, unsigned method, const uint32_t *words,
                     size_t count);
/* Before the host acts (semaphores, syncpoints), before a submission ends. */
MUST_CHECK bool engines_flush(struct engines *e, struct error *error);

/* All registers, for captures; what waits has been flushed. Loading marks everything as changed. */
void engines_save(struct engines *e, struct strbuf *out);
MUST_CHECK bool engines_load(struct engines *e, struct reader *r);

#endif
