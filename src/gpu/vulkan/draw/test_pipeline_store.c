/* SPDX-License-Identifier: MIT */
/* The cache of pipelines on disk: what is kept, and files that are not taken. */
#include "gpu/vulkan/device/test_device.h"
#include "gpu/vulkan/draw/pipeline.h"

#include "base/file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

static struct vulkan *vk;
static char folder[] = "/tmp/windlass-pipelines-XXXXXX", path[128];

static size_t open_and_close(const char *where) {
    struct error error;
    size_t size = 0;
    if (!pipeline_store_open(vk, where, &error))
        fail_msg("%s", error.text);
    assert_int_equal(vkGetPipelineCacheData(vk->device, vk->pipeline_cache, &size, NULL),
                     VK_SUCCESS);
    pipeline_store_close(vk, where);
    assert_null(vk->pipeline_cache);
    return size;
}

static void test_kept(void **state) {
    (void)state;
    struct blob file;
    struct error error;
    const size_t size = open_and_close(folder);
    assert_true(file_read(path, 1 << 20, &file, &error));
    assert_true(file.size > size);
    blob_free(&file);
    open_and_close(folder);
}

static void test_nowhere(void **state) {
    (void)state;
    unlink(path);
    open_and_close(NULL);
    assert_int_equal(access(path, F_OK), -1);
}

/* Each byte damaged, and each length: the driver never gets such data (it would say so). */
static void test_damaged(void **state) {
    (void)state;
    struct blob file;
    struct error error;
    open_and_close(folder);
    assert_true(file_read(path, 1 << 20, &file, &error));
    for (size_t i = 0; i < file.size; i++) {
        file.data[i] ^= 0x55;
        assert_true(file_write(path, file.data, file.size, &error));
        open_and_close(folder);
        file.data[i] ^= 0x55;
        assert_true(file_write(path, file.data, i, &error));
        open_and_close(folder);
    }
    blob_free(&file);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kept),
        cmocka_unit_test(test_nowhere),
        cmocka_unit_test(test_damaged),
    };
    vk = test_device_open();
    if (!mkdtemp(folder))
        return 1;
    snprintf(path, sizeof path, "%s/pipelines.bin", folder);
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    unlink(path);
    rmdir(folder);
    return failed + test_device_close(vk);
}
