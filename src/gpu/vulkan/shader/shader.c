/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/shader/shader.h"

#include "gpu/shader/join.h"
#include "gpu/vulkan/shader/handle_stamp.h"
#include "gpu/vulkan/shader/shader_facts.h"
#include "gpu/vulkan/shader/shader_key.h"
#include "gpu/vulkan/shader/shader_limits.h"
#include "gpu/vulkan/shader/shader_read.h"

#include "base/log.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 1024, CODE_SPREAD = 16 /* bytes: programs lie no closer */ };
/* What a program can make us keep; those that mean well have some thousands of each at most. */
enum { SPOTS_MOST = 1 << 13, PROGRAMS_MOST = 1 << 14, VARIANTS_MOST = 1 << 16 };

/* What was made of a program with a key. */
struct variant {
    struct shader_unit unit; /* no module: it cannot be made */
    struct shader_key key;   /* without what it points to */
    struct shader_fact *facts;
    size_t fact_count;
    struct shader_capture *capture;
    struct shader_seldom *seldom;
    struct variant *next;
};

/* A program by its words. */
struct shader_code {
    struct shader_program program;
    bool uses_constants;
    uint64_t hash, address; /* address: where it was met first */
    struct shader_handles handles;
    uint8_t handle_slot; /* that they were found for */
    struct handle_stamp stamp;
    uint64_t seen;                                  /* number of what they led to */
    struct shader_fact facts[SHADER_HANDLES_LIMIT]; /* of then */
    size_t fact_count;
    struct variant *variants;
    struct shader_code *next;
};

/* Where a program was read. */
struct spot {
    const uint8_t *memory; /* of its first byte */
    uint64_t size, version;
    enum shader_stage stage;
    struct shader_code *code; /* NULL: there is none */
    bool warned;
    struct spot *next;
};

struct shaders {
    struct vulkan *vk;
    struct guest_memory *memory;
    char *cache_folder;
    struct shader_key device; /* its part of the key */
    struct set_layout *layouts;
    struct shader_code *codes[BUCKETS];
    struct spot *spots[BUCKETS];
    struct shaders_counts counts;
    size_t variants;
    uint64_t seen;
};

bool shaders_new(struct vulkan *vk, struct guest_memory *memory, const char *cache_folder,
                 struct shaders **out, struct error *error) {
    struct shaders *s = NEW(struct shaders);
    s->vk = vk;
    s->memory = memory;
    s->cache_folder = cache_folder ? memory_string(cache_folder) : NULL;
    shader_key_device(vk, &s->device);
    *out = s;
    (void)error;
    return true;
}

static void free_code(struct shaders *s, struct shader_code *code) {
    while (code->variants) {
        struct variant *v = code->variants;
        code->variants = v->next;
        vkDestroyShaderModule(s->vk->device, v->unit.module, NULL);
        free(v->facts);
        free(v->capture);
        free(v->seldom);
        free(v);
    }
    free(code->program.code.data);
    free(code->program.constants.data);
    free(code);
}

static void forget_spots(struct shaders *s) {
    for (unsigned i = 0; i < BUCKETS; i++)
        while (s->spots[i]) {
            struct spot *spot = s->spots[i];
            s->spots[i] = spot->next;
            free(spot);
        }
    s->counts.spots = 0;
}

void shaders_free(struct shaders *s) {
    if (!s)
        return;
    for (unsigned i = 0; i < BUCKETS; i++) {
        while (s->codes[i]) {
            struct shader_code *code = s->codes[i];
            s->codes[i] = code->next;
            free_code(s, code);
        }
    }
    forget_spots(s);
    set_layouts_free(s->vk, &s->layouts);
    free(s->cache_folder);
    free(s);
}

void shaders_count(const struct shaders *s, struct shaders_counts *out) {
    *out = s->counts;
}

/* ---- programs ---- */

/* Where the code cannot be followed the translator says so. */
static void find_handles(struct shader_code *c, uint8_t slot) {
    struct error error;
    if (!shader_handles_find(&c->program, slot, &c->handles, &error))
        c->handles.count = 0;
    c->handle_slot = slot;
}

static bool is_full(uint64_t count, unsigned most) {
    static bool many;
    if (count >= most)
        log_once(&many, LOG_GPU, "more than %u different shaders; what others draw is left out",
                 most);
    return count >= most;
}

/* The program that was read, which it takes. */
static struct shader_code *code_of(struct shaders *s, struct read_program *read, uint64_t address) {
    const uint64_t hash = program_hash(&read->program);
    struct shader_code **bucket = &s->codes[hash % BUCKETS];
    for (struct shader_code *c = *bucket; c; c = c->next)
        if (c->hash == hash && program_same(&c->program, &read->program)) {
            read_program_free(read);
            return c;
        }
    if (is_full(s->counts.programs, PROGRAMS_MOST)) {
        read_program_free(read);
        return NULL;
    }
    struct shader_code *c = NEW(struct shader_code);
    c->program = read->program;
    c->uses_constants = read->uses_constants;
    c->hash = hash;
    c->address = address;
    c->next = *bucket;
    *bucket = c;
    *read = (struct read_program){0};
    s->counts.programs++;
    find_handles(c, 0);
    return c;
}

