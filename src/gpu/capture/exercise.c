/* SPDX-License-Identifier: MIT */
#include "gpu/capture/exercise.h"

#include "gpu/capture/file.h"
#include "gpu/capture/replay.h"
#include "gpu/capture/teller.h"
#include "gpu/channel/channel.h"
#include "gpu/channel/exercise.h"
#include "gpu/engine/noting.h"

#include <string.h>

static void add_record(struct strbuf *out, uint32_t kind, const struct strbuf *body) {
    const uint32_t head[2] = {kind, 0};
    const uint64_t size = body->length;
    strbuf_add_bytes(out, head, sizeof head);
    strbuf_add_bytes(out, &size, sizeof size);
    strbuf_add_bytes(out, body->text, body->length);
}

static uint32_t read_syncpoint(void *context, uint32_t id) {
    (void)context;
    (void)id;
    return 0;
}

/* The state of a channel that has done nothing. */
static void add_channel(struct strbuf *out) {
    const struct gpu_owner owner = {.syncpoint_read = read_syncpoint};
    static _Alignas(PAGE_TABLE_PAGE) uint8_t page[PAGE_TABLE_PAGE];
    struct noting n;
    struct strbuf body = {0};
    noting_init(&n, 0, page, sizeof page);
    const struct channel_owner channel_owner = {
        .renderer = &n.renderer, .owner = &owner, .unknown = n.shared.unknown};
    struct gpu_channel *channel = channel_new(&channel_owner, 0);
    strbuf_add_bytes(&body, (const uint32_t[]){0, 0}, 8);
    channel_save(channel, &body);
    add_record(out, CAPTURE_CHANNEL, &body);
    channel_free(channel);
    noting_free(&n);
    strbuf_free(&body);
}

enum { PAGES = 160, BASE = 0x10000000, AGAIN = 0x20000000 };

static void add_memory(struct strbuf *out, const struct command_writer *words) {
    struct strbuf body = {0};
    static const uint64_t places[] = {BASE, AGAIN};
    for (unsigned i = 0; i < 2; i++) {
        strbuf_add_bytes(&body, (const uint32_t[]){0, PAGES}, 8);
        strbuf_add_bytes(&body, (const uint64_t[]){places[i], 1000}, 16);
        add_record(out, CAPTURE_MAP, &body);
        strbuf_clear(&body);
    }
    uint8_t page[PAGE_TABLE_PAGE] = {0};
    memcpy(page, words->words, words->count * 4);
    strbuf_add_bytes(&body, (const uint64_t[]){1000}, 8);
    strbuf_add_bytes(&body, page, sizeof page);
    add_record(out, CAPTURE_PAGE, &body);
    strbuf_free(&body);
}

void capture_sample(unsigned which, struct strbuf *out) {
    struct command_writer words = {0};
    struct strbuf body = {0};
    stream_sample(which, &words);
    const uint64_t entry =
        gpfifo_encode((struct gpfifo_entry){.address = BASE, .words = (uint32_t)words.count});
    strbuf_add(out, CAPTURE_MAGIC);
    strbuf_add_bytes(out, (const uint32_t[]){CAPTURE_VERSION}, 4);
    add_record(out, CAPTURE_NEXT, &body);
    add_channel(out);
    strbuf_add_bytes(&body, (const uint32_t[]){0, 0, 1, 1}, 16);
    strbuf_add_bytes(&body, &entry, 8);
    add_record(out, CAPTURE_SUBMISSION, &body);
    add_memory(out, &words);
    command_writer_free(&words);
    strbuf_free(&body);
}

bool exercise_capture(const uint8_t *bytes, size_t size) {
    const struct blob file = {(uint8_t *)(uintptr_t)bytes, size};
    struct error error;
    struct teller teller;
    teller_init(&teller, NULL, NULL, 0);
    exercise_silently();
    const struct replay_options options = {.renderer = &teller.renderer};
    return replay_run(&file, &options, &error);
}
