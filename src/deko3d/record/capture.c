/* SPDX-License-Identifier: MIT */
#include "deko3d/record.h"

#include "deko3d/record/control_list.h"

#include <string.h>

/* Words go to the program's own memory. What was recorded before is gone, and so is the command
 * memory: the program adds some again afterwards. */
void dkCmdBufBeginCaptureCmds(DkCmdBuf b, uint32_t *storage, uint32_t max_words) {
    DK_CHECK_POINTER(b->device, storage);
    DK_CHECK_INPUT(b->device, max_words != 0, "max_words must not be 0");
    DK_CHECK_STATE(b->device, !b->capturing, "commands are captured already");
    control_list_clear(&b->control);
    b->capturing = true;
    b->piece = NULL;
    b->first = b->next = storage;
    b->end = storage + max_words;
}

uint32_t dkCmdBufEndCaptureCmds(DkCmdBuf b) {
    DK_CHECK_STATE(b->device, b->capturing, "no commands are captured");
    const uint32_t words = (uint32_t)(b->next - b->first);
    b->capturing = false;
    b->first = b->next = b->end = NULL;
    return words;
}

void dkCmdBufReplayCmds(DkCmdBuf b, const uint32_t *words, uint32_t num_words) {
    DK_CHECK_ARRAY(b->device, words, num_words);
    if (!num_words)
        return;
    uint32_t *w = record_begin(b, num_words, __func__);
    memcpy(w, words, num_words * sizeof *w);
    record_end(b, w + num_words);
}
