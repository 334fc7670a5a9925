/* SPDX-License-Identifier: MIT */
#include "gpu/shader/record.h"
#include "gpu/shader/translation_file.h"

#include "base/log.h"
#include "base/memory.h"

#include <dirent.h>
#include <fcntl.h>
#include <mbedtls/sha256.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

enum { HEAD = 40, HASH_AT = 8 };

static void sample(struct shader_translation *t) {
    static const uint32_t words[] = {0x07230203, 0x10300, 0, 10, 0, 0x20011};
    *t = (struct shader_translation){.count = sizeof words / sizeof *words};
    t->words = NEW_ARRAY(uint32_t, t->count);
    memcpy(t->words, words, sizeof words);
    struct shader_contract *c = &t->contract;
    c->stage = SHADER_FRAGMENT;
    c->constants = 0x2000f;
    c->constant_size[0] = 65536;
    c->constant_size[17] = 16;
    c->push = true;
    c->lanes = 32;
    c->storage_count = 2;
    c->storage[1] = (struct contract_storage){.place = {17, 0xfffc}, .written = true};
    c->texture_count = 1;
    c->textures[0] = (struct contract_texture){.place = {0, 0x690},
                                               .sampler = {2, 0x10},
                                               .dim = SHADER_BUFFER,
                                               .scalar = SHADER_UINT,
                                               .count = 4,
                                               .compare = true};
    c->image_count = 1;
    c->images[0] = (struct contract_image){.place = {0, 0x710}, .format = 39, .atomic = true};
    c->inputs = 0x80000001;
    c->sample_mask = true;
    c->group[2] = 7;
    c->shared_size = 0xc000;
}

static void same(const struct shader_translation *a, const struct shader_translation *b) {
    struct strbuf x = {0}, y = {0};
    struct error error = {0};
    assert_true(translation_write(a, &x, &error) && translation_write(b, &y, &error));
    assert_int_equal(x.length, y.length);
    assert_memory_equal(x.text, y.text, x.length);
    strbuf_free(&x);
    strbuf_free(&y);
}

/* How many members a struct has, those of structs in it one by one; an array is one. */
static unsigned members;

static int count_member(const char *format, ...) {
    members += strstr(format, " = ") != NULL;
    return 0;
}

#define MEMBERS(type)                                                                              \
    ({                                                                                             \
        type all = {0};                                                                            \
        members = 0;                                                                               \
        __builtin_dump_struct(&all, count_member);                                                 \
        members;                                                                                   \
    })

static void every_member_has_a_row(void **state) {
    (void)state;
    assert_int_equal(MEMBERS(struct contract_storage), record_storage.count);
    assert_int_equal(MEMBERS(struct contract_texture), record_texture.count);
    assert_int_equal(MEMBERS(struct contract_image), record_image.count);
    assert_int_equal(MEMBERS(struct shader_contract), record_contract.count + 3); /* its lists */
    assert_int_equal(MEMBERS(struct shader_key),
                     record_key.count + 4); /* facts, how many, a capture, what is seldom */
    assert_int_equal(MEMBERS(struct shader_fact), record_fact.count);
}

static void there_and_back(void **state) {
    (void)state;
    struct shader_translation t, back;
    struct strbuf bytes = {0};
    struct error error = {0};
    sample(&t);
    assert_true(translation_write(&t, &bytes, &error));
    if (!translation_read((uint8_t *)bytes.text, bytes.length, &back, &error))
        fail_msg("%s", error.text);
    assert_int_equal(back.count, t.count);
    assert_memory_equal(back.words, t.words, t.count * sizeof *t.words);
    const struct shader_contract *c = &back.contract, *d = &t.contract;
    assert_int_equal(c->stage, d->stage);
    assert_int_equal(c->constants, d->constants);
    assert_memory_equal(c->constant_size, d->constant_size, sizeof c->constant_size);
    assert_true(c->push && !c->address_map && c->lanes == 32 && c->sample_mask && !c->depth);
    assert_int_equal(c->storage_count, 2);
    assert_true(c->storage[1].place.slot == 17 && c->storage[1].place.offset == 0xfffc &&
                c->storage[1].written && !c->storage[0].written);
    assert_true(c->texture_count == 1 && c->textures[0].sampler.slot == 2 &&
                c->textures[0].dim == SHADER_BUFFER && c->textures[0].compare);
    assert_true(c->image_count == 1 && c->images[0].format == 39 && c->images[0].atomic);
    assert_true(c->inputs == d->inputs && c->group[2] == 7 && c->shared_size == 0xc000);
    same(&t, &back);
    strbuf_free(&bytes);
    shader_translation_free(&t);
    shader_translation_free(&back);
}

