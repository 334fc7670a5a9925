/* SPDX-License-Identifier: MIT */
#include "deko3d/queue/queue.h"

enum { MOST_DEPTH = 1000 }; /* of lists that call each other */

/* Goes through the steps; returns where it goes on, NULL at the end. */
static const struct control *step(DkQueue q, const struct control *c, unsigned depth) {
    switch ((enum control_kind)c->kind) {
    case CONTROL_RETURN:
        return NULL;
    case CONTROL_JUMP:
        return c->target;
    case CONTROL_CALL:
        queue_walk(q, c->target, depth + 1);
        return c + 1;
    case CONTROL_ENTRY:
        queue_drain(q);
        queue_append(q, c);
        return c + 1;
    case CONTROL_WAIT_FENCE:
        queue_wait(q, c->fence, "dkQueueSubmitCommands");
        return c + 1;
    case CONTROL_SIGNAL_FENCE:
        queue_signal(q, c->fence, c->flags != 0, "dkQueueSubmitCommands");
        return c + 1;
    case CONTROL_COMPUTE_SHADER:
        compute_step(q, c);
        return c + 1 + c->value; /* the shader lies behind it */
    case CONTROL_COMPUTE_BUFFER:
    case CONTROL_COMPUTE_HANDLE:
    case CONTROL_DISPATCH:
    case CONTROL_DISPATCH_INDIRECT:
        compute_step(q, c);
        return c + 1;
    }
    dk_raise(q->device, "dkQueueSubmitCommands", DkResult_BadInput,
             "this is no command list, or its command buffer was cleared");
}

void queue_walk(DkQueue q, const struct control *list, unsigned depth) {
    if (depth > MOST_DEPTH)
        dk_raise(q->device, "dkQueueSubmitCommands", DkResult_BadState,
                 "command lists call each other too deeply");
    while (list)
        list = step(q, list, depth);
}
