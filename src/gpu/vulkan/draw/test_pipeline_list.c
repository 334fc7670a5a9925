/* SPDX-License-Identifier: MIT */
/* The lists of a program's pipelines on disk, and what recipes and their parts are. */
#include "gpu/vulkan/device/test_device.h"
#include "gpu/vulkan/draw/pipeline_parts.h"

#include "base/memory.h"

#include <glob.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static struct vulkan *vk;
static char folder[] = "/tmp/windlass-list-XXXXXX";

/* One of many: with a vertex and a fragment program. */
static struct pipeline_recipe recipe(unsigned n) {
    struct pipeline_recipe r;
    memset(&r, 0, sizeof r);
    r.vertices.attribute_count = 1;
    r.vertices.attributes[0].format = VK_FORMAT_R32_SFLOAT;
    r.rest.units[0] = r.rest.units[4] = 1;
    r.rest.samples = 1;
    r.rest.output_count = 1;
    r.rest.masks[0] = 15;
    r.rest.sample_mask = n;
    for (unsigned i = 0; i < 5; i += 4)
        snprintf(r.names[i], sizeof r.names[i], "%064x", 16 + i);
    return r;
}

static struct pipeline_list *open_list(const char *program) {
    return pipeline_list_open(vk, folder, program);
}

static void use(struct pipeline_list *l, unsigned n) {
    const struct pipeline_recipe r = recipe(n);
    pipeline_list_used(l, &r);
}

/* What a start finds, and what it uses then. */
static void start(const char *program, const char *finds, const char *uses) {
    struct pipeline_list *l = open_list(program);
    assert_int_equal(pipeline_list_count(l), strlen(finds));
    for (size_t i = 0; finds[i]; i++)
        assert_int_equal(pipeline_list_at(l, i)->rest.sample_mask, finds[i]);
    for (; *uses; uses++)
        use(l, (unsigned char)*uses);
    pipeline_list_close(l);
}

static void used_ones_come_first(void **state) {
    (void)state;
    assert_false(pipelines_are_listed(folder, "one"));
    start("one", "", "abca");
    assert_true(pipelines_are_listed(folder, "one"));
    start("one", "abc", "cd");
    start("one", "cdab", "");
    start("other", "", "x");
    start("one", "cdab", "b");
    start("one", "bcda", "b");
    start("other", "x", "");
}

static void unused_ones_go(void **state) {
    (void)state;
    enum { STARTS = 16 };
    start("long", "", "ab");
    for (unsigned i = 0; i < STARTS; i++)
        start("long", i ? "ba" : "ab", "b");
    start("long", "ba", "b");
    start("long", "b", "b");
}

static void unsound_ones_are_left_out(void **state) {
    (void)state;
    struct pipeline_list *l = open_list("unsound");
    use(l, 'a');
    struct pipeline_recipe r = recipe('b');
    r.vertices.attribute_count = STATE_ATTRIBUTES + 1;
    pipeline_list_used(l, &r);
    r = recipe('c');
    r.names[0][3] = '/';
    pipeline_list_used(l, &r);
    r = recipe('d');
    r.rest.units[2] = 1; /* without a name */
    pipeline_list_used(l, &r);
    r = recipe('e');
    memset(r.names[0], 'a', sizeof r.names[0]); /* it does not end */
    pipeline_list_used(l, &r);
    r = recipe('f');
    r.rest.output_count = STATE_TARGETS + 1;
    pipeline_list_used(l, &r);
    r = recipe('g');
    r.rest.units[0] = 2;
    pipeline_list_used(l, &r);
    use(l, 'h');
    pipeline_list_close(l);
    start("unsound", "ah", "");
}

