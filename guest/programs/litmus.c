/* SPDX-License-Identifier: MIT */
/* Outcomes of short parallel programs that ARM's memory model forbids must not be seen.
 * Arguments: the number of rounds; "relaxed" where the outcomes that are allowed must be seen, for
 * a host with two processors or more that have time. */
#include "litmus.h"

#include "check.h"

/* Names as in the literature on litmus tests: MP message passing, SB store buffering, LB load
 * buffering, Co.. coherence, and the ways in which each thread keeps its order. */

LITMUS(write_x, STORE(x, one))
LITMUS(write_x_2, STORE(x, two))
LITMUS(release_x, RELEASE(x, one))
LITMUS(release_y, RELEASE(y, one))

/* x, then y */
LITMUS(xy_dmb, STORE(x, one) BARRIER(dmb ish) STORE(y, one))
LITMUS(xy_dmb_st, STORE(x, one) BARRIER(dmb ishst) STORE(y, one))
LITMUS(xy_release, STORE(x, one) RELEASE(y, one))
LITMUS(xy_exclusive, STORE(x, one) STORE_EXCLUSIVE(y, one))
LITMUS(yx_read_dmb, LOAD(r0, y) BARRIER(dmb ish) LOAD(r1, x))
LITMUS(yx_read_dmb_ld, LOAD(r0, y) BARRIER(dmb ishld) LOAD(r1, x))
LITMUS(yx_read_acquire, ACQUIRE(r0, y) LOAD(r1, x))
LITMUS(yx_read_exclusive, LOAD_EXCLUSIVE(r0, y) LOAD(r1, x))
LITMUS(yx_read_address, LOAD(r0, y) LOAD_BY(r1, x, r0))
LITMUS(yx_read_isb, LOAD(r0, y) BRANCH_BY(r0) BARRIER(isb) LOAD(r1, x))

/* write one, read the other */
LITMUS(sb_x, STORE(x, one) LOAD(r0, y))
LITMUS(sb_y, STORE(y, one) LOAD(r0, x))
LITMUS(sb_x_dmb, STORE(x, one) BARRIER(dmb ish) LOAD(r0, y))
LITMUS(sb_y_dmb, STORE(y, one) BARRIER(dmb ish) LOAD(r0, x))
LITMUS(sb_x_sy, STORE(x, one) BARRIER(dmb sy) LOAD(r0, y))
LITMUS(sb_y_dsb, STORE(y, one) BARRIER(dsb ish) LOAD(r0, x))
LITMUS(sb_x_ordered, RELEASE(x, one) ACQUIRE(r0, y))
LITMUS(sb_y_ordered, RELEASE(y, one) ACQUIRE(r0, x))
LITMUS(sb_x_weak, STORE(x, one) BARRIER(dmb ishst) LOAD(r0, y))
LITMUS(sb_y_weak, STORE(y, one) BARRIER(dmb ishld) LOAD(r0, x))

/* read one, write the other */
LITMUS(lb_x_data, LOAD(r0, x) STORE_BY(y, one, r0))
LITMUS(lb_y_data, LOAD(r0, y) STORE_BY(x, one, r0))
LITMUS(lb_x_acquire, ACQUIRE(r0, x) STORE(y, one))
LITMUS(lb_y_acquire, ACQUIRE(r0, y) STORE(x, one))
LITMUS(lb_x_branch, LOAD(r0, x) BRANCH_BY(r0) STORE(y, one))
LITMUS(lb_y_branch, LOAD(r0, y) BRANCH_BY(r0) STORE(x, one))
LITMUS(lb_x_release, LOAD(r0, x) RELEASE(y, one))
LITMUS(lb_y_dmb, LOAD(r0, y) BARRIER(dmb ish) STORE(x, one))

/* one variable */
LITMUS(co_read_again, LOAD(r0, x) LOAD(r1, again))
LITMUS(co_read_back, LOAD(r0, x) LOAD(r1, again) LOAD(r2, x))
LITMUS(co_write_write, STORE(x, one) STORE(again, two))
LITMUS(co_read_write, LOAD(r0, x) STORE(again, one))
LITMUS(co_write_read, STORE(x, one) LOAD(r0, again))

