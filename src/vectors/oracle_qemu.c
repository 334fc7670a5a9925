/* SPDX-License-Identifier: MIT */
/* windlass-oracle-qemu: reads vectors without what they want from its input and writes them as
 * qemu-aarch64 completes them. A case that does not end well is left out, with a line on stderr. */
#include "vectors/oracle_qemu.h"

#include "base/memory.h"
#include "vectors/make.h"

#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

_Static_assert(ORACLE_CODE == VECTORS_CODE && ORACLE_PAGE == GUEST_PAGE &&
                   (int)ORACLE_WORDS == VECTORS_WORDS && (int)ORACLE_PAGES == VECTORS_PAGES,
               "both sides agree about the format's bounds");

static void put_state(const struct a64_state *s, struct oracle_state *out) {
    *out = (struct oracle_state){.sp = s->sp, .pc = s->pc, .fpcr = s->fpcr, .fpsr = s->fpsr};
    memcpy(out->x, s->x, sizeof out->x);
    memcpy(out->v, s->q, sizeof out->v);
    out->nzcv = (uint32_t)vector_get(s, VECTOR_NZCV).low;
}

static void take_state(const struct oracle_state *s, struct a64_state *out) {
    *out = (struct a64_state){.sp = s->sp, .pc = s->pc, .fpcr = s->fpcr, .fpsr = s->fpsr};
    memcpy(out->x, s->x, sizeof s->x);
    memcpy(out->q, s->v, sizeof s->v);
    vector_put(out, &(struct vector_value){VECTOR_NZCV, s->nzcv, 0});
}

static void add_question(const struct vectors *v, const struct vector_case *c, struct strbuf *out) {
    struct oracle_question q = {.words = c->code.count};
    struct a64_state start;
    uint64_t pages[VECTORS_PAGES];
    uint8_t page[GUEST_PAGE];
    q.pages = (uint32_t)vector_pages(v, c, pages);
    vector_start(v, c, &start);
    put_state(&start, &q.before);
    strbuf_add_bytes(out, &q, sizeof q);
    strbuf_add_bytes(out, vector_code(v, c), 4 * (size_t)q.words);
    for (uint32_t i = 0; i < q.pages; i++) {
        vector_page(v, c, pages[i], page);
        strbuf_add_bytes(out, &pages[i], sizeof pages[i]);
        strbuf_add_bytes(out, page, sizeof page);
    }
}

/* Takes the answer to the case off the bytes; false where they end. */
static bool take_answer(const struct vectors *v, const struct vector_case *c,
                        const struct strbuf *answers, size_t *at, struct strbuf *out) {
    struct oracle_state answer;
    struct a64_state before, after;
    uint64_t pages[VECTORS_PAGES];
    const size_t memory = vector_pages(v, c, pages) * GUEST_PAGE;
    if (answers->length - *at < sizeof answer + memory)
        return false;
    memcpy(&answer, answers->text + *at, sizeof answer);
    const uint8_t *memory_after = (const uint8_t *)answers->text + *at + sizeof answer;
    *at += sizeof answer + memory;
    if (!answer.done) {
        fprintf(stderr, "windlass-oracle-qemu: %s is left out: it stops at %llx\n",
                vector_name(v, c), (unsigned long long)answer.pc);
        return true;
    }
    vector_start(v, c, &before);
    take_state(&answer, &after);
    vector_print(v, c, out);
    vector_print_want(v, c, &before, &after, memory_after, out);
    return true;
}

/* The other half lies beside this program. */
static char *command(void) {
    char self[4096] = "";
    if (readlink("/proc/self/exe", self, sizeof self - 1) < 0)
        self[0] = '\0';
    return memory_format("exec qemu-aarch64 -cpu cortex-a57 '%s/oracle-qemu-guest'", dirname(self));
}

static bool complete_all(const struct vectors *v, struct strbuf *out, struct error *error) {
    struct strbuf questions = {0}, answers = {0};
    size_t at = 0;
    for (size_t i = 0; i < v->count; i++)
        add_question(v, &v->cases[i], &questions);
    char *qemu = command();
    bool ok = vectors_pipe(qemu, &questions, &answers, error);
    for (size_t i = 0; ok && i < v->count; i++)
        ok = take_answer(v, &v->cases[i], &answers, &at, out) ||
             error_set(error, ERROR_TOOL, "qemu-aarch64 gave no answer to %s",
                       vector_name(v, &v->cases[i]));
    free(qemu);
    strbuf_free(&questions);
    strbuf_free(&answers);
    return ok;
}

int main(void) {
    struct vectors v;
    struct error error = {0};
    struct strbuf out = {0};
    bool ok = vectors_open("-", &v, &error) && complete_all(&v, &out, &error);
    if (ok && (fwrite(out.text ? out.text : "", 1, out.length, stdout) != out.length ||
               fflush(stdout) != 0))
        ok = error_set(&error, ERROR_IO, "standard output: cannot be written");
    if (!ok)
        fprintf(stderr, "windlass-oracle-qemu: %s\n", error.text);
    strbuf_free(&out);
    vectors_close(&v);
    return !ok;
}
