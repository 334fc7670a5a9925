/* SPDX-License-Identifier: MIT */
#include "host/input.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Input scripts: anything is played or refused with a line number. */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = malloc(size + 1);
    memcpy(text, data, size);
    text[size] = 0;
    struct error e = {0};
    if (input_parse_script(text, "script", &e)) {
        input_script_frame(100);
        input_script_frame(UINT64_MAX);
    } else if (strncmp(e.text, "script:", 7)) {
        abort();
    }
    struct input_state s;
    input_sample(&s);
    free(text);
    return 0;
}
