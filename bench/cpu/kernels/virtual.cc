// SPDX-License-Identifier: MIT
// Virtual calls: objects of six classes, in an order that the processor cannot foresee.
#include "kernel.h"

namespace {

struct Shape {
    uint64_t size;
    explicit Shape(uint64_t s) : size(s) {
    }
    virtual uint64_t area(uint64_t x) const {
        return x + size;
    }
    virtual uint64_t edge(uint64_t x) const {
        return area(x) ^ size;
    }
};

struct Grow : Shape {
    using Shape::Shape;
    uint64_t area(uint64_t x) const override {
        return x * 3 + size;
    }
};

struct Shrink : Shape {
    using Shape::Shape;
    uint64_t area(uint64_t x) const override {
        return (x >> 1) ^ size;
    }
};

struct Turn : Grow {
    using Grow::Grow;
    uint64_t edge(uint64_t x) const override {
        return x << 7 | x >> 57;
    }
};

struct Sum : Shape {
    const Shape &a, &b;
    Sum(uint64_t s, const Shape &first, const Shape &second) : Shape(s), a(first), b(second) {
    }
    uint64_t area(uint64_t x) const override {
        return a.area(x) + b.edge(x);
    }
};

struct Twice : Sum {
    using Sum::Sum;
    uint64_t edge(uint64_t x) const override {
        return Sum::area(a.edge(x));
    }
};

} // namespace

extern "C" uint64_t kernel_virtual(uint32_t rounds) {
    const Shape plain(5);
    const Grow grow(7);
    const Shrink shrink(11);
    const Turn turn(13);
    const Sum sum(17, grow, shrink);
    const Twice twice(19, turn, plain);
    const Shape *const all[8] = {&plain, &grow, &shrink, &turn, &sum, &twice, &grow, &turn};
    const Shape *volatile const *shapes = all; // what a call reaches is not known when compiling
    uint64_t x = 1;
    uint32_t seed = 1;
    for (uint32_t i = 0; i < rounds; i++) {
        const uint32_t pick = kernel_random(&seed);
        x = shapes[pick >> 10 & 7]->area(x);
        x ^= shapes[i & 7]->edge(x);
    }
    return x;
}