static void refused(const uint8_t *bytes, size_t size, const char *says) {
    struct shader_translation t;
    struct error error = {0};
    /* Just as large, so that a byte too many is noticed. */
    uint8_t *copy = malloc(size + !size);
    if (size)
        memcpy(copy, bytes, size);
    assert_false(translation_read(copy, size, &t, &error));
    assert_null(t.words);
    if (!strstr(error.text, says))
        fail_msg("'%s', not '%s'", error.text, says);
    free(copy);
}

static void all_damage_is_seen(void **state) {
    (void)state;
    struct shader_translation t;
    struct strbuf bytes = {0};
    struct error error = {0};
    sample(&t);
    assert_true(translation_write(&t, &bytes, &error));
    for (size_t i = 0; i < bytes.length; i++)
        for (unsigned bit = 0; bit < 8; bit++) {
            bytes.text[i] ^= (char)(1 << bit);
            refused((uint8_t *)bytes.text, bytes.length,
                    i < 4         ? "no translation: it begins with"
                    : i < HASH_AT ? "make it again"
                                  : "a damaged translation");
            bytes.text[i] ^= (char)(1 << bit);
        }
    for (size_t i = 0; i < bytes.length; i++)
        refused((uint8_t *)bytes.text, i, i < HEAD ? "ends after" : "a damaged translation");
    strbuf_add_bytes(&bytes, "", 1);
    refused((uint8_t *)bytes.text, bytes.length, "a damaged translation");
    strbuf_free(&bytes);
    shader_translation_free(&t);
}

/* With a hash that is right. */
static void refused_with_hash(struct strbuf *bytes, const char *says) {
    mbedtls_sha256_ret((uint8_t *)bytes->text + HEAD, bytes->length - HEAD,
                       (uint8_t *)bytes->text + HASH_AT, 0);
    refused((uint8_t *)bytes->text, bytes->length, says);
}

static void nothing_is_trusted(void **state) {
    (void)state;
    struct shader_translation t;
    struct error error = {0};
    struct strbuf bytes = {0};
    /* What lies where: the stage first, the words' count in front of the words. */
    static const struct {
        size_t offset, from_end;
        uint32_t value;
        unsigned width;
        const char *says;
    } wrong[] = {
        {0, 0, SHADER_STAGES, 1, "stage"},
        {1, 0, 0x40000, 4, "constants"},
        {5, 0, 65537, 4, "constant_size"},
        {5 + 72, 0, 2, 1, "address_map"},
        {5 + 72 + 4, 0, SHADER_STORAGE_LIMIT + 1, 4, "storage_count"},
        {5 + 72 + 4, 0, 3, 4, ""},
        {5 + 72 + 4, 0, UINT32_MAX, 4, "storage_count"},
        {5 + 72 + 8, 0, SHADER_TEXTURES_LIMIT + 1, 4, "texture_count"},
        {0, 28, 5, 4, "words"},
        {0, 28, UINT32_MAX, 4, "words"},
        {0, 24, 0x07230204, 4, "no SPIR-V"},
    };
    sample(&t);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        strbuf_clear(&bytes);
        assert_true(translation_write(&t, &bytes, &error));
        char *at = wrong[i].from_end ? bytes.text + bytes.length - wrong[i].from_end
                                     : bytes.text + HEAD + wrong[i].offset;
        memcpy(at, &wrong[i].value, wrong[i].width);
        refused_with_hash(&bytes, wrong[i].says);
    }
    /* Cut off anywhere, or more than it says. */
    strbuf_clear(&bytes);
    assert_true(translation_write(&t, &bytes, &error));
    const size_t whole = bytes.length;
    for (bytes.length = HEAD; bytes.length < whole; bytes.length++)
        refused_with_hash(&bytes, "");
    strbuf_add_bytes(&bytes, "\0\0\0", 4);
    refused_with_hash(&bytes, "words");
    strbuf_free(&bytes);
    shader_translation_free(&t);
}

/* ---- the cache ---- */

static char folder[] = "/tmp/windlass_translations_XXXXXX";
static unsigned warnings;

static void count_warning(const char *area, const char *text) {
    (void)area, (void)text;
    warnings++;
}

