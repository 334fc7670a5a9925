/* SPDX-License-Identifier: MIT */
/* Choices between many: tables, and what stands for a loop of several entries. */
#include "gpu/shader/code.h"
#include "gpu/shader/translate/resources.h"
#include "gpu/shader/translate/walk.h"

#include "base/memory.h"

#include <stdlib.h>

/* The address that BRX or JMX goes to. Its table may name the word that schedules in front of the
 * block. */
static uint32_t table_selector(struct walk *w, const struct region *r) {
    struct translator *t = w->t;
    const struct isa_instruction in = walk_last(t, r->block);
    const struct isa_operand *table = &in.operand[ISA_ARG_L];
    const uint32_t type = type_u32(t);
    const uint32_t base = shader_flow_table_base(&in, t->flow.blocks[r->block].last);
    uint32_t far = operand_word(t, &in, ISA_ARG_A);
    if (table->kind == ISA_INDEXED)
        far = constant_word_at(t, table->slot,
                               op2(t, SpvOpIAdd, type, get_register(t, table->number),
                                   u32_constant(t, (uint32_t)table->value)));
    return op2(t, SpvOpIAdd, type, u32_constant(t, base), far);
}

/* The words of OpSwitch from the selector on, or the labels of its cases. */
struct choice {
    uint32_t *words;
    uint32_t count, room;
};

static void choice_add(struct choice *c, uint32_t word) {
    GROW(c->words, c->count, c->room);
    c->words[c->count++] = word;
}

static void add_table_cases(const struct walk *w, const struct region *r, uint32_t value,
                            uint32_t label, struct choice *c) {
    const struct shader_flow *f = &w->t->flow;
    const uint32_t address = f->blocks[f->to[f->blocks[r->block].first_to + value]].begin;
    choice_add(c, address);
    choice_add(c, label);
    if (address % CODE_GROUP == CODE_WORD) {
        choice_add(c, address - CODE_WORD);
        choice_add(c, label);
    }
}

void walk_choice(struct walk *w, uint32_t region) {
    struct translator *t = w->t;
    const struct region *r = &w->s->regions[region];
    struct choice c = {0};
    struct inside i;
    walk_enter(w, &i, region);
    const uint32_t selector = r->kind == REGION_TABLE
                                  ? table_selector(w, r)
                                  : op1(t, SpvOpLoad, type_u32(t), walk_variable(w, &w->dispatch));
    choice_add(&c, selector);
    choice_add(&c, 0);
    struct choice labels = {0};
    uint32_t count = 0;
    for (uint32_t one = r->body; one != FLOW_NONE; one = w->s->regions[one].next) {
        const uint32_t label = spirv_id(&t->m);
        choice_add(&labels, label);
        const uint32_t value = w->s->regions[one].value;
        if (w->s->regions[one].next == FLOW_NONE) {
            c.words[1] = label;
        } else if (r->kind == REGION_TABLE) {
            add_table_cases(w, r, value, label, &c);
        } else {
            choice_add(&c, value);
            choice_add(&c, label);
        }
    }
    if (!labels.count)
        c.words[1] = i.merge;
    SPIRV_DO(&t->m, SpvOpSelectionMerge, i.merge, SpvSelectionControlMaskNone);
    spirv_put(&t->m, SPIRV_FUNCTIONS, SpvOpSwitch, c.count, c.words);
    w->ended = true;
    for (uint32_t one = r->body; one != FLOW_NONE; one = w->s->regions[one].next) {
        walk_begin_from(w, labels.words[count++], i.mark);
        walk_list(w, w->s->regions[one].body);
        walk_go(w, i.merge);
    }
    free(labels.words);
    free(c.words);
    walk_leave(w, &i);
}
