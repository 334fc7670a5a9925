/* SPDX-License-Identifier: MIT */
/* What recording a draw costs: a buffer is bound, constants are pushed, three vertices are drawn;
 * in deko3d's words, and in a secondary command buffer of plain Vulkan. And how many threads' worth
 * of it several threads do, beside what several threads of plain arithmetic do, which share
 * nothing: processors of a virtual machine are not always there when it wants them. Prints "figure
 * NAME OURS BESIDE UNIT" lines. usage: bench_deko3d ROUNDS */
#include "../gpu/bench.h"

#include <deko3d.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "solid_frag.spv.h"
#include "solid_vert.spv.h"

enum {
    DRAWS = 20000,
    THREADS = 8,
    CONSTANT_BYTES = 64,
    WORD_BYTES = 64 * DRAWS * 4, /* more than a draw takes */
    MOST_ROUNDS = 101,
    SCENES = 512, /* that are timed as one: threads take milliseconds to spread over processors */
};

static unsigned rounds;

static int ascending(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double middle(double *values) {
    qsort(values, rounds, sizeof *values, ascending);
    return values[rounds / 2];
}

static double seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* ---- ours ---- */

struct recorder {
    DkCmdBuf commands;
    DkGpuAddr constants;
    uint32_t draws;
};

static DkDevice device;
static DkMemBlock words, data;

static DkMemBlock new_block(uint32_t size) {
    DkMemBlockMaker maker;
    dkMemBlockMakerDefaults(&maker, device, size);
    return dkMemBlockCreate(&maker);
}

static void open_ours(struct recorder recorders[THREADS]) {
    DkDeviceMaker maker;
    dkDeviceMakerDefaults(&maker);
    device = dkDeviceCreate(&maker);
    words = new_block(WORD_BYTES);
    data = new_block(0x10000);
    memset(dkMemBlockGetCpuAddr(words), 0, WORD_BYTES); /* pages that are there */
    DkCmdBufMaker buffer;
    dkCmdBufMakerDefaults(&buffer, device);
    for (uint32_t i = 0; i < THREADS; i++) {
        recorders[i].commands = dkCmdBufCreate(&buffer);
        recorders[i].constants = dkMemBlockGetGpuAddr(data) + 0x100 * i;
        recorders[i].draws = DRAWS / THREADS;
        dkCmdBufAddMemory(recorders[i].commands, words, WORD_BYTES / THREADS * i,
                          WORD_BYTES / THREADS);
    }
}

static void close_ours(struct recorder recorders[THREADS]) {
    for (uint32_t i = 0; i < THREADS; i++)
        dkCmdBufDestroy(recorders[i].commands);
    dkMemBlockDestroy(words);
    dkMemBlockDestroy(data);
    dkDeviceDestroy(device);
}

static void record(const struct recorder *r) {
    float constants[CONSTANT_BYTES / 4] = {0};
    dkCmdBufClear(r->commands);
    for (uint32_t i = 0; i < r->draws; i++) {
        constants[0] = (float)i;
        dkCmdBufBindUniformBuffer(r->commands, DkStage_Vertex, 0, r->constants, 256);
        dkCmdBufPushConstants(r->commands, r->constants, 256, 0, sizeof constants, constants);
        dkCmdBufDraw(r->commands, DkPrimitive_Triangles, 3, 1, 0, 0);
    }
    if (!dkCmdBufFinishList(r->commands))
        abort();
}

static void *record_scenes(void *argument) {
    for (int i = 0; i < SCENES; i++)
        record(argument);
    return NULL;
}

/* As many steps as take about as long as a thread's scenes. */
static void *calculate(void *argument) {
    (void)argument;
    uint64_t x = 1;
    for (uint32_t i = 0; i < SCENES * DRAWS / THREADS * 16; i++) {
        x += x << 1 ^ i;
        __asm__ volatile("" : "+r"(x)); /* no step is left out */
    }
    return NULL;
}

static double all_by_one(void *(*work)(void *), struct recorder recorders[THREADS]) {
    const double begin = seconds();
    for (int i = 0; i < THREADS; i++)
        work(&recorders[i]);
    return (seconds() - begin) / (double)SCENES;
}

static double each_by_a_thread(void *(*work)(void *), struct recorder recorders[THREADS]) {
    pthread_t threads[THREADS];
    const double begin = seconds();
    for (int i = 0; i < THREADS; i++)
        if (pthread_create(&threads[i], NULL, work, &recorders[i]) != 0)
            abort();
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    return (seconds() - begin) / (double)SCENES;
}

/* ---- plain Vulkan ---- */

struct secondary {
    struct vulkan *vk;
    struct plain *p;
    VkPipeline pipeline;
    VkPipelineLayout layout;
    VkDescriptorSet set;
    VkCommandPool pool;
    VkCommandBuffer commands;
};

static void open_secondary(struct secondary *s, struct vulkan *vk) {
    struct plain_pipeline state;
    *s = (struct secondary){.vk = vk, .p = plain_open(vk)};
    const struct plain_buffer constants = plain_buffer(s->p, 0x10000);
    const VkDescriptorBufferInfo buffer = {constants.buffer, 0, 256};
    VkWriteDescriptorSet write = {.descriptorType = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC,
                                  .descriptorCount = 1,
                                  .pBufferInfo = &buffer};
    s->layout = plain_layout(s->p, &write, 1, CONSTANT_BYTES, &s->set);
    plain_pipeline_init(&state, 64, 64);
    plain_stage(s->p, &state, VK_SHADER_STAGE_VERTEX_BIT, solid_spv_vert, sizeof solid_spv_vert);
    plain_stage(s->p, &state, VK_SHADER_STAGE_FRAGMENT_BIT, solid_spv_frag, sizeof solid_spv_frag);
    state.layout = s->layout;
    state.bindings[0] = (VkVertexInputBindingDescription){0, 16, 0};
    state.attributes[0] = (VkVertexInputAttributeDescription){0, 0, VK_FORMAT_R32G32B32_SFLOAT, 0};
    state.attributes[1] = (VkVertexInputAttributeDescription){1, 0, VK_FORMAT_R8G8B8A8_UNORM, 12};
    state.binding_count = 1;
    state.attribute_count = 2;
    state.color[0] = VK_FORMAT_R8G8B8A8_UNORM;
    state.color_count = 1;
    s->pipeline = plain_pipeline(s->p, &state);
    const VkCommandPoolCreateInfo pool = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
        .flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT,
        .queueFamilyIndex = vk->family,
    };
    VkCommandBufferAllocateInfo one = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
        .level = VK_COMMAND_BUFFER_LEVEL_SECONDARY,
        .commandBufferCount = 1,
    };
    if (vkCreateCommandPool(vk->device, &pool, NULL, &s->pool) != VK_SUCCESS)
        abort();
    one.commandPool = s->pool;
    if (vkAllocateCommandBuffers(vk->device, &one, &s->commands) != VK_SUCCESS)
        abort();
}

