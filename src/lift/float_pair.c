/* SPDX-License-Identifier: MIT */
#include "lift/float_pair.h"

#include <string.h>

/* Values are numbered: four of each word, which writes no more registers, then those that registers
 * have when a turn begins. */
enum {
    WORDS_MAX = 300,
    EACH = 4,
    CARRIED = EACH * WORDS_MAX,
    VALUES = CARRIED + 32,
    NONE = -1,
    ROUNDS = 8,
    PAIRS_MIN = 2,
};

struct step {
    const struct pair_form *form;
    bool load, banned;
    int16_t mate;                    /* the other instruction of the pair */
    int16_t operands[PAIR_OPERANDS]; /* values */
    struct a64_effects effects;
};

struct finder {
    const struct text *text;
    uint32_t first, count;
    struct step steps[WORDS_MAX];
    int16_t now[32];         /* value in each register */
    int16_t partner[VALUES]; /* the other half */
    bool high[VALUES];
    bool failed; /* something was banned in this round */
};

static const struct pair_form forms[] = {
    {A64_OP_FADD_V32, "fadd", 2, 32, false},        {A64_OP_FADD_V64, "fadd", 2, 64, false},
    {A64_OP_FSUB_V32, "fsub", 2, 32, false},        {A64_OP_FSUB_V64, "fsub", 2, 64, false},
    {A64_OP_FMUL_V32, "fmul", 2, 32, false},        {A64_OP_FMUL_V64, "fmul", 2, 64, false},
    {A64_OP_FDIV_V32, "fdiv", 2, 32, false},        {A64_OP_FDIV_V64, "fdiv", 2, 64, false},
    {A64_OP_FMLA_V32, "fmla", 3, 32, false},        {A64_OP_FMLA_V64, "fmla", 3, 64, false},
    {A64_OP_FMLS_V32, "fmls", 3, 32, false},        {A64_OP_FMLS_V64, "fmls", 3, 64, false},
    {A64_OP_FMUL_ELEMENT_V32, "fmul", 2, 32, true}, {A64_OP_FMUL_ELEMENT_V64, "fmul", 2, 64, true},
    {A64_OP_FMLA_ELEMENT_V32, "fmla", 3, 32, true}, {A64_OP_FMLA_ELEMENT_V64, "fmla", 3, 64, true},
    {A64_OP_FMLS_ELEMENT_V32, "fmls", 3, 32, true}, {A64_OP_FMLS_ELEMENT_V64, "fmls", 3, 64, true},
};

const struct pair_form *float_pair_form(enum a64_op op) {
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        if (forms[i].op == op)
            return &forms[i];
    return NULL;
}

static unsigned field(uint32_t word, unsigned low, unsigned width) {
    return word >> low & ((1u << width) - 1);
}

static unsigned operand_register(uint32_t word, unsigned operand) {
    static const uint8_t low[PAIR_OPERANDS] = {5, 16, 0}; /* rn, rm, rd */
    return field(word, low[operand], 5);
}

bool float_pair_load(const struct text *t, uint32_t at, struct pair_load *out) {
    const uint32_t word = text_word(t, at);
    const int32_t offset = ((int32_t)field(word, 15, 7) ^ 0x40) - 0x40;
    *out = (struct pair_load){(uint8_t)field(word, 0, 5), (uint8_t)field(word, 10, 5),
                              (uint8_t)field(word, 5, 5), offset * 16, 0};
    switch ((enum a64_op)t->ops[at]) {
    case A64_OP_LDP_Q_OFFSET:
        return true;
    case A64_OP_LDP_Q_PRE:
        out->change = out->offset;
        return out->base != 31;
    case A64_OP_LDP_Q_POST:
        out->change = out->offset;
        out->offset = 0;
        return out->base != 31;
    default:
        return false;
    }
}

/* Registers aside, two words of one pair are the same. */
static bool same_shape(uint32_t a, uint32_t b) {
    return !((a ^ b) & ~(0x1fu | 0x1fu << 5 | 0x1fu << 16));
}

static void read_step(struct finder *w, uint32_t k) {
    struct step *s = &w->steps[k];
    const uint32_t at = w->first + k, word = text_word(w->text, at);
    const enum a64_op op = (enum a64_op)w->text->ops[at];
    struct pair_load load;
    a64_effects(op, word, &s->effects);
    s->load = float_pair_load(w->text, at, &load) && load.low != load.high;
    s->form = field(word, 30, 1) ? float_pair_form(op) : NULL; /* all of the register */
}

/* ---- finding ---- */

static void ban_step(struct finder *w, int k) {
    struct step *s = &w->steps[k];
    w->failed = true;
    s->banned = true;
    if (s->mate != NONE)
        w->steps[s->mate].banned = true;
}

