/* SPDX-License-Identifier: MIT */
#include "gpu/shader/translation_file.h"

#include "gpu/shader/record.h"

#include "base/memory.h"
#include "base/reader.h"

#include <mbedtls/sha256.h>
#include <string.h>

enum {
    MAGIC = 0x4c505357, /* "WSPL" */
    VERSION = 1,
    SPIRV_MAGIC = 0x07230203,
    SPIRV_HEAD = 5, /* words */
    HASH_SIZE = 32,
    HEAD_SIZE = 8 + HASH_SIZE,
};

struct list {
    const struct record *record;
    size_t count, size;
    void *first;
};

static void lists_of(struct shader_contract *c, struct list lists[3]) {
    lists[0] = (struct list){&record_storage, c->storage_count, sizeof *c->storage, c->storage};
    lists[1] = (struct list){&record_texture, c->texture_count, sizeof *c->textures, c->textures};
    lists[2] = (struct list){&record_image, c->image_count, sizeof *c->images, c->images};
}

static bool hash_of(const void *bytes, size_t size, uint8_t out[HASH_SIZE], struct error *error) {
    return mbedtls_sha256_ret(bytes, size, out, 0) == 0 ||
           error_set(error, ERROR_LIMIT, "SHA-256 failed");
}

static void add_word(struct strbuf *out, uint32_t word) {
    strbuf_add_bytes(out, &word, sizeof word);
}

bool translation_write(const struct shader_translation *t, struct strbuf *out,
                       struct error *error) {
    struct shader_contract contract = t->contract;
    struct strbuf body = {0};
    struct list lists[3];
    uint8_t hash[HASH_SIZE];
    record_write(&record_contract, &contract, &body);
    lists_of(&contract, lists);
    for (unsigned i = 0; i < 3; i++)
        for (size_t k = 0; k < lists[i].count; k++)
            record_write(lists[i].record, (uint8_t *)lists[i].first + k * lists[i].size, &body);
    add_word(&body, (uint32_t)t->count);
    strbuf_add_bytes(&body, t->words, t->count * sizeof *t->words);
    const bool ok = hash_of(body.text, body.length, hash, error);
    if (ok) {
        add_word(out, MAGIC);
        add_word(out, VERSION);
        strbuf_add_bytes(out, hash, sizeof hash);
        strbuf_add_bytes(out, body.text, body.length);
    }
    strbuf_free(&body);
    return ok;
}

/* What is in front of the contract; false: the rest is not what was written. */
static bool check_head(const uint8_t *bytes, size_t size, struct error *error) {
    uint32_t head[2];
    uint8_t hash[HASH_SIZE];
    if (size > TRANSLATION_LIMIT)
        return error_set(error, ERROR_LIMIT, "a translation of %zu bytes", size);
    if (size < HEAD_SIZE)
        return error_set(error, ERROR_FORMAT, "a translation ends after %zu bytes", size);
    memcpy(head, bytes, sizeof head);
    if (head[0] != MAGIC)
        return error_set(error, ERROR_FORMAT, "no translation: it begins with 0x%08x", head[0]);
    if (head[1] != VERSION)
        return error_set(error, ERROR_UNSUPPORTED,
                         "a translation of version %u; this is version %d: make it again", head[1],
                         VERSION);
    if (!hash_of(bytes + HEAD_SIZE, size - HEAD_SIZE, hash, error))
        return false;
    return memcmp(hash, bytes + sizeof head, sizeof hash) == 0 ||
           error_set(error, ERROR_FORMAT, "a damaged translation: its hash is another one");
}

static void read_module(struct reader *r, struct shader_translation *out) {
    const size_t at = r->at, count = reader_u32(r, "words");
    if (r->failed)
        return;
    if (count < SPIRV_HEAD || reader_left(r) != count * sizeof *out->words) {
        reader_fail(r, at, "words", "%zu words in %zu bytes", count, reader_left(r));
        return;
    }
    out->count = count;
    out->words = NEW_ARRAY(uint32_t, count);
    reader_copy(r, out->words, count * sizeof *out->words, "words");
    if (out->words[0] != SPIRV_MAGIC)
        reader_fail(r, at, "words", "they begin with 0x%08x, which is no SPIR-V", out->words[0]);
}

bool translation_read(const uint8_t *bytes, size_t size, struct shader_translation *out,
                      struct error *error) {
    struct reader r;
    struct list lists[3];
    *out = (struct shader_translation){0};
    if (!check_head(bytes, size, error))
        return false;
    reader_init(&r, bytes, size, "translation", error);
    reader_seek(&r, HEAD_SIZE, "contract");
    record_read(&record_contract, &r, &out->contract);
    lists_of(&out->contract, lists);
    for (unsigned i = 0; i < 3; i++)
        for (size_t k = 0; k < lists[i].count && !r.failed; k++)
            record_read(lists[i].record, &r, (uint8_t *)lists[i].first + k * lists[i].size);
    read_module(&r, out);
    if (reader_ok(&r))
        return true;
    shader_translation_free(out);
    return false;
}