static struct spot *spot_of(struct shaders *s, const uint8_t *memory, enum shader_stage stage) {
    struct spot **bucket = &s->spots[(uintptr_t)memory / CODE_SPREAD % BUCKETS];
    for (struct spot *spot = *bucket; spot; spot = spot->next)
        if (spot->memory == memory && spot->stage == stage)
            return spot;
    if (s->counts.spots == SPOTS_MOST)
        forget_spots(s);
    s->counts.spots++;
    struct spot *spot = NEW(struct spot);
    spot->memory = memory;
    spot->stage = stage;
    spot->next = *bucket;
    *bucket = spot;
    return spot;
}

/* Do the bytes at the spot still make its program? */
static bool is_still(struct shaders *s, struct spot *spot, const struct resources *r,
                     uint64_t address) {
    const struct shader_code *c = spot->code;
    uint64_t length;
    if (!spot->size || (c && c->uses_constants) ||
        page_table_find(r->pages, address, spot->size, &length) != spot->memory ||
        length != spot->size)
        return false;
    const uint64_t version = memory_version(s->memory, spot->memory, spot->size);
    if (version == spot->version)
        return true;
    if (!c)
        return false;
    memory_wait(s->memory, spot->memory, spot->size, false);
    const size_t head = c->program.stage == SHADER_COMPUTE ? 0 : SHADER_SPH_SIZE;
    if (memcmp(spot->memory, c->program.sph, head) ||
        memcmp(spot->memory + head, c->program.code.data, c->program.code.size))
        return false;
    spot->version = version;
    return true;
}

/* Bytes that are watched before they are read, so that no change is missed. */
static void watch(struct shaders *s, struct spot *spot, const struct resources *r, uint64_t address,
                  uint64_t size) {
    uint64_t length;
    const uint8_t *memory = page_table_find(r->pages, address, size, &length);
    spot->size = memory == spot->memory && length == size ? size : 0;
    if (spot->size)
        spot->version = memory_version(s->memory, memory, size);
}

static void read_spot(struct shaders *s, struct spot *spot, const struct resources *r,
                      uint64_t address) {
    enum { LEAST = SHADER_SPH_SIZE, TRIES = 4 };
    struct read_program read = {0};
    struct error error;
    bool ok = false;
    uint64_t size = LEAST;
    for (unsigned i = 0; i < TRIES; i++) {
        watch(s, spot, r, address, size);
        read_program_free(&read);
        ok = shader_read(s->memory, r, spot->stage, address, &read, &error);
        if (!ok || shader_read_size(&read.program) == size)
            break;
        size = shader_read_size(&read.program);
    }
    spot->code = ok ? code_of(s, &read, address) : NULL;
    if (!ok) {
        s->counts.refused++;
        log_once(&spot->warned, LOG_GPU,
                 "the %s shader at 0x%lx cannot be read: %s; what it draws is left out",
                 shader_stage_name(spot->stage), (unsigned long)address, error.text);
    }
}

const struct shader_code *shaders_code(struct shaders *s, enum shader_stage stage, uint64_t address,
                                       const struct resources *r) {
    static bool warned;
    uint64_t length;
    const uint8_t *memory = page_table_find(r->pages, address, 1, &length);
    if (!memory) {
        log_once(&warned, LOG_GPU,
                 "the %s shader at 0x%lx is not mapped; what it draws is left out",
                 shader_stage_name(stage), (unsigned long)address);
        return NULL;
    }
    struct spot *spot = spot_of(s, memory, stage);
    if (!is_still(s, spot, r, address))
        read_spot(s, spot, r, address);
    return spot->code;
}

const struct shader_code *shaders_joined(struct shaders *s, const struct shader_code *first,
                                         const struct shader_code *second) {
    static bool warned;
    struct read_program read = {.uses_constants = first->uses_constants || second->uses_constants};
    struct error error;
    if (shader_join(&first->program, &second->program, &read.program, &error))
        return code_of(s, &read, second->address);
    log_once(&warned, LOG_GPU, "a vertex shader in two parts: %s; what it draws is left out",
             error.text);
    return NULL;
}

const struct shader_program *shader_code_program(const struct shader_code *code) {
    return &code->program;
}

/* ---- keys and modules ---- */

void shaders_key(const struct shaders *s, const struct shader_code *code, struct shader_key *key) {
    memset(key, 0, sizeof *key);
    shader_key_init(key, &code->program);
    key->features = s->device.features;
    key->storage_alignment = s->device.storage_alignment;
    key->storage_limit = s->device.storage_limit;
    key->lanes = s->device.lanes;
    key->version = s->device.version;
}

