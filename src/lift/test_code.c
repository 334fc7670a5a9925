/* SPDX-License-Identifier: MIT */
#include "lift/test_code.h"

#include "base/memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define RODATA 0x10000u

static void run(const char *format, const char *folder) {
    char *command = memory_format(format, folder, folder, folder);
    int status = system(command);
    if (status != 0)
        print_message("%s\n", command);
    free(command);
    assert_int_equal(status, 0);
}

static void read_labels(struct test_code *c, const char *folder) {
    char *path = memory_format("%s/labels", folder), name[128];
    FILE *f = fopen(path, "re");
    unsigned long long address;
    size_t room = 0;
    assert_non_null(f);
    while (fscanf(f, "%llx %*c %127s", &address, name) == 2) {
        GROW(c->labels, c->label_count, room);
        c->labels[c->label_count++] =
            (struct symbol){.name = memory_string(name), .address = address};
    }
    fclose(f);
    free(path);
}

static void read_section(struct module *m, const char *folder, const char *name, uint64_t at,
                         struct segment *out) {
    char *path = memory_format("%s/%s", folder, name);
    struct blob blob;
    struct error e;
    assert_true(file_read(path, 0x10000, &blob, &e));
    memcpy(m->image + at, blob.data, blob.size);
    *out = (struct segment){at, blob.size, 0x10000};
    blob_free(&blob);
    free(path);
}

void test_assemble(struct test_code *c, const char *source) {
    char folder[] = "/tmp/windlass-lift-XXXXXX";
    struct error e;
    *c = (struct test_code){0};
    if (system("command -v clang-19 ld.lld-19 llvm-objcopy-19 llvm-nm-19 >/dev/null") != 0)
        skip();
    assert_non_null(mkdtemp(folder));
    char *path = memory_format("%s/code.s", folder);
    assert_true(file_write(path, source, strlen(source), &e));
    free(path);
    run("clang-19 --target=aarch64-none-elf -c %s/code.s -o %s/code.o", folder);
    run("ld.lld-19 -Ttext=0 --section-start=.rodata=0x10000 -e 0 -nostdlib %s/code.o -o %s/code",
        folder);
    run("llvm-objcopy-19 -O binary -j .text %s/code %s/text", folder);
    run("llvm-objcopy-19 -O binary -j .rodata %s/code %s/rodata", folder);
    run("llvm-nm-19 %s/code > %s/labels", folder);
    struct module *m = &c->module;
    m->name = memory_string("test");
    m->mod0 = -1;
    m->image_size = m->memory_size = 2 * (uint64_t)RODATA;
    m->image = memory_new(m->image_size);
    read_section(m, folder, "text", 0, &m->segments[SEGMENT_TEXT]);
    read_section(m, folder, "rodata", RODATA, &m->segments[SEGMENT_RODATA]);
    read_labels(c, folder);
    run("rm -r %s", folder);
    text_open(&c->text, m, TEST_BASE);
}

void test_discover(struct test_code *c, const char *source) {
    test_assemble(c, source);
    discover(&c->text, &c->found, NULL, NULL);
}

void test_close(struct test_code *c) {
    discovery_free(&c->found);
    text_close(&c->text);
    free(c->module.name);
    free(c->module.image);
    for (size_t i = 0; i < c->label_count; i++)
        free((char *)(uintptr_t)c->labels[i].name);
    free(c->labels);
}

uint64_t test_label(const struct test_code *c, const char *name) {
    for (size_t i = 0; i < c->label_count; i++)
        if (!strcmp(c->labels[i].name, name))
            return TEST_BASE + c->labels[i].address;
    fail_msg("no label %s", name);
    return 0;
}

const struct function *test_function(const struct test_code *c, const char *name) {
    size_t number = discovery_find(&c->found, test_label(c, name));
    if (number == SIZE_MAX)
        fail_msg("no function at %s", name);
    return &c->found.functions[number];
}

bool test_holds(const struct test_code *c, const struct function *f, const char *label) {
    size_t index = text_index(&c->text, test_label(c, label));
    for (uint32_t i = 0; i < f->block_count; i++)
        if (index >= f->blocks[i].first && index < f->blocks[i].first + f->blocks[i].count)
            return true;
    return false;
}
