// SPDX-License-Identifier: MIT
// Exceptions that do not simply go up: handed to another thread, nested, thrown by pointer or by
// constructors, past arrays on the stack and past frames that longjmp left. With an argument, one
// that nobody catches.
#include "check.h"

// The C++ run-time library's own declarations; its headers are not used here.
namespace std {
namespace __exception_ptr {
class exception_ptr {
    void *object;

  public:
    exception_ptr() noexcept;
    exception_ptr(const exception_ptr &) noexcept;
    ~exception_ptr() noexcept;
    exception_ptr &operator=(const exception_ptr &) noexcept;
};
} // namespace __exception_ptr
using __exception_ptr::exception_ptr;
exception_ptr current_exception() noexcept;
[[noreturn]] void rethrow_exception(exception_ptr);
int uncaught_exceptions() noexcept;
[[noreturn]] void terminate() noexcept;
} // namespace std

#define APART __attribute__((noinline))

namespace {

int alive, refused;

void count(int change) {
    __atomic_fetch_add(&alive, change, __ATOMIC_RELAXED);
}

struct Guard {
    int value;
    explicit Guard(int v) : value(v) {
        if (v < 0)
            throw v;
        count(1);
    }
    Guard(const Guard &other) : value(other.value) {
        count(1);
    }
    ~Guard() {
        count(-1);
    }
};

struct Letter {
    int number;
    uint64_t text[6];
};

APART void throw_letter(int number) {
    throw Letter{number, {1, 2, 3, 4, 5, 6}};
}

// ---- threads ----

struct Post {
    std::exception_ptr letter;
    int seen;
};

void send(void *context) {
    Post *post = static_cast<Post *>(context);
    try {
        throw_letter(post->seen + 1);
    } catch (...) {
        post->letter = std::current_exception();
    }
}

// A new thread passes on what the one before it threw.
void forward(void *context) {
    Post *post = static_cast<Post *>(context);
    try {
        std::rethrow_exception(post->letter);
    } catch (Letter &letter) {
        letter.number++;
        post->letter = std::current_exception();
    }
}

bool run_thread(void (*entry)(void *), void *context) {
    guest_thread t;
    if (thread_start(&t, entry, context, 0x2c, -2) != 0)
        return false;
    thread_join(&t);
    return true;
}

bool handed_over() {
    Post post = {{}, 10};
    if (!run_thread(send, &post) || !run_thread(forward, &post) || !run_thread(forward, &post))
        return false;
    try {
        std::rethrow_exception(post.letter);
    } catch (const Letter &letter) {
        return letter.number == 13 && letter.text[5] == 6;
    }
}

struct Racer {
    int seed, sum;
};

void race(void *context) {
    Racer *r = static_cast<Racer *>(context);
    for (int i = 0; i < 300; i++)
        try {
            Guard guard(i % 3 ? i : -i - 1);
            throw_letter(i + r->seed);
        } catch (int negative) {
            r->sum += negative;
        } catch (const Letter &letter) {
            r->sum += letter.number;
        }
}

bool race_threads() {
    guest_thread threads[4];
    Racer racers[4];
    for (int k = 0; k < 4; k++) {
        racers[k] = {k, 0};
        if (thread_start(&threads[k], race, &racers[k], 0x2c, -2) != 0)
            return false;
    }
    bool ok = true;
    for (int k = 0; k < 4; k++) {
        thread_join(&threads[k]);
        int sum = 0;
        for (int i = 0; i < 300; i++)
            sum += i % 3 ? i + k : -i - 1;
        ok &= racers[k].sum == sum;
    }
    return ok;
}

// ---- nesting ----

struct Cleaner {
    int *log;
    ~Cleaner() {
        try {
            throw_letter(5);
        } catch (const Letter &letter) {
            *log = *log * 10 + letter.number + std::uncaught_exceptions();
        }
    }
};

APART int nested() {
    int log = 0;
    try {
        Cleaner cleaner{&log};
        throw 'c';
    } catch (char) {
        try {
            try {
                throw_letter(7);
            } catch (Letter &letter) {
                letter.number = 8;
                throw;
            }
        } catch (const Letter &letter) {
            log = log * 10 + letter.number;
        }
        try {
            throw;
        } catch (char c) {
            log = log * 10 + (c == 'c');
        }
    }
    return log;
}

// ---- constructors ----

struct Base {
    Guard first;
    explicit Base(int v) : first(v) {
    }
};

struct Derived : Base {
    Guard members[3];
    Derived(int a, int b, int c) try : Base(a), members{Guard(b), Guard(c), Guard(-9)} {
    } catch (int) {
        refused++; // rethrown at the end
    }
};

APART int constructors() {
    int sum = 0;
    const int wrong[][3] = {{-1, 2, 3}, {1, -2, 3}, {1, 2, -3}, {1, 2, 3}};
    for (const auto &w : wrong)
        try {
            Derived d(w[0], w[1], w[2]);
            sum += 1000;
        } catch (int v) {
            sum = sum * 10 - v;
        }
    return sum;
}

// ---- frames of any size, results and pointers ----

APART int past_arrays(int depth) {
    volatile char *room = static_cast<volatile char *>(__builtin_alloca(16 + (size_t)depth * 96));
    room[depth] = 1;
    Guard guard(depth);
    if (depth == 0)
        throw static_cast<const char *>("thrown");
    return past_arrays(depth - 1) + room[depth];
}

struct Large {
    uint64_t words[40];
};

APART Large give_large(int n) {
    Large large;
    for (int i = 0; i < 40; i++)
        large.words[i] = (uint64_t)(n + i);
    if (n % 2)
        throw large;
    return large;
}

APART uint64_t large_sum(int n) {
    try {
        return give_large(n).words[39];
    } catch (const Large &large) {
        return large.words[0];
    }
}

APART double in_double(double x, int n) {
    double kept = x * 1.5; // in d8 and up over the calls
    try {
        throw_letter(n);
    } catch (const Letter &letter) {
        kept += letter.number;
    }
    return kept + x;
}

// A loop with a switch and a catch: the table's address is kept over the calls.
APART int by_switch(int rounds) {
    int sum = 0;
    for (int i = 0; i < rounds; i++) {
        try {
            switch (i % 6) {
            case 0:
                throw_letter(i);
                break;
            case 1:
                sum += 3;
                break;
            case 2:
                throw i;
            case 3:
                sum ^= 0x55;
                break;
            case 4:
                sum += large_sum(i) & 0xff;
                break;
            case 5:
                throw 'x';
            }
        } catch (const Letter &letter) {
            sum += letter.number * 2;
        } catch (int number) {
            sum -= number;
        } catch (char) {
            sum++;
        }
    }
    return sum;
}

// ---- with longjmp ----

jump_buffer out;

APART int after_longjmp(int n) {
    if (!guest_setjmp(out)) {
        count(n); // no destructor is skipped
        guest_longjmp(out, 1);
    }
    count(-n);
    try {
        throw_letter(n);
    } catch (const Letter &letter) {
        return letter.number;
    }
    return -1;
}

// ---- what nobody catches ----

void from_thread(void *) {
    throw_letter(1);
}

APART void never_throws() noexcept {
    throw_letter(2);
}

struct Bomb {
    ~Bomb() noexcept(false) {
        throw_letter(3);
    }
};

void end_by(const char *way) {
    if (!strcmp(way, "thread"))
        run_thread(from_thread, nullptr);
    else if (!strcmp(way, "main"))
        throw_letter(4);
    else if (!strcmp(way, "noexcept"))
        never_throws();
    else if (!strcmp(way, "twice")) {
        Bomb bomb;
        throw_letter(5);
    } else if (!strcmp(way, "nothing"))
        throw;
}

} // namespace

