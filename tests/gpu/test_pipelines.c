/* SPDX-License-Identifier: MIT */
/* How pipelines come to draws: linked of parts, made better beside them, made ahead at the next
 * start, and whole where all of that fails. */
#include "bound.h"
#include "scene.h"

#include "gpu/runner.h"
#include "gpu/vulkan/draw/draw_parts.h"

#include <dirent.h>
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static struct machine machine;

static const struct scene_vertex triangle[] = {
    {{-0.9f, -0.9f, 0.2f, 1}, {1, 0, 0, 1}},
    {{0.9f, -0.7f, 0.8f, 1}, {0, 1, 0, 0.5f}},
    {{-0.5f, 0.9f, 0.5f, 1}, {0, 0, 1, 0.25f}},
};

static void over(struct scene_run *run) {
    static const uint32_t equation[] = {1, 5, 6, 1, 2, 6}; /* Direct3D's numbers */
    scene_put(run, 0x1360, 1);
    for (unsigned i = 0; i < 6; i++)
        scene_put(run, 0x1e04 + 4 * i, equation[i]);
}
static void over_plain(struct scene_plain *x) {
    x->pipeline.blend[0] =
        (VkPipelineColorBlendAttachmentState){VK_TRUE,
                                              VK_BLEND_FACTOR_SRC_ALPHA,
                                              VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA,
                                              VK_BLEND_OP_ADD,
                                              VK_BLEND_FACTOR_ONE,
                                              VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA,
                                              VK_BLEND_OP_ADD,
                                              15};
}

#define TRIANGLE                                                                                   \
    .vertices = triangle, .count = 3, .primitive = 4,                                              \
    .topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST
static const struct scene opaque = {.name = "opaque", TRIANGLE};
static const struct scene blended = {
    .name = "blended", TRIANGLE, .set = over, .set_plain = over_plain};

/* A triangle that fills its rectangle, with a stage of ours. */
static const struct scene_vertex corners[] = {
    {{-0.7f, -0.4f, 0.2f, 1}, {0.25f, 0.5f, 0.75f, 1}},
    {{0.6f, -0.4f, 0.2f, 1}, {0.5f, 0.5f, 0.25f, 1}},
    {{-0.7f, 0.8f, 0.6f, 1}, {0.25f, 0.25f, 0.5f, 1}},
    {{0.6f, 0.8f, 0.6f, 1}, {0.5f, 0.25f, 0, 1}},
};
static const uint32_t rectangle[] = {0, 1, 3, 0, 3, 2};
static void fill(struct scene_run *run) {
    scene_put(run, 0x113c, 2);
    scene_draw(run, 4, 0, 3);
    scene_put(run, 0x113c, 0);
}
static const struct scene filled = {.name = "filled",
                                    .vertices = corners,
                                    .count = 4,
                                    .topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST,
                                    .plain_indices = rectangle,
                                    .plain_index_count = 6,
                                    .draw = fill};

/* Four pipelines, one of them of a launch. */
enum { DRAWN = 3, LAUNCHED = 1, ALL = DRAWN + LAUNCHED };
static void launch(void);
static void draw_all(void) {
    scene_check(&machine, &opaque);
    scene_check(&machine, &filled);
    scene_check(&machine, &blended);
    launch();
}

/* ---- a machine ---- */

/* On the caller's thread, so that what the GPU has may be looked at. */
static bool start(enum gpu_link link, const char *folder) {
    const struct machine_options options = {
        .synchronous = true, .link = link, .cache_folder = folder, .program = "a program"};
    return machine_open_with(&machine, &options);
}

static struct pipelines_counts counts(void) {
    struct pipelines_counts c;
    pipelines_count(machine.backend->pipelines, &c);
    return c;
}

static VkPipeline object(void) {
    return machine.backend->drawing->told_object;
}

static bool cannot_link(void) {
    const bool links = machine.backend->vk->pipeline_library;
    if (!links)
        machine_close(&machine);
    return !links;
}

/* Something is computed. */
static void launch(void) {
    struct bound b;
    bound_init(&b, &machine);
    const uint64_t out = machine_memory(&machine, 16, 16);
    bound_storage(&b, BOUND_COMPUTE, 0, out, 16);
    bound_launch(&b, &(struct bound_launch){.text = ".container bare\n.stage compute\n.code\n"
                                                    "MOV R4, c[0x0][0x140]\nMOV R5, c[0x0][0x144]\n"
                                                    "MOV32I R3, 0x1234\nSTG.E [R4], R3\nEXIT\n",
                                            .groups = {1, 1, 1},
                                            .threads = {1, 1, 1}});
    machine_run(&machine);
    if (*(uint32_t *)machine_at(&machine, out) != 0x1234) {
        fprintf(stderr, "a launch did not run\n");
        exit(1);
    }
}

