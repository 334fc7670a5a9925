/* SPDX-License-Identifier: MIT */
/* The C++ library: exceptions through many frames, containers, streams, regular expressions,
 * virtual bases, casts at run time. */
#include <algorithm>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <numeric>
#include <regex>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

namespace {

int alive;

struct guard {
    guard() { alive++; }
    ~guard() { alive--; }
};

struct failure : std::runtime_error {
    failure(const std::string &what, int c) : std::runtime_error(what), code(c) {}
    int code;
};

int dive(int n, int kind) {
    guard g;
    if (n)
        return dive(n - 1, kind) + 1;
    switch (kind) {
    case 0:
        throw failure("deep", 42);
    case 1:
        throw 17;
    case 2:
        return static_cast<int>(std::string("short").at(99));
    case 3:
        throw std::make_unique<std::string>("owned");
    default:
        return static_cast<int>(std::vector<int>().at(1));
    }
}

std::string outcome(int depth, int kind) {
    try {
        try {
            return std::to_string(dive(depth, kind));
        } catch (const failure &f) {
            if (f.code == 42)
                throw failure(std::string("again ") + f.what(), f.code + 1);
            throw;
        }
    } catch (const failure &f) {
        return std::string(f.what()) + " " + std::to_string(f.code);
    } catch (int n) {
        return "int " + std::to_string(n);
    } catch (const std::out_of_range &) {
        return "out of range";
    } catch (const std::unique_ptr<std::string> &s) {
        return *s;
    } catch (...) {
        return "else";
    }
}

void exceptions() {
    std::map<std::string, int> seen;
    for (int i = 0; i < 500; i++)
        seen[outcome(i % 40, i % 5)]++;
    for (const auto &[text, count] : seen)
        std::cout << text << ": " << count << '\n';
    std::cout << "alive " << alive << '\n';
    try {
        try {
            throw std::logic_error("inner");
        } catch (...) {
            std::throw_with_nested(std::runtime_error("outer"));
        }
    } catch (const std::exception &e) {
        try {
            std::rethrow_if_nested(e);
        } catch (const std::exception &inner) {
            std::cout << e.what() << " <- " << inner.what() << '\n';
        }
    }
}

struct shape {
    virtual ~shape() = default;
    virtual double area() const = 0;
};
struct named : virtual shape {
    std::string name = "?";
};
struct sized : virtual shape {
    double size = 1;
};
struct square : named, sized {
    double area() const override { return size * size; }
};
struct circle : sized {
    double area() const override { return 3.25 * size * size; }
};

void shapes() {
    std::vector<std::unique_ptr<shape>> all;
    double sum = 0;
    int with_names = 0;
    for (int i = 0; i < 300; i++) {
        if (i % 3)
            all.push_back(std::make_unique<square>());
        else
            all.push_back(std::make_unique<circle>());
        dynamic_cast<sized &>(*all.back()).size = i;
    }
    for (const auto &s : all) {
        sum += s->area();
        with_names += dynamic_cast<named *>(s.get()) != nullptr;
    }
    std::cout << sum << ' ' << with_names << '\n';
}

void containers() {
    std::vector<unsigned> v(20000);
    unsigned x = 1;
    for (auto &e : v)
        e = x = x * 1664525 + 1013904223;
    std::sort(v.begin(), v.end(), std::greater<>());
    std::partition(v.begin(), v.end(), [](unsigned e) { return e % 3 == 0; });
    std::unordered_map<unsigned, std::set<unsigned>> groups;
    for (auto e : v)
        groups[e % 101].insert(e);
    std::map<unsigned, size_t> sizes;
    for (const auto &[key, set] : groups)
        sizes[key] = set.size() + *set.begin() % 7;
    std::ostringstream out;
    out.precision(12);
    out << std::accumulate(sizes.begin(), sizes.end(), 0.5,
                           [](double a, const auto &p) { return a * 1.01 + double(p.second); })
        << ' ' << std::hex << v[0] << ' ' << std::showbase << v[19999] << ' ' << std::boolalpha << true;
    std::cout << out.str() << '\n';
    std::istringstream in("12 0x1f word 2.5e3");
    int a;
    std::string hex, word;
    double d;
    in >> a >> hex >> word >> d;
    std::cout << a << hex << word << d << (in.eof() ? " end" : " more") << '\n';
    const std::regex pattern("([a-z]+)=([0-9]+)");
    const std::string text = "one=1, two=22; three=x four=4444";
    for (std::sregex_iterator i(text.begin(), text.end(), pattern), end; i != end; ++i)
        std::cout << (*i)[1] << "->" << (*i)[2] << ' ';
    std::cout << std::regex_replace(text, pattern, "$2:$1") << '\n';
    std::function<int(int)> f = [&f](int n) { return n < 2 ? n : f(n - 1) + f(n - 2); };
    std::cout << f(18) << '\n';
}

} // namespace

int main() {
    exceptions();
    shapes();
    containers();
    return 0;
}
