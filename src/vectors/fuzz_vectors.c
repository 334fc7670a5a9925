/* SPDX-License-Identifier: MIT */
#include "vectors/vectors.h"

#include <stdlib.h>
#include <string.h>

/* Any bytes as a file of vectors. What is taken must print as something that is read as the same.
 */

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void print_all(const struct vectors *v, struct strbuf *out) {
    for (size_t i = 0; i < v->count; i++) {
        vector_print(v, &v->cases[i], out);
        if (v->cases[i].complete)
            vector_print_given(v, &v->cases[i], out);
        else
            strbuf_add(out, "\n");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    struct vectors v, again;
    struct error error;
    struct strbuf text = {0}, text_again = {0};
    if (!vectors_parse("fuzz", (const char *)bytes, size, &v, &error))
        return 0;
    strbuf_add(&text, "");
    strbuf_add(&text_again, "");
    print_all(&v, &text);
    if (!vectors_parse("printed", text.text, text.length, &again, &error))
        abort();
    print_all(&again, &text_again);
    if (strcmp(text.text, text_again.text) != 0 || v.count != again.count)
        abort();
    strbuf_free(&text);
    strbuf_free(&text_again);
    vectors_close(&v);
    vectors_close(&again);
    return 0;
}