/* ---- drivers that fail ---- */

static PFN_vkCreateGraphicsPipelines real;
enum { FAIL_PARTS, FAIL_LINKS, FAIL_BETTER };
static unsigned fails, failed;

static unsigned kind_of(const VkGraphicsPipelineCreateInfo *info) {
    const VkBaseInStructure *first = info->pNext;
    if (info->flags & VK_PIPELINE_CREATE_LIBRARY_BIT_KHR)
        return FAIL_PARTS;
    if (first && first->sType == VK_STRUCTURE_TYPE_PIPELINE_LIBRARY_CREATE_INFO_KHR)
        return info->flags & VK_PIPELINE_CREATE_LINK_TIME_OPTIMIZATION_BIT_EXT ? FAIL_BETTER
                                                                               : FAIL_LINKS;
    return UINT_MAX;
}

static VKAPI_ATTR VkResult VKAPI_CALL failing(VkDevice device, VkPipelineCache cache,
                                              uint32_t count,
                                              const VkGraphicsPipelineCreateInfo *infos,
                                              const VkAllocationCallbacks *allocator,
                                              VkPipeline *out) {
    if (kind_of(infos) == fails) {
        __atomic_fetch_add(&failed, 1, __ATOMIC_SEQ_CST);
        *out = VK_NULL_HANDLE;
        return VK_ERROR_OUT_OF_DEVICE_MEMORY;
    }
    return real(device, cache, count, infos, allocator, out);
}

/* The driver's compiler does not come to an end. */
static _Atomic bool stuck;
static VKAPI_ATTR VkResult VKAPI_CALL sticking(VkDevice device, VkPipelineCache cache,
                                               uint32_t count,
                                               const VkGraphicsPipelineCreateInfo *infos,
                                               const VkAllocationCallbacks *allocator,
                                               VkPipeline *out) {
    while (kind_of(infos) == FAIL_BETTER) {
        stuck = true;
        pause();
    }
    return real(device, cache, count, infos, allocator, out);
}

/* ---- other processes ---- */

static char program_path[4096];

