/* SPDX-License-Identifier: MIT */
#include "deko3d/shader/exercise.h"

#include "deko3d/shader/dksh.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CODE_OFFSET = 0x120000 /* of the block in the code segment */ };

static const char *warning = "";

void dk_warn(DkDevice device, const char *context, const char *message) {
    (void)device;
    if (strcmp(context, "dkShaderInitialize") != 0)
        abort();
    warning = message;
}

void dk_raise(DkDevice device, const char *context, DkResult result, const char *message) {
    (void)device, (void)result;
    fprintf(stderr, "%s: %s\n", context, message);
    abort();
}

const char *exercise_warning(void) {
    return warning;
}

static void require(bool holds) {
    if (!holds)
        abort();
}

/* All that the GPU would read lies in the block, and leaves its end alone. */
static void check(const DkShader *s, const struct tag_DkMemBlock *b) {
    const uint64_t end = CODE_OFFSET + b->size - DK_SHADER_CODE_UNUSABLE_SIZE;
    if (!dkShaderIsValid(s)) {
        require(*warning != 0);
        return;
    }
    require(!*warning && s->id && s->registers <= 255);
    require((unsigned)dkShaderGetStage(s) <= DkStage_Compute);
    require(s->code >= CODE_OFFSET && s->code < end);
    require(!s->constants_size ||
            (s->constants_offset % DKSH_ALIGN == 0 && s->constants_offset >= CODE_OFFSET &&
             (uint64_t)s->constants_offset + s->constants_size <= end));
    if (s->stage == DkStage_Vertex && s->vertex.alternative)
        require(s->vertex.alternative >= CODE_OFFSET && s->vertex.alternative < end);
}

static bool load(const uint8_t *bytes, size_t size, const void *control, uint32_t program) {
    static struct tag_DkDevice device;
    struct tag_DkMemBlock b = {.device = &device,
                               .size = (uint32_t)size + DK_SHADER_CODE_UNUSABLE_SIZE,
                               .flags = DkMemBlockFlags_Code,
                               .code_offset = CODE_OFFSET};
    DkShaderMaker m;
    DkShader s;
    b.memory = malloc(b.size);
    memset(b.memory, 0xee, b.size);
    if (size)
        memcpy(b.memory, bytes, size);
    dkShaderMakerDefaults(&m, &b, 0);
    m.control = control;
    m.programId = program;
    warning = "";
    dkShaderInitialize(&s, &m);
    check(&s, &b);
    free(b.memory);
    return dkShaderIsValid(&s);
}

/* The program vouches for the control section's size, where it lies apart. */
static void load_apart(const uint8_t *bytes, size_t size, uint32_t program) {
    struct dksh_head head;
    if (size < sizeof head)
        return;
    memcpy(&head, bytes, sizeof head);
    if (head.control_size < sizeof head || head.control_size > size)
        return;
    uint8_t *control = malloc(head.control_size);
    memcpy(control, bytes, head.control_size);
    load(bytes + head.control_size, size - head.control_size, control, program);
    free(control);
}

bool exercise_shader(const uint8_t *bytes, size_t size, uint32_t program) {
    load_apart(bytes, size, program);
    return load(bytes, size, NULL, program);
}
