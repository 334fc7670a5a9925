/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/texture/texture_parts.h"

#include <string.h>

/* Programs draw with the same headers again and again: what a header led to, until images come or
 * go or the address space changes. A place for each hash, the newest wins. */

static uint32_t hash_of(const struct texture_seen *key) {
    const struct texture_header *h = &key->header;
    /* what headers of one program differ by */
    uint64_t hash = h->address * 0x9e3779b97f4a7c15;
    hash ^= ((uint64_t)h->format << 32 | h->source[0] << 20 | h->first_level << 16 | h->width) *
            0xc2b2ae3d27d4eb4f;
    hash ^= ((uint64_t)key->kind << 40 | key->asked << 8 | h->type) * 0x165667b19e3779f9;
    return (uint32_t)(hash >> 40) % TEXTURES_SEEN;
}

static bool same(const struct texture_seen *a, const struct texture_seen *b) {
    return a->pages == b->pages && a->page_generation == b->page_generation &&
           a->generation == b->generation && a->kind == b->kind && a->asked == b->asked &&
           texture_header_same(&a->header, &b->header);
}

void textures_seen_key(const struct textures *t, const struct page_table *pages,
                       const struct texture_header *header, enum seen_kind kind, uint32_t asked,
                       struct texture_seen *key) {
    memset(key, 0, sizeof *key);
    key->pages = pages;
    key->page_generation = page_table_generation(pages);
    key->generation = t->generation;
    key->kind = (uint8_t)kind;
    key->asked = asked;
    memcpy(&key->header, header, sizeof key->header);
}

const struct texture_seen *textures_seen(const struct textures *t, const struct texture_seen *key) {
    const struct texture_seen *have = &t->seen[hash_of(key)];
    return same(have, key) ? have : NULL;
}

void textures_see(struct textures *t, const struct texture_seen *seen) {
    struct texture_seen *to = &t->seen[hash_of(seen)];
    *to = *seen;
    to->generation = t->generation; /* finding it may have made the image */
}

/* ---- targets ---- */

static uint32_t place_of(const struct target *t) {
    const uint64_t hash = (t->address ^ (uint64_t)t->first_layer << 40 ^ (uint64_t)t->width << 48) *
                          0x9e3779b97f4a7c15;
    return (uint32_t)(hash >> 40) % TARGETS_SEEN;
}

void targets_seen_key(const struct textures *t, const struct page_table *pages,
                      const struct target *target, struct target_seen *key) {
    memset(key, 0, sizeof *key);
    key->pages = pages;
    key->page_generation = page_table_generation(pages);
    key->generation = t->generation;
    memcpy(&key->target, target, sizeof key->target);
}

const struct target_seen *targets_seen(const struct textures *t, const struct target_seen *key) {
    const struct target_seen *have = &t->targets[place_of(&key->target)];
    return have->pages == key->pages && have->page_generation == key->page_generation &&
                   have->generation == key->generation &&
                   !memcmp(&have->target, &key->target, sizeof key->target)
               ? have
               : NULL;
}

void targets_see(struct textures *t, const struct target_seen *seen) {
    struct target_seen *to = &t->targets[place_of(&seen->target)];
    *to = *seen;
    to->generation = t->generation;
}
