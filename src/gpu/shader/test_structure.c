/* SPDX-License-Identifier: MIT */
/* Random graphs, executed as they are and as structured: both go through the same blocks. */
#include "gpu/shader/structure.h"

#include "base/memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { GRAPHS = 10000, RUNS = 4, STEPS = 200, MOST_BLOCKS = 14 };

static uint64_t random_state = 3;

/* splitmix64 (Steele, Lea and Flood, 2014) */
static uint64_t mix(uint64_t z) {
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

static uint32_t below(uint32_t n) {
    return (uint32_t)(mix(random_state += 0x9e3779b97f4a7c15) % n);
}

/* ---- graphs ---- */

static void add_to(struct shader_flow *f, struct flow_block *b, uint32_t to) {
    GROW(f->to, f->to_count, f->to_room);
    f->to[f->to_count++] = to;
    b->to_count++;
}

/* Edges lead forward more often than back, as in programs. */
static uint32_t some_block(uint32_t at, uint32_t count) {
    return below(4) && at + 1 < count ? at + 1 + below(count - at - 1) : below(count);
}

static void make_graph(struct shader_flow *f, uint32_t count) {
    *f = (struct shader_flow){.block_count = count, .function_count = 1};
    f->blocks = NEW_ARRAY(struct flow_block, count);
    f->entries = NEW_ARRAY(uint32_t, 1);
    for (uint32_t i = 0; i < count; i++) {
        static const enum flow_end ends[] = {FLOW_NEXT,  FLOW_GO,   FLOW_GO,  FLOW_GO,
                                             FLOW_TABLE, FLOW_EXIT, FLOW_KILL};
        struct flow_block *b = &f->blocks[i];
        *b = (struct flow_block){.begin = i,
                                 .first_to = (uint32_t)f->to_count,
                                 .end = ends[below(7)],
                                 .next = FLOW_NONE,
                                 .callee = FLOW_NONE};
        b->conditional = b->end != FLOW_NEXT && below(3) != 0;
        for (uint32_t n = b->end == FLOW_GO ? 1 : b->end == FLOW_TABLE ? 1 + below(4) : 0; n--;)
            add_to(f, b, some_block(i, count));
        if (b->conditional || b->end == FLOW_NEXT)
            b->next = some_block(i, count);
    }
}

/* ---- execution ---- */

/* The blocks that were come through, and what the next one decides: the same for the same step. */
struct run {
    uint64_t seed;
    uint32_t trace[STEPS];
    size_t steps;
    bool over;
};

static void come_to(struct run *r, uint32_t block) {
    r->trace[r->steps++] = block;
    r->over = r->steps == STEPS;
}

static uint32_t decide(const struct run *r, uint32_t n) {
    return (uint32_t)(mix(r->seed + r->steps * 0x9e3779b97f4a7c15) >> 20) % n;
}

static bool holds(const struct run *r, const struct flow_block *b) {
    return !b->conditional || mix(r->seed ^ r->steps * 0xbf58476d1ce4e5b9) >> 63;
}

static void run_graph(const struct shader_flow *f, struct run *r) {
    for (uint32_t at = 0; !r->over && at != FLOW_NONE;) {
        const struct flow_block *b = &f->blocks[at];
        come_to(r, at);
        if (b->end == FLOW_NEXT || !holds(r, b))
            at = b->next;
        else if (b->to_count)
            at = f->to[b->first_to + decide(r, b->to_count)];
        else
            at = FLOW_NONE;
    }
}

struct machine {
    const struct shader_flow *f;
    const struct structure *s;
    struct run *r;
    uint32_t variable;
    uint32_t leaving; /* the region that is left or begun again; FLOW_NONE: none */
    bool again;
};

static void run_list(struct machine *m, uint32_t at);

static void run_case(struct machine *m, const struct region *r, uint32_t value) {
    for (uint32_t c = r->body; c != FLOW_NONE; c = m->s->regions[c].next)
        if (m->s->regions[c].value == value) {
            run_list(m, m->s->regions[c].body);
            return;
        }
    fail_msg("no case for %u", value);
}

static void run_region(struct machine *m, uint32_t number) {
    const struct region *r = &m->s->regions[number];
    switch (r->kind) {
    case REGION_BLOCK:
        come_to(m->r, r->block);
        break;
    case REGION_IF:
        run_list(m, holds(m->r, &m->f->blocks[r->block]) ? r->body : r->other);
        break;
    case REGION_TABLE:
        run_case(m, r, decide(m->r, m->f->blocks[r->block].to_count));
        break;
    case REGION_DISPATCH:
        run_case(m, r, m->variable);
        break;
    case REGION_LOOP:
        do {
            if (m->again)
                m->leaving = FLOW_NONE;
            m->again = false;
            run_list(m, r->body);
        } while (!m->r->over && m->again && m->leaving == number);
        break;
    case REGION_SCOPE:
        run_list(m, r->body);
        if (m->leaving == number && !m->again)
            m->leaving = FLOW_NONE;
        break;
    case REGION_BREAK:
    case REGION_CONTINUE:
        m->leaving = r->value;
        m->again = r->kind == REGION_CONTINUE;
        assert_int_equal(m->s->regions[r->value].kind, m->again ? REGION_LOOP : REGION_SCOPE);
        break;
    case REGION_SET:
        m->variable = r->value;
        break;
    case REGION_END:
        m->r->over = true;
        break;
    case REGION_CASE:
        fail();
    }
}

static void run_list(struct machine *m, uint32_t at) {
    for (; at != FLOW_NONE && !m->r->over && m->leaving == FLOW_NONE; at = m->s->regions[at].next)
        run_region(m, at);
}

static void both_go_the_same_way(const struct shader_flow *f, const struct structure *s,
                                 uint64_t seed) {
    struct run plain = {.seed = seed}, nested = {.seed = seed};
    struct machine m = {f, s, &nested, FLOW_NONE, FLOW_NONE, false};
    run_graph(f, &plain);
    run_list(&m, s->first);
    if (plain.steps == nested.steps && !memcmp(plain.trace, nested.trace, sizeof plain.trace))
        return;
    struct strbuf text = {0};
    shader_flow_print(f, &text);
    structure_print(s, &text);
    fail_msg("%zu and %zu steps:\n%s", plain.steps, nested.steps, text.text);
}

static void random_graphs(void **state) {
    (void)state;
    unsigned dispatched = 0;
    for (unsigned i = 0; i < GRAPHS; i++) {
        struct shader_flow f;
        struct structure s;
        struct error error = {0};
        make_graph(&f, 1 + below(MOST_BLOCKS));
        assert_true(structure_build(&f, 0, &s, &error));
        dispatched += s.dispatched;
        for (unsigned run = 0; run < RUNS; run++)
            both_go_the_same_way(&f, &s, i * RUNS + run);
        structure_free(&s);
        shader_flow_free(&f);
    }
    /* Both kinds must be among them. */
    assert_in_range(dispatched, GRAPHS / 50, GRAPHS / 2);
    printf("# count graphs %u\n", GRAPHS);
}

/* ---- what comes out ---- */

/* A block a letter: N next, G go, C go if, E exit, X exit if; then its targets: taken, next. */
static void structure_is(const char *const *blocks, uint32_t count, const char *wanted) {
    struct shader_flow f = {.block_count = count, .function_count = 1};
    struct structure s;
    struct strbuf text = {0};
    struct error error = {0};
    f.blocks = NEW_ARRAY(struct flow_block, count);
    f.entries = NEW_ARRAY(uint32_t, 1);
    for (uint32_t i = 0; i < count; i++) {
        const char *what = blocks[i];
        struct flow_block *b = &f.blocks[i];
        *b = (struct flow_block){.first_to = (uint32_t)f.to_count, .next = FLOW_NONE};
        b->end = strchr("GC", *what) ? FLOW_GO : strchr("EX", *what) ? FLOW_EXIT : FLOW_NEXT;
        b->conditional = *what == 'C' || *what == 'X';
        what++;
        if (b->end == FLOW_GO)
            add_to(&f, b, (uint32_t)(*what++ - '0'));
        if (*what)
            b->next = (uint32_t)(*what - '0');
    }
    assert_true(structure_build(&f, 0, &s, &error));
    structure_print(&s, &text);
    assert_string_equal(text.text, wanted);
    strbuf_free(&text);
    structure_free(&s);
    shader_flow_free(&f);
}

static void ifs(void **state) {
    (void)state;
    structure_is((const char *const[]){"C21", "N2", "E"}, 3,
                 "block 0\nif 0 {\n} else {\n  block 1\n}\nblock 2\nend 2\n");
    structure_is((const char *const[]){"C12", "N3", "N3", "E"}, 4,
                 "block 0\nif 0 {\n  block 1\n} else {\n  block 2\n}\nblock 3\nend 3\n");
    structure_is((const char *const[]){"X1", "E"}, 2,
                 "block 0\nif 0 {\n  end 0\n}\nblock 1\nend 1\n");
}

static void loops(void **state) {
    (void)state;
    /* What follows a loop stands behind it. */
    structure_is((const char *const[]){"N1", "C12", "E"}, 3,
                 "block 0\n"
                 "loop 2 {\n"
                 "  block 1\n"
                 "  if 1 {\n"
                 "    continue 2\n"
                 "  }\n"
                 "}\n"
                 "block 2\n"
                 "end 2\n");
    structure_is((const char *const[]){"N1", "C32", "G1", "E"}, 4,
                 "block 0\n"
                 "scope 1 {\n"
                 "  loop 2 {\n"
                 "    block 1\n"
                 "    if 1 {\n"
                 "      break 1\n"
                 "    }\n"
                 "    block 2\n"
                 "    continue 2\n"
                 "  }\n"
                 "}\n"
                 "block 3\n"
                 "end 3\n");
    /* Out of two loops at once. */
    structure_is((const char *const[]){"N1", "C42", "C12", "N2", "E"}, 5,
                 "block 0\n"
                 "scope 1 {\n"
                 "  loop 2 {\n"
                 "    block 1\n"
                 "    if 1 {\n"
                 "      break 1\n"
                 "    }\n"
                 "    loop 6 {\n"
                 "      block 2\n"
                 "      if 2 {\n"
                 "        continue 2\n"
                 "      }\n"
                 "      continue 6\n"
                 "    }\n"
                 "  }\n"
                 "}\n"
                 "block 4\n"
                 "end 4\n");
    structure_is((const char *const[]){"N1", "N2", "C53", "C24", "G1", "E"}, 6,
                 "block 0\n"
                 "scope 1 {\n"
                 "  loop 2 {\n"
                 "    block 1\n"
                 "    loop 5 {\n"
                 "      block 2\n"
                 "      if 2 {\n"
                 "        break 1\n"
                 "      }\n"
                 "      block 3\n"
                 "      if 3 {\n"
                 "        continue 5\n"
                 "      }\n"
                 "    }\n"
                 "    block 4\n"
                 "    continue 2\n"
                 "  }\n"
                 "}\n"
                 "block 5\n"
                 "end 5\n");
    /* A loop with two entries. */
    structure_is((const char *const[]){"C12", "N2", "C13", "E"}, 4,
                 "set 0\n"
                 "loop 2 {\n"
                 "  dispatch {\n"
                 "    case 0 {\n"
                 "      block 0\n"
                 "      if 0 {\n"
                 "        set 1\n"
                 "        continue 2\n"
                 "      }\n"
                 "      set 2\n"
                 "      continue 2\n"
                 "    }\n"
                 "    case 1 {\n"
                 "      block 1\n"
                 "      set 2\n"
                 "      continue 2\n"
                 "    }\n"
                 "    case 2 {\n"
                 "      block 2\n"
                 "      if 2 {\n"
                 "        set 1\n"
                 "        continue 2\n"
                 "      }\n"
                 "      set 3\n"
                 "      continue 2\n"
                 "    }\n"
                 "    case 3 {\n"
                 "    }\n"
                 "  }\n"
                 "}\n"
                 "block 3\n"
                 "end 3\n");
}

/* Of `depth` blocks each goes on into the next, or else to one of its own (nested), or to the last
 * (early). */
static bool deep(uint32_t depth, bool nested, struct error *error) {
    const uint32_t last = 2 * depth;
    struct shader_flow f = {.block_count = last + 1, .function_count = 1};
    struct structure s;
    f.blocks = NEW_ARRAY(struct flow_block, f.block_count);
    f.entries = NEW_ARRAY(uint32_t, 1);
    for (uint32_t i = 0; i <= last; i++) {
        struct flow_block *b = &f.blocks[i];
        *b = (struct flow_block){
            .end = FLOW_EXIT, .first_to = (uint32_t)f.to_count, .next = FLOW_NONE};
        if (i >= depth)
            continue;
        b->end = FLOW_GO;
        b->conditional = true;
        add_to(&f, b, i + 1 < depth ? i + 1 : last);
        b->next = nested ? depth + i : last;
    }
    const bool ok = structure_build(&f, 0, &s, error);
    if (ok)
        structure_free(&s);
    shader_flow_free(&f);
    return ok;
}

static void depth_has_a_bound(void **state) {
    (void)state;
    struct error error = {0};
    assert_true(deep(500, true, &error));
    assert_true(deep(20000, false, &error));
    assert_false(deep(3000, true, &error));
    assert_non_null(strstr(error.text, "nest more than 2000 deep"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_graphs),
        cmocka_unit_test(ifs),
        cmocka_unit_test(loops),
        cmocka_unit_test(depth_has_a_bound),
    };
    return cmocka_run_group_tests_name("shader structure", tests, NULL, NULL);
}
