// SPDX-License-Identifier: MIT
// C++ exceptions through lifted frames: depth, rethrow, destructors, a C callback, virtual calls.
#include "check.h"

namespace {

int alive;

struct Guard {
    Guard() {
        alive++;
    }
    ~Guard() {
        alive--;
    }
};

struct Problem {
    virtual ~Problem() = default;
    virtual int code() const {
        return 1;
    }
};

struct Worse : Problem {
    int value;
    explicit Worse(int v) : value(v) {
    }
    int code() const override {
        return value;
    }
};

__attribute__((noinline)) int dive(int depth, int value) {
    Guard guard;
    if (depth == 0)
        throw Worse(value);
    return dive(depth - 1, value) + 1;
}

__attribute__((noinline)) int catch_by_base(int value) {
    try {
        return dive(30, value);
    } catch (const Problem &p) {
        return p.code();
    }
}

__attribute__((noinline)) void pass_on(int value) {
    try {
        dive(3, value);
    } catch (int) {
        check(false, "wrong handler");
    } catch (...) {
        throw;
    }
}

extern "C" __attribute__((noinline)) void call_back(void (*f)(void *), void *context) {
    f(context);
}

void throw_number(void *context) {
    throw *static_cast<int *>(context);
}

int through_callback(int n) {
    try {
        call_back(throw_number, &n);
    } catch (int caught) {
        return caught;
    }
    return -1;
}

void in_thread(void *result) {
    int sum = 0;
    for (int i = 0; i < 200; i++)
        sum += catch_by_base(i);
    *static_cast<int *>(result) = sum;
}

} // namespace

extern "C" int main(int, char **) {
    check(catch_by_base(17) == 17 && alive == 0, "caught by base, thirty frames deep");
    try {
        pass_on(23);
        check(false, "rethrow");
    } catch (const Worse &w) {
        check(w.value == 23 && alive == 0, "rethrow");
    }
    check(through_callback(5) == 5, "through a C callback");
    int sum = 0;
    for (int i = 0; i < 1000; i++)
        sum += catch_by_base(i);
    check(sum == 499500 && alive == 0, "a thousand times");
    guest_thread t;
    int result = 0;
    check(thread_start(&t, in_thread, &result, 0x2c, -2) == 0, "start a thread");
    thread_join(&t);
    check(result == 19900, "in another thread");
    const Problem *p = new Worse(9);
    check(dynamic_cast<const Worse *>(p) != nullptr, "dynamic_cast");
    delete p;
    return check_end();
}