/* both write both */
LITMUS(ww_xy_dmb, STORE(x, one) BARRIER(dmb ish) STORE(y, two))
LITMUS(ww_yx_dmb, STORE(y, one) BARRIER(dmb ishst) STORE(x, two))
LITMUS(ww_xy_release, STORE(x, one) RELEASE(y, two))
LITMUS(ww_yx_release, STORE(y, one) RELEASE(x, two))

LITMUS(s_xy_dmb, STORE(x, two) BARRIER(dmb ish) STORE(y, one))
LITMUS(s_xy_release, STORE(x, two) RELEASE(y, one))
LITMUS(r_yx_dmb, STORE(y, two) BARRIER(dmb ish) LOAD(r0, x))
LITMUS(r_yx_ordered, RELEASE(y, two) ACQUIRE(r0, x))
LITMUS(r_xy_ordered, RELEASE(x, one) RELEASE(y, one))

/* a message handed on */
LITMUS(hand_xy_dmb, LOAD(r0, x) BARRIER(dmb ish) STORE(y, one))
LITMUS(hand_xy_data, LOAD(r0, x) STORE_BY(y, one, r0))
LITMUS(hand_yz_data, LOAD(r0, y) STORE_BY(z, one, r0))
LITMUS(zx_read_address, LOAD(r0, z) LOAD_BY(r1, x, r0))

/* two who watch */
LITMUS(watch_xy_acquire, ACQUIRE(r0, x) ACQUIRE(r1, y))
LITMUS(watch_yx_acquire, ACQUIRE(r0, y) ACQUIRE(r1, x))
LITMUS(watch_xy_dmb, LOAD(r0, x) BARRIER(dmb ish) LOAD(r1, y))
LITMUS(watch_yx_dmb, LOAD(r0, y) BARRIER(dmb ish) LOAD(r1, x))
LITMUS(write_y, STORE(y, one))

#define TWO(a, b) {a, b}
#define MESSAGE                                                                                    \
    {                                                                                              \
        .r = { [1] = {IS(1), IS(0)} }                                                              \
    }
#define BUFFERED                                                                                   \
    {                                                                                              \
        .r = { {IS(0)}, {IS(0)} }                                                                  \
    }
#define BOTH_READ                                                                                  \
    {                                                                                              \
        .r = { {IS(1)}, {IS(1)} }                                                                  \
    }
#define BOTH_FIRST {.x = IS(1), .y = IS(1)}
#define WATCHED_BOTH_WAYS                                                                          \
    {                                                                                              \
        .r = { [2] = {IS(1), IS(0)}, [3] = {IS(1), IS(0)} }                                        \
    }