/* The value must be no half. */
static void ban(struct finder *w, int value) {
    if (value < CARRIED) {
        ban_step(w, value / EACH);
        return;
    }
    for (uint32_t k = 0; k < w->count; k++)
        for (unsigned i = 0; w->steps[k].mate != NONE && i < w->steps[k].form->operands; i++)
            if (w->steps[k].operands[i] == value)
                ban_step(w, (int)k);
}

static void join(struct finder *w, int low, int high) {
    w->partner[low] = (int16_t)high;
    w->partner[high] = (int16_t)low;
    w->high[low] = false;
    w->high[high] = true;
}

enum fit { FIT_NOT, FIT_SHARED, FIT_LOW_FIRST, FIT_HIGH_FIRST, FIT_CARRIED };

/* How an operand of two instructions fits into a pair of them. */
static enum fit fit_operand(const struct finder *w, const struct step *a, const struct step *b,
                            unsigned i) {
    const int x = a->operands[i], y = b->operands[i];
    if (x == y)
        return w->partner[x] == NONE ? FIT_SHARED : FIT_NOT;
    if (a->form->lane && i == 1)
        return FIT_NOT;
    if (w->partner[x] == y)
        return w->high[x] ? FIT_HIGH_FIRST : FIT_LOW_FIRST;
    return x >= CARRIED && y >= CARRIED && w->partner[x] == NONE && w->partner[y] == NONE
               ? FIT_CARRIED
               : FIT_NOT;
}

/* Do the two become a pair? What a turn takes from the one before is a pair when something else of
 * theirs is; whether it stays one is seen at the turn's end. */
static bool join_steps(struct finder *w, int first, int second) {
    struct step *a = &w->steps[first], *b = &w->steps[second];
    enum fit order = FIT_SHARED;
    int carried = NONE;
    for (unsigned i = 0; i < a->form->operands; i++) {
        const enum fit fit = fit_operand(w, a, b, i);
        if (fit == FIT_NOT)
            return false;
        if (fit == FIT_CARRIED && carried != NONE &&
            (a->operands[i] != a->operands[carried] || b->operands[i] != b->operands[carried]))
            return false;
        if (fit == FIT_CARRIED)
            carried = (int)i;
        if (fit != FIT_LOW_FIRST && fit != FIT_HIGH_FIRST)
            continue;
        if (order != FIT_SHARED && order != fit)
            return false;
        order = fit;
    }
    if (order == FIT_SHARED)
        return false;
    const bool turn = order == FIT_HIGH_FIRST;
    if (carried != NONE)
        join(w, (turn ? b : a)->operands[carried], (turn ? a : b)->operands[carried]);
    join(w, EACH * (turn ? second : first), EACH * (turn ? first : second));
    a->mate = (int16_t)second;
    b->mate = (int16_t)first;
    return true;
}

static void find_mate(struct finder *w, uint32_t k) {
    const struct step *s = &w->steps[k];
    const uint32_t word = text_word(w->text, w->first + k);
    for (uint32_t i = 0; i < k; i++) {
        const struct step *other = &w->steps[i];
        if (other->form == s->form && !other->banned && other->mate == NONE &&
            same_shape(word, text_word(w->text, w->first + i)) && join_steps(w, (int)i, (int)k))
            return;
    }
}

/* The values that the word's registers have from it on. */
static void write_values(struct finder *w, uint32_t k) {
    const struct step *s = &w->steps[k];
    struct pair_load load;
    if (s->load) {
        float_pair_load(w->text, w->first + k, &load);
        w->now[load.low] = (int16_t)(EACH * k);
        w->now[load.high] = (int16_t)(EACH * k + 1);
        return;
    }
    for (uint32_t set = s->effects.v_written, i = 0; set; set &= set - 1, i++)
        w->now[__builtin_ctz(set)] = (int16_t)(EACH * k + i);
}

static void begin_turn(struct finder *w) {
    for (int r = 0; r < 32; r++)
        w->now[r] = (int16_t)(CARRIED + r);
}

static void find_pairs(struct finder *w) {
    memset(w->partner, 0xff, sizeof w->partner); /* NONE */
    begin_turn(w);
    for (uint32_t k = 0; k < w->count; k++) {
        struct step *s = &w->steps[k];
        const uint32_t word = text_word(w->text, w->first + k);
        s->mate = NONE;
        for (unsigned i = 0; s->form && i < s->form->operands; i++)
            s->operands[i] = w->now[operand_register(word, i)];
        if (s->load && !s->banned)
            join(w, (int)(EACH * k), (int)(EACH * k + 1));
        if (s->form && !s->banned)
            find_mate(w, k);
        write_values(w, k);
    }
}

/* ---- looking at what was found ---- */

