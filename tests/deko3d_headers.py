#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""include/deko3d.h and deko3d.hpp compiled by what programs are compiled by, beside what was measured
of the console's headers (tests/deko3d/headers/*.inc), and run. usage: deko3d_headers.py BUILD_FOLDER"""
import os
import re
import shutil
import sys

from harness import TOP, Place, Tap, show

COMPILERS = {"c": ["clang-19", "gcc"], "c++": ["clang++-19", "g++"]}
STANDARDS = {"c": ["c11", "c2x"], "c++": ["c++14", "c++17", "c++20"]}
# Programs are compiled with more warnings than ours and with -Werror.
WARNINGS = ["-Wall", "-Wextra", "-Wshadow", "-Wpedantic", "-Wconversion", "-Werror"]
FOLDER = os.path.join(TOP, "tests", "deko3d", "headers")
INCLUDE = ["-I" + os.path.join(TOP, "include")]


def headers():
    found = []
    for folder, _, names in sorted(os.walk(os.path.join(TOP, "include"))):
        found += [os.path.join(folder, n) for n in sorted(names) if n.endswith((".h", ".hpp"))]
    return found


def compatible(tap, place, source, language):
    for compiler in COMPILERS[language]:
        for standard in STANDARDS[language]:
            name = f"{os.path.basename(source)}, {compiler} -std={standard}"
            if not shutil.which(compiler):
                tap.skip(name, compiler + " is not installed")
                continue
            program = place.path(re.sub(r"\W", "_", name))
            made = place.execute([compiler, "-std=" + standard, "-x", language, "-Wall", "-Wextra", "-Werror",
                                  *INCLUDE, source, "-o", program])
            if made.status:
                tap.check(False, name, show(made))
                continue
            done = place.execute([program])
            tap.check(done.status == 0 and re.search(r"^[1-9]\d* checks, 0 failures$", done.out, re.M), name,
                      show(done))


def for_the_console(tap, place):
    done = place.execute(["clang-19", "--target=aarch64-none-elf", "-std=c11", "-ffreestanding", "-Wall", "-Wextra",
                          "-Werror", "-fsyntax-only", *INCLUDE, os.path.join(FOLDER, "compatible.c")])
    tap.check(done.status == 0, "compatible.c, for AArch64", show(done))


def alone(tap, place):
    """Each header by itself, as the first thing that a program includes, and twice."""
    found = headers()
    for compiler, language, standard, ending in (("clang-19", "c", "c11", ".h"), ("gcc", "c", "c11", ".h"),
                                                 ("clang++-19", "c++", "c++14", ""), ("g++", "c++", "c++14", "")):
        if not shutil.which(compiler):
            tap.skip(f"each header alone, {compiler}", compiler + " is not installed")
            continue
        bad = []
        chosen = [h for h in found if h.endswith(ending)]
        for header in chosen:
            source = place.write("alone.c", f'#include "{header}"\n#include "{header}"\n')
            done = place.execute([compiler, "-x", language, "-std=" + standard, *WARNINGS, "-fsyntax-only",
                                  *INCLUDE, source])
            if done.status:
                bad.append(show(done))
        tap.check(not bad and len(chosen) > 10, f"each header alone, {compiler}", *bad)


def main():
    tap = Tap()
    place = Place("deko3d_headers", sys.argv[1])
    compatible(tap, place, os.path.join(FOLDER, "compatible.c"), "c")
    compatible(tap, place, os.path.join(FOLDER, "compatible.c"), "c++")
    compatible(tap, place, os.path.join(FOLDER, "wrapper.cpp"), "c++")
    for_the_console(tap, place)
    alone(tap, place)
    tap.end()


main()
