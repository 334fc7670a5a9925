/* SPDX-License-Identifier: MIT */
#include "deko3d/objects.h"

#include "deko3d/shader/dksh.h"

static uint32_t new_id(void) {
    static _Atomic uint32_t last;
    uint32_t id;
    do
        id = ++last;
    while (!id); /* 0 is what no stage has bound */
    return id;
}

static uint8_t stage_of(uint32_t type) {
    static const uint8_t stages[DKSH_TYPES] = {
        [DKSH_VERTEX] = DkStage_Vertex,
        [DKSH_FRAGMENT] = DkStage_Fragment,
        [DKSH_GEOMETRY] = DkStage_Geometry,
        [DKSH_TESS_CONTROL] = DkStage_TessCtrl,
        [DKSH_TESS_EVALUATION] = DkStage_TessEval,
        [DKSH_COMPUTE] = DkStage_Compute,
    };
    return stages[type];
}

static void take_fragment(DkShader *s, const struct dksh_program *p) {
    s->fragment.has_table = p->fragment.has_table != 0;
    s->fragment.early_tests = p->fragment.early_tests != 0;
    s->fragment.post_depth_coverage = p->fragment.post_depth_coverage != 0;
    s->fragment.per_sample = p->fragment.per_sample != 0;
    for (unsigned i = 0; i < 4; i++)
        s->fragment.table[i] = p->fragment.table[i];
    s->fragment.param_d8 = p->fragment.param_d8;
    s->fragment.param_65b = p->fragment.param_65b;
    s->fragment.param_489 = p->fragment.param_489;
}

static void take_geometry(DkShader *s, const struct dksh_program *p) {
    s->geometry.flag_47c = p->geometry.flag_47c != 0;
    s->geometry.has_table = p->geometry.has_table != 0;
    for (unsigned i = 0; i < 8; i++)
        s->geometry.table[i] = p->geometry.table[i];
}

static void take_compute(DkShader *s, const struct dksh_program *p) {
    for (unsigned i = 0; i < 3; i++)
        s->compute.dimensions[i] = p->compute.dimensions[i];
    s->compute.shared_size = p->compute.shared_size;
    s->compute.local_positive = p->compute.local_positive;
    s->compute.local_negative = p->compute.local_negative;
    s->compute.call_stack = p->compute.call_stack;
    s->compute.barriers = p->compute.barriers;
}

/* code: where the file's code section lies in the code segment. */
static void take_program(DkShader *s, const struct dksh_program *p, uint32_t code) {
    s->valid = true;
    s->stage = stage_of(p->type);
    s->id = new_id();
    s->code = code + p->entry;
    s->registers = p->registers;
    s->constants_offset = code + p->constants_offset;
    s->constants_size = p->constants_size;
    s->scratch = p->scratch;
    if (p->type == DKSH_VERTEX && p->vertex.alternative) {
        s->vertex.alternative = code + p->vertex.alternative;
        s->vertex.alternative_registers = p->vertex.alternative_registers;
    }
    if (p->type == DKSH_FRAGMENT)
        take_fragment(s, p);
    if (p->type == DKSH_GEOMETRY)
        take_geometry(s, p);
    if (p->type == DKSH_TESS_EVALUATION)
        s->tess_eval.param_c8 = p->tess_eval.param_c8;
    if (p->type == DKSH_COMPUTE)
        take_compute(s, p);
}

/* What is wrong with the file, or NULL. *code: where its code section lies in the block. */
static const char *read(const DkShaderMaker *m, struct dksh_program *p, uint64_t *code) {
    const struct tag_DkMemBlock *b = m->codeMem;
    struct dksh_head head;
    const void *control = m->control;
    size_t room = SIZE_MAX; /* of the program's own memory only the program knows */
    if (!(b->flags & DkMemBlockFlags_Code))
        return "the memory block is none for code";
    if (m->codeOffset >= b->size || m->codeOffset % DK_SHADER_CODE_ALIGNMENT)
        return "codeOffset is not aligned, or outside of the memory block";
    if (!control) {
        control = b->memory + m->codeOffset;
        room = b->size - m->codeOffset;
    }
    const char *problem = dksh_read(control, room, m->programId, &head, p);
    if (problem)
        return problem;
    *code = m->codeOffset + (m->control ? 0 : (uint64_t)head.control_size);
    if (*code + head.code_size + DK_SHADER_CODE_UNUSABLE_SIZE > b->size)
        return "the shader's code reaches into the last 1024 bytes of the memory block, which "
               "must stay unused, or beyond it";
    return NULL;
}

void dkShaderInitialize(DkShader *obj, DkShaderMaker const *maker) {
    const DkDevice d = maker->codeMem->device;
    struct dksh_program program;
    uint64_t code = 0;
    DK_CHECK_FLAGS(d, maker->codeMem->flags & DkMemBlockFlags_Code,
                   "the memory block must be made with DkMemBlockFlags_Code");
    DK_CHECK_ALIGN(d, maker->codeOffset, DK_SHADER_CODE_ALIGNMENT);
    *obj = (DkShader){.magic = DK_SHADER_MAGIC};
    const char *problem = read(maker, &program, &code);
    if (problem)
        dk_warn(d, __func__, problem);
    else
        take_program(obj, &program, maker->codeMem->code_offset + (uint32_t)code);
}

bool dkShaderIsValid(DkShader const *obj) {
    return obj->magic == DK_SHADER_MAGIC && obj->valid;
}

DkStage dkShaderGetStage(DkShader const *obj) {
    return obj->stage;
}