static void close_secondary(struct secondary *s) {
    vkDestroyCommandPool(s->vk->device, s->pool, NULL);
    plain_close(s->p);
}

static double secondary(struct secondary *s) {
    static const VkFormat format = VK_FORMAT_R8G8B8A8_UNORM;
    const VkCommandBufferInheritanceRenderingInfo rendering = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_INHERITANCE_RENDERING_INFO,
        .colorAttachmentCount = 1,
        .pColorAttachmentFormats = &format,
        .rasterizationSamples = VK_SAMPLE_COUNT_1_BIT,
    };
    const VkCommandBufferInheritanceInfo inherited = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_INHERITANCE_INFO, .pNext = &rendering};
    const VkCommandBufferBeginInfo begin_info = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
        .flags = VK_COMMAND_BUFFER_USAGE_RENDER_PASS_CONTINUE_BIT,
        .pInheritanceInfo = &inherited,
    };
    float constants[CONSTANT_BYTES / 4] = {0};
    const double begin = seconds();
    if (vkBeginCommandBuffer(s->commands, &begin_info) != VK_SUCCESS)
        abort();
    vkCmdBindPipeline(s->commands, VK_PIPELINE_BIND_POINT_GRAPHICS, s->pipeline);
    for (uint32_t i = 0; i < DRAWS; i++) {
        const uint32_t offset = i % 128 * 256;
        constants[0] = (float)i;
        vkCmdBindDescriptorSets(s->commands, VK_PIPELINE_BIND_POINT_GRAPHICS, s->layout, 0, 1,
                                &s->set, 1, &offset);
        vkCmdPushConstants(s->commands, s->layout, VK_SHADER_STAGE_ALL, 0, sizeof constants,
                           constants);
        vkCmdDraw(s->commands, 3, 1, 0, 0);
    }
    if (vkEndCommandBuffer(s->commands) != VK_SUCCESS)
        abort();
    return seconds() - begin;
}

/* ---- both ---- */

/* One device at a time is open: they take turns by a few rounds each. */
enum { BLOCK = 3 };

struct times {
    double one[MOST_ROUNDS + BLOCK], many[MOST_ROUNDS + BLOCK];
};

static void measure_ours(struct times *recording, struct times *arithmetic, unsigned at) {
    struct recorder recorders[THREADS];
    open_ours(recorders);
    all_by_one(record_scenes, recorders);
    for (unsigned i = at; i < at + BLOCK; i++) {
        recording->one[i] = all_by_one(record_scenes, recorders);
        recording->many[i] = each_by_a_thread(record_scenes, recorders);
        arithmetic->one[i] = all_by_one(calculate, recorders);
        arithmetic->many[i] = each_by_a_thread(calculate, recorders);
    }
    close_ours(recorders);
}

static void measure_beside(double *beside, bool first) {
    struct secondary s;
    struct machine m;
    const struct machine_options options = {.synchronous = true, .unchecked = true};
    if (!machine_open_with(&m, &options)) {
        fprintf(stderr, "there is no Vulkan device\n");
        exit(1);
    }
    if (first)
        printf("device %s\n", m.backend->vk->properties.deviceName);
    open_secondary(&s, m.backend->vk);
    secondary(&s);
    for (int i = 0; i < BLOCK; i++)
        beside[i] = secondary(&s);
    close_secondary(&s);
    machine_close(&m);
}

int main(int argc, char **argv) {
    static struct times recording, arithmetic;
    static double beside[MOST_ROUNDS + BLOCK];
    rounds = argc > 1 ? (unsigned)atoi(argv[1]) : 9;
    rounds = rounds < 1 ? 1 : rounds > MOST_ROUNDS ? MOST_ROUNDS : rounds;
    for (unsigned i = 0; i < rounds; i += BLOCK) {
        measure_beside(beside + i, i == 0);
        measure_ours(&recording, &arithmetic, i);
    }
    const double alone = middle(recording.one), to_ns = 1e9 / (double)DRAWS;
    printf("figure record_draw %.6g %.6g ns\n", alone * to_ns, middle(beside) * to_ns);
    printf("figure record_by_threads %.6g %.6g ns\n", middle(recording.many) * to_ns,
           alone * to_ns);
    printf("figure arithmetic_by_threads %.6g %.6g ns\n", middle(arithmetic.many) * to_ns,
           middle(arithmetic.one) * to_ns);
    return 0;
}