/* What this program does with these arguments; its status. */
static int other_process(const char *what, const char *link, const char *folder) {
    const pid_t child = fork();
    if (child == 0) {
        execl(program_path, program_path, what, link, folder, (char *)NULL);
        _exit(100);
    }
    int status = 0;
    assert_true(child > 0 && waitpid(child, &status, 0) == child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 101;
}

static int complain(const char *what) {
    struct strbuf text = {0};
    pipelines_describe(machine.backend->pipelines, &text);
    fprintf(stderr, "%s: %s", what, text.text);
    return 1;
}

static int cold(enum gpu_link link, const char *folder) {
    if (!start(link, folder))
        return 2;
    const bool links = link == GPU_LINK_ALWAYS && machine.backend->vk->pipeline_library;
    draw_all();
    const struct pipelines_counts c = counts();
    const uint64_t drawn = links ? c.linked : c.made;
    if (drawn != DRAWN || c.made + c.linked != DRAWN || c.computes != LAUNCHED || c.ahead ||
        c.refused)
        return complain("nothing was kept");
    machine_close(&machine);
    return 0;
}

static int warm(enum gpu_link link, const char *folder) {
    if (!start(link, folder))
        return 2;
    machine_wait_for_pipelines(&machine);
    if (counts().ahead != ALL)
        return complain("ahead of the draws");
    draw_all();
    const struct pipelines_counts c = counts();
    if (c.made || c.computes || c.linked || c.refused || c.ahead != ALL)
        return complain("at the draws");
    machine_close(&machine);
    return 0;
}

/* Draws that come while the thread makes what they need. */
static int racing(enum gpu_link link, const char *folder) {
    if (!start(link, folder))
        return 2;
    const bool links = link == GPU_LINK_ALWAYS && machine.backend->vk->pipeline_library;
    launch();
    scene_check(&machine, &blended);
    draw_all();
    machine_wait_for_pipelines(&machine);
    draw_all();
    const struct pipelines_counts c = counts();
    if (c.refused || (!links && c.made + c.computes + c.ahead != ALL) ||
        (links && (c.made || c.computes + c.ahead + c.optimized != ALL)))
        return complain("draws beside the thread");
    machine_close(&machine);
    return 0;
}

static int ending(enum gpu_link link) {
    if (!start(link, NULL))
        return 2;
    if (!machine.backend->vk->pipeline_library)
        return 0; /* nothing is made beside draws */
    real = vkCreateGraphicsPipelines;
    vkCreateGraphicsPipelines = sticking;
    scene_check(&machine, &opaque);
    for (unsigned i = 0; i < 60000 && !stuck; i++)
        usleep(1000);
    if (!stuck)
        return complain("nothing is made better");
    gpu_set_patience(machine.gpu, 200);
    const bool ended = gpu_stop(machine.gpu);
    fflush(NULL);
    _exit(ended);
}

static int as_other_process(char **arguments) {
    const enum gpu_link link = (enum gpu_link)atoi(arguments[2]);
    const char *what = arguments[1], *folder = arguments[3];
    if (!strcmp(what, "cold"))
        return cold(link, folder);
    if (!strcmp(what, "warm"))
        return warm(link, folder);
    if (!strcmp(what, "racing"))
        return racing(link, folder);
    return ending(link);
}

/* ---- tests ---- */

static void parts_are_shared(void **state) {
    (void)state;
    if (!start(GPU_LINK_ALWAYS, NULL) || cannot_link())
        skip();
    scene_check(&machine, &opaque);
    assert_int_equal(counts().linked, 1);
    assert_int_equal(counts().parts, 4);
    scene_check(&machine, &blended); /* other outputs, and all else the same */
    assert_int_equal(counts().linked, 2);
    assert_int_equal(counts().parts, 5);
    assert_int_equal(counts().made, 0);
    machine_close(&machine);
}

static void the_optimized_one_takes_over(void **state) {
    (void)state;
    if (!start(GPU_LINK_ALWAYS, NULL) || cannot_link())
        skip();
    scene_check(&machine, &opaque);
    const VkPipeline first = object();
    machine_wait_for_pipelines(&machine);
    assert_int_equal(counts().optimized, 1);
    scene_check(&machine, &opaque);
    assert_true(object() && object() != first);
    assert_int_equal(counts().linked, 1);
    machine_close(&machine);
}

static void failing_drivers(void **state) {
    (void)state;
    for (fails = FAIL_PARTS; fails <= FAIL_BETTER; fails++) {
        if (!start(GPU_LINK_ALWAYS, NULL) || cannot_link())
            skip();
        failed = 0;
        real = vkCreateGraphicsPipelines;
        vkCreateGraphicsPipelines = failing;
        scene_check(&machine, &opaque);
        machine_wait_for_pipelines(&machine);
        const VkPipeline first = object();
        scene_check(&machine, &opaque);
        assert_ptr_equal(object(), first);
        vkCreateGraphicsPipelines = real;
        assert_true(failed > 0);
        assert_int_equal(counts().made, fails == FAIL_BETTER ? 0 : 1);
        assert_int_equal(counts().linked, fails == FAIL_BETTER ? 1 : 0);
        assert_int_equal(counts().optimized, 0);
        assert_int_equal(counts().refused, 0);
        machine_close(&machine);
    }
}

static char folder[] = "/tmp/windlass-pipelines-XXXXXX";

/* Of files whose names end so. */
static void empty_folder(const char *end) {
    DIR *d = opendir(folder);
    assert_non_null(d);
    for (struct dirent *e; (e = readdir(d));) {
        const size_t length = strlen(e->d_name);
        if (length >= strlen(end) && !strcmp(e->d_name + length - strlen(end), end))
            unlinkat(dirfd(d), e->d_name, 0);
    }
    closedir(d);
}

static void starts(const char *link) {
    empty_folder("");
    assert_int_equal(other_process("cold", link, folder), 0);
    assert_int_equal(other_process("warm", link, folder), 0);
    assert_int_equal(other_process("racing", link, folder), 0);
    empty_folder(".spirv"); /* a list whose translations are gone is no hindrance */
    assert_int_equal(other_process("racing", link, folder), 0);
    assert_int_equal(other_process("warm", link, folder), 0);
}

static void whole_ones_are_made_ahead(void **state) {
    (void)state;
    starts("1");
}

static void linked_ones_are_made_ahead(void **state) {
    (void)state;
    starts("2");
}

static void the_end_does_not_wait_for_a_compiler(void **state) {
    (void)state;
    assert_int_equal(other_process("ending", "2", folder), 0);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_are_shared),
        cmocka_unit_test(the_optimized_one_takes_over),
        cmocka_unit_test(failing_drivers),
        cmocka_unit_test(whole_ones_are_made_ahead),
        cmocka_unit_test(linked_ones_are_made_ahead),
        cmocka_unit_test(the_end_does_not_wait_for_a_compiler),
    };
    if (argc == 4)
        return as_other_process(argv);
    if (!start(GPU_LINK_NEVER, NULL)) {
        printf("1..0 # SKIP there is no device\n");
        return 0;
    }
    machine_close(&machine);
    if (readlink("/proc/self/exe", program_path, sizeof program_path - 1) < 0 || !mkdtemp(folder))
        return 1;
    const int result = cmocka_run_group_tests_name("pipelines", tests, NULL, NULL);
    empty_folder("");
    rmdir(folder);
    return result;
}