static void program_of(const char *code, struct shader_file *file) {
    struct error error = {0};
    char *text = memory_format(".container dksh\n.stage compute\n.header block_size[0] 1\n.header "
                               "block_size[1] 1\n.header block_size[2] 1\n.code\n%s",
                               code);
    if (!shader_file_parse(text, file, &error))
        fail_msg("%s", error.text);
    free(text);
}

static unsigned files(char path[4352]) {
    unsigned count = 0;
    DIR *d = opendir(folder);
    for (struct dirent *e; d && (e = readdir(d));)
        if (e->d_name[0] != '.') {
            snprintf(path, 4352, "%s/%s", folder, e->d_name);
            count++;
        }
    if (d)
        closedir(d);
    return count;
}

static void translated(const char *where, const struct shader_program *p,
                       const struct shader_key *key, struct shader_translation *out) {
    struct error error = {0};
    char name[TRANSLATION_KEY_SIZE], wanted[TRANSLATION_KEY_SIZE];
    if (!shader_translate_cached(where, p, key, name, out, &error))
        fail_msg("%s", error.text);
    assert_true(translation_key(p, key, wanted, &error));
    assert_string_equal(name, wanted);
}

static void kept_on_disk(void **state) {
    (void)state;
    struct shader_file file;
    struct shader_key key;
    struct shader_translation first, second;
    struct error error = {0};
    struct stat st;
    char path[4352], other[4352];
    program_of("MOV32I R0, 0x1\nEXIT\n", &file);
    shader_key_init(&key, file.programs);
    assert_non_null(mkdtemp(folder));
    rmdir(folder); /* it is made */
    translated(folder, file.programs, &key, &first);
    assert_int_equal(files(path), 1);
    /* It is read from there: what stands there now comes back. */
    struct strbuf bytes = {0};
    first.contract.group[1] = 77;
    assert_true(translation_write(&first, &bytes, &error) &&
                file_write(path, bytes.text, bytes.length, &error));
    translated(folder, file.programs, &key, &second);
    assert_int_equal(second.contract.group[1], 77);
    shader_translation_free(&second);
    /* Damaged: made again, and whole. */
    bytes.text[bytes.length - 1] ^= 1;
    assert_true(file_write(path, bytes.text, bytes.length, &error));
    warnings = 0;
    translated(folder, file.programs, &key, &second);
    assert_int_equal(warnings, 1);
    assert_int_not_equal(second.contract.group[1], 77);
    shader_translation_free(&second);
    translated(folder, file.programs, &key, &second);
    assert_int_equal(warnings, 1);
    shader_translation_free(&second);
    /* Another key is another file; the one used last stays. */
    key.group[1] = 2;
    translated(folder, file.programs, &key, &second);
    shader_translation_free(&second);
    assert_int_equal(files(other), 2);
    assert_int_equal(utimensat(AT_FDCWD, path, (struct timespec[]){{1, 0}, {1, 0}}, 0), 0);
    key.group[1] = 1;
    assert_int_equal(stat(path, &st), 0);
    translation_cache_trim(folder, (uint64_t)st.st_size + 16);
    assert_int_equal(files(other), 1);
    assert_string_not_equal(other, path);
    translation_cache_trim(folder, 0);
    assert_int_equal(files(other), 0);
    translation_cache_trim("/nowhere", 0);
    assert_int_equal(rmdir(folder), 0);
    strbuf_free(&bytes);
    shader_translation_free(&first);
    shader_file_free(&file);
}

static void what_is_no_translation(void **state) {
    (void)state;
    struct shader_file file;
    struct shader_key key;
    struct shader_translation first, second;
    struct error error = {0};
    char name[TRANSLATION_KEY_SIZE], again[TRANSLATION_KEY_SIZE], path[4352];
    static char where[] = "/tmp/windlass-kept-XXXXXX";
    program_of("EXIT\n", &file);
    shader_key_init(&key, file.programs);
    translated(NULL, file.programs, &key, &first);
    assert_non_null(mkdtemp(where));
    assert_true(translation_keep(where, &first, name, &error));
    assert_true(translation_keep(NULL, &first, again, &error));
    assert_string_equal(name, again);
    assert_true(translation_load(where, name, &second));
    assert_int_equal(second.count, first.count);
    assert_memory_equal(second.words, first.words, first.count * sizeof *first.words);
    shader_translation_free(&second);
    first.contract.outputs ^= 1; /* other contracts are others */
    assert_true(translation_keep(NULL, &first, again, &error));
    assert_string_not_equal(name, again);
    assert_false(translation_load(where, again, &second));
    snprintf(path, sizeof path, "%s/%s.spirv", where, name);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rmdir(where), 0);
    shader_translation_free(&first);
    shader_file_free(&file);
}

