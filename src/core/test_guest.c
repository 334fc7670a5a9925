/* SPDX-License-Identifier: MIT */
#include "core/test_guest.h"

static uint8_t image[0x6000] = {[0x5000] = 0x5a};
static const struct lifted_symbol symbols[] = {
    {0x100, 0x40, "update"},
    {0x200, 0, "draw"},
};
static struct lifted_module module = {
    .name = "game",
    .base = GAME,
    .image = image,
    .image_size = sizeof image,
    .memory_size = 0x8000,
    .segments = {{0, GAME_TEXT, GAME_TEXT}, {0x4000, 0x1000, 0x1000}, {0x5000, 0x800, 0x3000}},
    .symbols = symbols,
    .symbol_count = 2,
};
static struct lifted_program program = {
    .abi = LIFTED_ABI,
    .float_level = A64_FLOAT_EXACT,
    .name = "game",
    .modules = &module,
    .module_count = 1,
};

void test_guest_resumes(const struct lifted_entry *resumes, size_t count) {
    module.resumes = resumes;
    module.resume_count = count;
}

void test_guest_float_level(unsigned level) {
    program.float_level = level;
}

void test_guest_stops(uint8_t *stops, size_t count) {
    module.stops = stops;
    module.stop_count = count;
    program.exact = true;
}

void test_guest_open(const struct lifted_entry *entries, size_t count) {
    struct error e = {0};
    module.entries = entries;
    module.entry_count = count;
    if (!guest_memory_init(&e) || !core_load(&program, &e) ||
        !guest_map(STACK, STACK_TOP - STACK, GUEST_RW, &e))
        fail_msg("%s", e.text);
}

void test_guest_code(uint64_t address, const uint32_t *words, size_t count) {
    struct error e = {0};
    if (!guest_protect(GAME, GAME_TEXT, GUEST_RW, &e))
        fail_msg("%s", e.text);
    memcpy((void *)(uintptr_t)address, words, count * 4);
    if (!guest_protect(GAME, GAME_TEXT, GUEST_RX, &e))
        fail_msg("%s", e.text);
}

struct a64_state test_guest_state(uint64_t pc, uint64_t x30) {
    struct a64_state s = {.pc = pc, .sp = STACK_TOP, .env = &core_env};
    s.x[30] = x30;
    return s;
}