static void damage_is_found(void **state) {
    (void)state;
    struct blob file;
    struct error error;
    glob_t found;
    char *pattern = memory_format("%s/*.list", folder);
    assert_int_equal(glob(pattern, 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++)
        unlink(found.gl_pathv[i]);
    globfree(&found);
    start("damaged", "", "ab");
    assert_int_equal(glob(pattern, 0, NULL, &found), 0);
    const char *path = found.gl_pathv[0];
    assert_true(file_read(path, 1 << 20, &file, &error));
    for (size_t i = 0; i < file.size; i += 13) {
        file.data[i] ^= 1;
        assert_true(file_write(path, file.data, file.size, &error));
        start("damaged", "", "");
        file.data[i] ^= 1;
        assert_true(file_write(path, file.data, i, &error));
        start("damaged", "", "");
    }
    blob_free(&file);
    globfree(&found);
    free(pattern);
}

/* Parts differ where what they are made of differs, and nowhere else. */
static void parts_of(void (*change)(struct pipeline_recipe *r), const char *differ) {
    struct pipeline_recipe a = recipe(1), b = recipe(1);
    change(&b);
    for (unsigned i = 0; i < PIPELINE_PARTS; i++) {
        struct pipeline_recipe x, y;
        pipeline_recipe_part(&a, (enum pipeline_part)i, &x);
        pipeline_recipe_part(&b, (enum pipeline_part)i, &y);
        assert_int_equal(memcmp(&x, &y, sizeof x) != 0, differ[i] == '1');
        assert_int_equal(pipeline_recipe_hash(&x) != pipeline_recipe_hash(&y), differ[i] == '1');
    }
}
static void other_offset(struct pipeline_recipe *r) {
    r->vertices.attributes[0].offset = 4;
}
static void other_topology(struct pipeline_recipe *r) {
    r->rest.topology = VK_PRIMITIVE_TOPOLOGY_LINE_LIST;
}
static void other_vertex_program(struct pipeline_recipe *r) {
    r->names[0][0] = 'f';
}
static void other_fragment_program(struct pipeline_recipe *r) {
    r->names[4][0] = 'f';
}
static void other_polygons(struct pipeline_recipe *r) {
    r->rest.polygon_mode = POLYGON_LINE;
}
static void other_blending(struct pipeline_recipe *r) {
    r->rest.blend[0].enabled = true;
}
static void other_format(struct pipeline_recipe *r) {
    r->rest.colors[0] = VK_FORMAT_R8_UNORM;
}
static void other_sample_mask(struct pipeline_recipe *r) {
    r->rest.sample_mask = 3;
}
static void other_samples(struct pipeline_recipe *r) {
    r->rest.samples = 4;
}
static void by_sample(struct pipeline_recipe *r) {
    r->rest.per_sample = true;
}

static void what_parts_are_made_of(void **state) {
    (void)state;
    parts_of(other_offset, "1000");
    parts_of(other_topology, "1000");
    parts_of(other_vertex_program, "0100");
    parts_of(other_polygons, "0100");
    parts_of(other_fragment_program, "0010");
    parts_of(other_blending, "0001");
    parts_of(other_format, "0001");
    parts_of(other_sample_mask, "0001");
    parts_of(other_samples, "0101");
    parts_of(by_sample, "0111");
}

static void names_of_units(void **state) {
    (void)state;
    struct pipeline_key key;
    struct pipeline_recipe r;
    struct shader_unit vertex = {.number = 3};
    const struct shader_unit *units[PIPELINE_STAGES] = {&vertex};
    memset(&key, 0, sizeof key);
    key.rest.units[0] = 3;
    memset(vertex.name, 'a', TRANSLATION_KEY_SIZE - 1);
    pipeline_recipe_of(&key, units, &r);
    assert_true(pipeline_recipe_is_sound(&r));
    assert_string_equal(r.names[0], vertex.name);
    assert_int_equal(r.rest.units[0], 1);
    pipeline_recipe_of_compute(&vertex, &r);
    assert_true(r.is_compute && pipeline_recipe_is_sound(&r));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(used_ones_come_first),      cmocka_unit_test(unused_ones_go),
        cmocka_unit_test(unsound_ones_are_left_out), cmocka_unit_test(damage_is_found),
        cmocka_unit_test(what_parts_are_made_of),    cmocka_unit_test(names_of_units),
    };
    vk = test_device_open();
    if (!mkdtemp(folder))
        return 1;
    const int failed = cmocka_run_group_tests_name("pipeline list", tests, NULL, NULL);
    char *command = memory_format("rm -r %s", folder);
    if (system(command))
        return 1;
    free(command);
    return failed + test_device_close(vk);
}
