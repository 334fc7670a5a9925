/* SPDX-License-Identifier: MIT */
#include "service/answers.h"

#include "service/call.h"

#include <string.h>

result answer_fixed(struct call *c) {
    size_t size = c->command->out_size;
    memcpy(call_out(c), &c->command->value, size < 8 ? size : 8);
    return 0;
}

result answer_absent(struct call *c) {
    return (result)c->command->value;
}

static result answer_event(struct call *c, bool signalled) {
    struct event *e = event_new(signalled);
    call_return_copy(c, event_readable(e));
    event_unref(e);
    return 0;
}

result answer_idle_event(struct call *c) {
    return answer_event(c, false);
}

result answer_signalled_event(struct call *c) {
    return answer_event(c, true);
}