extern "C" int main(int argc, char **argv) {
    if (argc > 1) {
        end_by(argv[1]);
        return 0;
    }
    check(handed_over(), "from thread to thread to thread");
    check(race_threads() && alive == 0, "four threads at once");
    check(nested() == 681, "in destructors and handlers");
    check(constructors() == 1239 && alive == 0 && refused == 4, "out of constructors");
    const char *caught = nullptr;
    try {
        past_arrays(20);
    } catch (const char *text) {
        caught = text;
    }
    check(caught && !strcmp(caught, "thrown") && alive == 0, "past arrays on the stack");
    check(large_sum(4) == 43 && large_sum(5) == 5, "large results");
    check(in_double(2.0, 7) == 12.0, "registers of floating point");
    int sum = 0;
    for (int i = 0; i < 600; i++)
        switch (i % 6) {
        case 0:
            sum += i * 2;
            break;
        case 1:
            sum += 3;
            break;
        case 2:
            sum -= i;
            break;
        case 3:
            sum ^= 0x55;
            break;
        case 4:
            sum += (i + 39) & 0xff;
            break;
        case 5:
            sum++;
        }
    check(by_switch(600) == sum, "a switch in a loop that catches");
    bool ok = true;
    for (int i = 0; i < 100; i++)
        ok &= after_longjmp(i) == i;
    check(ok && alive == 0, "behind a longjmp");
    return check_end();
}