static bool make_module(struct shaders *s, const struct shader_translation *t,
                        struct shader_unit *unit, struct error *error) {
    const VkShaderModuleCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
        .codeSize = t->count * sizeof *t->words,
        .pCode = t->words,
    };
    return set_layout_find(s->vk, &s->layouts, &t->contract, &unit->layout, error) &&
           vulkan_ok(s->vk, vkCreateShaderModule(s->vk->device, &info, NULL, &unit->module),
                     "vkCreateShaderModule", error);
}

static bool make_unit(struct shaders *s, const struct shader_code *code,
                      const struct shader_key *key, struct shader_unit *unit, struct error *error) {
    struct shader_translation t;
    if (!shader_translate_cached(s->cache_folder, &code->program, key, unit->name, &t, error))
        return false;
    bool ok = shader_fits(s->vk, &code->program, &t.contract, error);
    if (ok && t.contract.lanes && t.contract.lanes != key->lanes)
        ok = error_set(error, ERROR_UNSUPPORTED,
                       "it needs subgroups of %d lanes, which this device does not have for sure",
                       t.contract.lanes);
    ok = ok && make_module(s, &t, unit, error);
    unit->contract = t.contract;
    shader_translation_free(&t);
    return ok;
}

static void note_handles(struct shader_unit *unit, const struct shader_code *code) {
    unit->handles_seen = code->seen;
    unit->handles_unsure = code->handles.count && !code->stamp.pages;
}

/* `key`: without its facts. */
static const struct shader_unit *add_variant(struct shaders *s, struct shader_code *code,
                                             const struct shader_key *key,
                                             const struct shader_fact *facts, size_t count) {
    if (is_full(s->variants, VARIANTS_MOST))
        return NULL;
    s->variants++;
    struct variant *v = NEW(struct variant);
    struct error error;
    struct shader_key whole = *key;
    v->key = *key;
    v->key.capture = NULL;
    v->key.seldom = NULL;
    v->facts = NEW_ARRAY(struct shader_fact, count + 1);
    memcpy(v->facts, facts, count * sizeof *facts);
    v->fact_count = count;
    v->capture = shader_key_copy(key->capture, sizeof *v->capture);
    v->seldom = shader_key_copy(key->seldom, sizeof *v->seldom);
    v->next = code->variants;
    code->variants = v;
    whole.facts = v->facts;
    whole.fact_count = count;
    if (make_unit(s, code, &whole, &v->unit, &error)) {
        v->unit.number = ++s->counts.units;
        note_handles(&v->unit, code);
        vulkan_name(s->vk, VK_OBJECT_TYPE_SHADER_MODULE, (uint64_t)v->unit.module,
                    "%s shader 0x%lx", shader_stage_name(code->program.stage),
                    (unsigned long)code->address);
        return &v->unit;
    }
    s->counts.refused++;
    log_warning(LOG_GPU, "the %s shader at 0x%lx (hash %016lx): %s; what it draws is left out",
                shader_stage_name(code->program.stage), (unsigned long)code->address,
                (unsigned long)code->hash, error.text);
    return NULL;
}

/* What the handles lead to now. */
static void look_at_handles(struct shaders *s, struct shader_code *code,
                            const struct resources *r) {
    if (code->handle_slot != r->handles) {
        find_handles(code, r->handles);
        code->seen = 0;
    }
    if (!code->handles.count && code->seen)
        return;
    if (code->handles.count && handle_stamp_same(s->memory, r, &code->handles, &code->stamp) &&
        code->seen)
        return;
    code->seen = ++s->seen;
    code->fact_count = shader_facts_find(s->memory, r, &code->handles, code->facts);
}

const struct shader_unit *shaders_unit(struct shaders *s, const struct shader_code *known,
                                       const struct shader_key *key, const struct resources *r) {
    struct shader_code *code = (struct shader_code *)known;
    struct shader_key bare = *key;
    bare.facts = NULL;
    bare.fact_count = 0;
    bare.handle_slot = r->handles;
    bare.capture = NULL;
    bare.seldom = NULL;
    look_at_handles(s, code, r);
    for (struct variant *v = code->variants; v; v = v->next)
        if (!memcmp(&v->key, &bare, sizeof bare) && v->fact_count == code->fact_count &&
            !memcmp(v->facts, code->facts, code->fact_count * sizeof *code->facts) &&
            shader_key_same(v->capture, key->capture, sizeof *v->capture) &&
            shader_key_same(v->seldom, key->seldom, sizeof *v->seldom)) {
            note_handles(&v->unit, code);
            return v->unit.module ? &v->unit : NULL;
        }
    bare.capture = key->capture;
    bare.seldom = key->seldom;
    return add_variant(s, code, &bare, code->facts, code->fact_count);
}