static void no_folder_is_no_hindrance(void **state) {
    (void)state;
    struct shader_file file;
    struct shader_key key;
    struct shader_translation t;
    struct error error = {0};
    char name[TRANSLATION_KEY_SIZE];
    program_of("EXIT\n", &file);
    shader_key_init(&key, file.programs);
    translated(NULL, file.programs, &key, &t);
    shader_translation_free(&t);
    /* One warning for all of them. A file where the folder should be is refused to root, too. */
    warnings = 0;
    for (unsigned i = 0; i < 2; i++) {
        translated("/dev/null/shaders", file.programs, &key, &t);
        shader_translation_free(&t);
    }
    assert_int_equal(warnings, 1);
    shader_file_free(&file);
    /* What cannot be translated is not kept. */
    program_of("EXIT\n", &file);
    memset(file.programs->code.data + 8, 0xff, 8);
    assert_false(
        shader_translate_cached("/dev/null/shaders", file.programs, &key, name, &t, &error));
    shader_file_free(&file);
}

static void key_of(const struct shader_program *p, const struct shader_key *key, char out[65]) {
    struct error error = {0};
    assert_true(translation_key(p, key, out, &error));
}

static void differ(const struct shader_program *p, const struct shader_key *key, const char *than) {
    char now[TRANSLATION_KEY_SIZE];
    key_of(p, key, now);
    assert_string_not_equal(now, than);
}

static void keys_have_all_in_them(void **state) {
    (void)state;
    struct shader_file file;
    struct shader_key key;
    struct shader_fact fact = {0};
    char plain[TRANSLATION_KEY_SIZE], again[TRANSLATION_KEY_SIZE];
    program_of("EXIT\n", &file);
    struct shader_program *p = file.programs;
    shader_key_init(&key, p);
    key.facts = &fact;
    key.fact_count = 1;
    key_of(p, &key, plain);
    /* Each member; bytes between them do not count. */
    unsigned counted = 0;
    for (size_t i = 0; i < record_key.count; i++)
        for (unsigned k = 0; k < record_key.fields[i].size; k++, counted++) {
            uint8_t *byte = (uint8_t *)&key + record_key.fields[i].offset + k;
            *byte ^= 1;
            differ(p, &key, plain);
            *byte ^= 1;
        }
    assert_true(counted > 80);
    for (size_t i = 0; i < record_fact.count; i++) {
        uint8_t *byte = (uint8_t *)&fact + record_fact.fields[i].offset;
        *byte ^= 1;
        differ(p, &key, plain);
        *byte ^= 1;
    }
    key.fact_count = 0;
    differ(p, &key, plain);
    key.fact_count = 1;
    struct shader_capture capture = {0};
    key.capture = &capture;
    differ(p, &key, plain);
    key_of(p, &key, again);
    capture.buffers[3].words[127] = 1;
    differ(p, &key, again);
    key.capture = NULL;
    struct shader_seldom seldom = {0};
    key.seldom = &seldom;
    differ(p, &key, plain);
    key_of(p, &key, again);
    seldom.swizzle[15][3] = 1;
    differ(p, &key, again);
    key.seldom = NULL;
    p->code.data[8] ^= 1;
    differ(p, &key, plain);
    p->code.data[8] ^= 1;
    p->header[4] ^= 1;
    differ(p, &key, plain);
    p->header[4] ^= 1;
    p->sph[0] ^= 1;
    differ(p, &key, plain);
    p->sph[0] ^= 1;
    p->first_size = 32;
    differ(p, &key, plain);
    key_of(p, &key, again);
    p->first_sph[79] ^= 1;
    differ(p, &key, again);
    p->first_size = p->first_sph[79] = 0;
    p->stage = SHADER_VERTEX;
    differ(p, &key, plain);
    p->stage = SHADER_COMPUTE;
    key_of(p, &key, again);
    assert_string_equal(again, plain);
    shader_file_free(&file);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_member_has_a_row),
        cmocka_unit_test(there_and_back),
        cmocka_unit_test(all_damage_is_seen),
        cmocka_unit_test(nothing_is_trusted),
        cmocka_unit_test(kept_on_disk),
        cmocka_unit_test(what_is_no_translation),
        cmocka_unit_test(no_folder_is_no_hindrance),
        cmocka_unit_test(keys_have_all_in_them),
    };
    log_to(count_warning);
    return cmocka_run_group_tests_name("shader translation files", tests, NULL, NULL);
}