static void check_no_half(struct finder *w, int value) {
    if (w->partner[value] != NONE)
        ban(w, value);
}

/* Nothing else may read a half, nor a pair for both what became one later in the turn. */
static void check_readers(struct finder *w) {
    begin_turn(w);
    for (uint32_t k = 0; k < w->count; k++) {
        const struct step *s = &w->steps[k], *mate = s->mate == NONE ? NULL : &w->steps[s->mate];
        for (uint32_t set = mate ? 0 : s->effects.v_read; set; set &= set - 1)
            check_no_half(w, w->now[__builtin_ctz(set)]);
        for (unsigned i = 0; mate && i < s->form->operands; i++)
            if (s->operands[i] == mate->operands[i])
                check_no_half(w, s->operands[i]);
        write_values(w, k);
    }
}

/* What the next turn takes as a pair must be the same pair, and it takes no half of one alone. */
static void check_carried(struct finder *w, uint32_t live) {
    for (int r = 0; r < 32; r++) {
        const int begin = CARRIED + r, end = w->now[r], other = w->partner[begin];
        if (other == NONE) {
            if (live >> r & 1)
                check_no_half(w, end);
            continue;
        }
        const int other_end = w->now[other - CARRIED];
        const bool unchanged = end == begin && other_end == other;
        if (!unchanged && (w->partner[end] != other_end || w->high[end] != w->high[begin]))
            ban(w, begin);
    }
}

/* ---- what is told of it ---- */

/* Of the later word of two, which reads the value. */
static struct pair_operand operand_of(const struct finder *w, int value, unsigned reg) {
    const int other = w->partner[value];
    if (other == NONE)
        return (struct pair_operand){PAIR_SHARED, reg};
    const int low = w->high[value] ? other : value;
    if (value >= CARRIED)
        return (struct pair_operand){PAIR_CARRIED, (uint32_t)(low - CARRIED)};
    const int later = value > other ? value : other;
    return (struct pair_operand){PAIR_MADE, w->first + (uint32_t)later / EACH};
}

static bool tell_pair(const struct finder *w, uint32_t k, struct float_pairs *out) {
    const struct step *s = &w->steps[k];
    const bool arithmetic = s->mate != NONE && s->mate < (int)k;
    if (!arithmetic && (!s->load || s->banned))
        return true;
    if (out->count == PAIRS_MAX)
        return false;
    struct float_pair *p = &out->pairs[out->count++];
    const uint32_t at = w->first + k;
    *p = (struct float_pair){.at = at, .before = at};
    if (!arithmetic)
        return true;
    p->before = w->first + (uint32_t)s->mate;
    for (unsigned i = 0; i < s->form->operands; i++)
        p->operands[i] = operand_of(w, s->operands[i], operand_register(text_word(w->text, at), i));
    return true;
}

static bool tell(const struct finder *w, struct float_pairs *out) {
    unsigned made = 0;
    *out = (struct float_pairs){0};
    for (uint32_t k = 0; k < w->count; k++) {
        made += w->steps[k].mate != NONE;
        if (!tell_pair(w, k, out))
            return false;
    }
    for (unsigned r = 0; r < 32; r++) {
        const int begin = CARRIED + (int)r, end = w->now[r];
        if (w->partner[begin] != NONE && !w->high[begin])
            out->carried[out->carried_count++] = (struct carried_pair){
                (uint8_t)r, (uint8_t)(w->partner[begin] - CARRIED), operand_of(w, end, r)};
        if (end >= CARRIED || w->partner[end] == NONE)
            continue;
        out->end[r].half = w->high[end] ? PAIR_HIGH : PAIR_LOW;
        out->end[r].word = operand_of(w, end, r).low;
    }
    return made >= 2 * PAIRS_MIN;
}

bool float_pairs_find(const struct text *t, const struct function *f, const struct flow *flow,
                      const struct float_loop *loop, struct float_pairs *out) {
    const struct block *b = &f->blocks[loop->header];
    const uint32_t count = b->count - (b->end != END_FALL);
    struct finder w = {.text = t, .first = b->first, .count = count};
    if (loop->count != 1 || count > WORDS_MAX)
        return false;
    for (uint32_t k = 0; k < count; k++)
        read_step(&w, k);
    for (unsigned round = 0; round < ROUNDS; round++) {
        w.failed = false;
        find_pairs(&w);
        check_readers(&w);
        check_carried(&w, flow->blocks[loop->header].live_in.v);
        if (!w.failed)
            return tell(&w, out);
    }
    return false;
}

const struct float_pair *float_pair_at(const struct float_pairs *pairs, uint32_t word) {
    for (uint32_t i = 0; i < pairs->count; i++)
        if (pairs->pairs[i].at == word || pairs->pairs[i].before == word)
            return &pairs->pairs[i];
    return NULL;
}