static const struct litmus tests[] = {
    {"MP+dmb+dmb", TWO(xy_dmb, yx_read_dmb), MESSAGE, false},
    {"MP+dmb.st+dmb.ld", TWO(xy_dmb_st, yx_read_dmb_ld), MESSAGE, false},
    {"MP+release+acquire", TWO(xy_release, yx_read_acquire), MESSAGE, false},
    {"MP+stlxr+ldaxr", TWO(xy_exclusive, yx_read_exclusive), MESSAGE, false},
    {"MP+dmb+address", TWO(xy_dmb, yx_read_address), MESSAGE, false},
    {"MP+release+branch-isb", TWO(xy_release, yx_read_isb), MESSAGE, false},
    {"SB", TWO(sb_x, sb_y), BUFFERED, true},
    {"SB+dmb.st+dmb.ld", TWO(sb_x_weak, sb_y_weak), BUFFERED, true},
    {"SB+dmb+dmb", TWO(sb_x_dmb, sb_y_dmb), BUFFERED, false},
    {"SB+dmb.sy+dsb", TWO(sb_x_sy, sb_y_dsb), BUFFERED, false},
    {"SB+ordered", TWO(sb_x_ordered, sb_y_ordered), BUFFERED, false},
    {"SB+dmb+ordered", TWO(sb_x_dmb, sb_y_ordered), BUFFERED, false},
    {"LB+data", TWO(lb_x_data, lb_y_data), BOTH_READ, false},
    {"LB+acquire", TWO(lb_x_acquire, lb_y_acquire), BOTH_READ, false},
    {"LB+branch", TWO(lb_x_branch, lb_y_branch), BOTH_READ, false},
    {"LB+release+dmb", TWO(lb_x_release, lb_y_dmb), BOTH_READ, false},
    {"CoRR", TWO(write_x, co_read_again), MESSAGE, false},
    {"CoRR, old again", TWO(write_x, co_read_back), {.r = {[1] = {0, IS(1), IS(0)}}}, false},
    {"CoWW", TWO(co_write_write, co_read_again), {.x = IS(1)}, false},
    {"CoWW, read", TWO(co_write_write, co_read_again), {.r = {[1] = {IS(2), IS(1)}}}, false},
    {"CoRW1", TWO(co_read_write, co_read_again), {.r = {{IS(1)}}}, false},
    {"CoRW2", TWO(co_read_write, write_x_2), {.r = {{IS(2)}}, .x = IS(2)}, false},
    {"CoWR", TWO(co_write_read, write_x_2), {.r = {{IS(2)}}, .x = IS(1)}, false},
    {"CoWR, own", TWO(co_write_read, write_x_2), {.r = {{IS(0)}}}, false},
    {"2+2W+dmb", TWO(ww_xy_dmb, ww_yx_dmb), BOTH_FIRST, false},
    {"2+2W+release", TWO(ww_xy_release, ww_yx_release), BOTH_FIRST, false},
    {"S+dmb+data", TWO(s_xy_dmb, lb_y_data), {.r = {[1] = {IS(1)}}, .x = IS(2)}, false},
    {"S+release+acquire",
     TWO(s_xy_release, lb_y_acquire),
     {.r = {[1] = {IS(1)}}, .x = IS(2)},
     false},
    {"R+dmb+dmb", TWO(xy_dmb, r_yx_dmb), {.r = {[1] = {IS(0)}}, .y = IS(2)}, false},
    {"R+ordered", TWO(r_xy_ordered, r_yx_ordered), {.r = {[1] = {IS(0)}}, .y = IS(2)}, false},
    {"WRC+dmb+address",
     {write_x, hand_xy_dmb, yx_read_address},
     {.r = {[1] = {IS(1)}, [2] = {IS(1), IS(0)}}},
     false},
    {"WRC+data+acquire",
     {release_x, hand_xy_data, yx_read_acquire},
     {.r = {[1] = {IS(1)}, [2] = {IS(1), IS(0)}}},
     false},
    {"ISA2+dmb+data+address",
     {xy_dmb, hand_yz_data, zx_read_address},
     {.r = {[1] = {IS(1)}, [2] = {IS(1), IS(0)}}},
     false},
    {"ISA2+release+data+address",
     {xy_release, hand_yz_data, zx_read_address},
     {.r = {[1] = {IS(1)}, [2] = {IS(1), IS(0)}}},
     false},
    {"IRIW+ordered",
     {release_x, release_y, watch_xy_acquire, watch_yx_acquire},
     WATCHED_BOTH_WAYS,
     false},
    {"IRIW+dmb", {write_x, write_y, watch_xy_dmb, watch_yx_dmb}, WATCHED_BOTH_WAYS, false},
};

int main(int argc, char **argv) {
    const uint32_t rounds = crew_number(argc, argv, 2000);
    const bool demanding = argc > 2 && strcmp(argv[2], "relaxed") == 0;
    const uint32_t count = sizeof tests / sizeof *tests;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t seen = litmus_run(&tests[i], rounds);
        check(tests[i].allowed ? seen || !demanding : !seen, tests[i].name);
    }
    print("# count programs %u", count);
    print("# count rounds %lu", (unsigned long)count * rounds);
    return check_end();
}
