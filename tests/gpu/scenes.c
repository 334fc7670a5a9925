/* SPDX-License-Identifier: MIT */
#include "scene.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct machine machine;

/* Once more with pipelines that were made better since, where they were linked of parts. */
static void check(void **state) {
    scene_check(&machine, *state);
    if (machine_wait_for_pipelines(&machine))
        scene_check(&machine, *state);
}

int scenes_run(const struct scene *scenes, size_t count) {
    if (!machine_open(&machine, false)) {
        printf("1..0 # SKIP there is no device\n");
        return 0;
    }
    struct CMUnitTest *tests = calloc(count, sizeof *tests);
    for (size_t i = 0; i < count; i++)
        tests[i] = (struct CMUnitTest){scenes[i].name, check, NULL, NULL, (void *)&scenes[i]};
    const int failed = _cmocka_run_group_tests("scenes", tests, count, NULL, NULL);
    printf("# count scenes %zu\n", count);
    free(tests);
    machine_close(&machine);
    return failed;
}
