#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Generated C programs, compiled for AArch64 at many levels of two compilers: the checksum that each
prints is the native one under qemu-aarch64, interpreted and lifted.

usage: csmith.py BUILD_FOLDER SEEDS [FIRST_SEED]

A program that prints the same other sum in every way, qemu's among them, is one of which the two
compilers think differently (conversions of floats that do not fit an integer are undefined in C): it
is named, and says nothing about who runs it.

Many programs are linked into one executable (a pack), so that lifting and compiling cost less. What
differs stays in the build folder: the generated file, the pack and its C."""
import collections
import concurrent.futures
import os
import shutil
import sys

from engines import CLANG, GCC, LLD, PROGRAMS, QEMU, Engines, Failed, Place, Tap, missing, show

HEADERS = "/usr/include/csmith"
SEEDS_A_PACK = 5
# Programs may run for ever, by design of the generator. Those that take longer natively are left out.
NATIVE_SECONDS = 0.2
# Every program means the same whatever the compiler may assume, except for how floats contract.
FLAGS = ["-w", "-fPIE", "-ffp-contract=off", "-I" + HEADERS]
LEVELS = {"gcc": (GCC, ["-O0", "-O1", "-O2", "-O3", "-Os"]),
          "clang": (CLANG, ["-O0", "-O1", "-O2", "-O3", "-Os", "-Oz"])}
# What a program is made of, in turns by its seed.
KINDS = [[], ["--float"], ["--max-funcs", "4"], ["--max-funcs", "4", "--float"],
         ["--max-funcs", "20", "--max-block-size", "2", "--max-expr-complexity", "5"]]

# The program's own time, whatever else runs; the last line of what is written to stderr.
TIMED = ["bash", "-c", 'TIMEFORMAT=%U; time "$0"']

Generated = collections.namedtuple("Generated", "seed source checksum")
# checks: arguments of Tap.check. disputed: names of programs that compilers take differently.
Outcome = collections.namedtuple("Outcome", "checks programs differences disputed")


class Corpus:
    def __init__(self, place):
        self.place = place
        self.engines = Engines(place)
        self.skipped = 0

    def generate(self, seed):
        """None for a program that runs too long."""
        source, native = self.place.path(f"{seed}.c"), self.place.path(f"{seed}.native")
        self.engines.make(["csmith", "--seed", str(seed), "--output", source,
                           *KINDS[seed % len(KINDS)]])
        self.engines.make(["clang-19", "-O1", *FLAGS, source, "-o", native])
        done = self.engines.run([*TIMED, native], timeout=10)
        os.remove(native)
        if done.status not in ("timeout", 0):
            raise Failed(f"seed {seed} natively\n{show(done)}")
        if done.status == "timeout" or float(done.err.split()[-1]) > NATIVE_SECONDS:
            self.skipped += 1
            os.remove(source)
            return None
        return Generated(seed, source, done.out)

    def compile(self, pack, program):
        """An object for each compiler and level; what each must print, by name."""
        expected = {}
        for compiler, (command, levels) in LEVELS.items():
            for level in levels:
                name = f"csmith_{program.seed}_{compiler}{level.replace('-', '_')}"
                self.engines.make([*command, level, *FLAGS, f"-Dmain={name}", "-c", program.source,
                                   "-o", os.path.join(pack, name + ".o")])
                expected[name] = program.checksum
        return expected

    def link(self, pack, names):
        listing = os.path.join(pack, "list.c")
        with open(listing, "w", encoding="utf-8") as f:
            f.write("struct pack_program { const char *name; int (*run)(int, char **); };\n")
            f.writelines(f"int {name}(int, char **);\n" for name in names)
            f.write("const struct pack_program pack_programs[] = {\n")
            f.writelines(f'{{"{name}", {name}}},\n' for name in names)
            f.write("{0, 0}};\n")
        own = [os.path.join(PROGRAMS, name) for name in ("pack.c", "bare.c")] + [listing]
        objects = [os.path.join(pack, os.path.basename(c) + ".o") for c in own]
        for source, made in zip(own, objects):
            self.engines.make([*CLANG, "-O2", "-fPIE", "-ffreestanding", "-fno-builtin", "-c",
                               source, "-o", made])
        objects += [os.path.join(pack, name + ".o") for name in names]
        program = os.path.join(pack, "pack")
        self.engines.make([LLD, "-pie", "--no-dynamic-linker", "-z", "separate-code", *objects,
                           "-o", program])
        return program


def lines(done):
    """name -> what that program printed."""
    return dict(line.split(" ", 1) for line in done.out.splitlines(keepends=True) if " " in line)


def disputed(expected, got):
    """The programs whose sum is another one, but the same in every way."""
    if "qemu" not in got:
        return []
    return [name for name, wanted in expected.items()
            if len({sums.get(name) for sums in got.values()}) == 1
            and got["qemu"].get(name) not in (None, wanted)]


def compare(corpus, program, expected, figures, ways):
    """The checks, the number of programs that differ in some way, and the disputed ones."""
    checks, differing = [], set()
    runs = {way: corpus.engines.run(command) for way, command in ways.items()}
    got = {way: lines(done) for way, done in runs.items()}
    left_out = disputed(expected, got)
    for way, done in runs.items():
        wrong = [name for name in expected
                 if name not in left_out and got[way].get(name) != expected[name]]
        ok = done.status == 0 and not wrong
        checks.append((ok, f"{len(expected) - len(left_out)} programs {way}: {figures}",
                       f"see {program}",
                       *[f"{name}: wanted {expected[name]!r}, got {got[way].get(name)!r}"
                         for name in wrong[:20]], done.status, done.err[-1000:]))
        differing.update(wrong if wrong or ok else [way])
    return checks, len(differing), left_out


def run_pack(corpus, seeds):
    programs = [p for p in map(corpus.generate, seeds) if p]
    if not programs:
        return Outcome([], 0, 0, [])
    pack = corpus.place.make(f"pack-{seeds[0]}")
    expected = {}
    for program in programs:
        expected.update(corpus.compile(pack, program))
    linked = corpus.link(pack, list(expected))
    lifted, figures = corpus.engines.lift(linked)
    figures = f"seeds {seeds[0]} to {seeds[-1]}, {figures}"
    checks, differ, left_out = compare(corpus, linked, expected, figures,
                                       corpus.engines.ways(linked, lifted))
    if not differ:
        shutil.rmtree(pack)
    return Outcome(checks, len(expected) - len(left_out), differ, left_out)


def try_pack(corpus, seeds):
    try:
        return run_pack(corpus, seeds)
    except Failed as failure:
        return Outcome([(False, f"seeds {seeds[0]} to {seeds[-1]} can be made", failure)], 0, 0, [])


def main():
    build, count = sys.argv[1], int(sys.argv[2])
    first = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    tap = Tap()
    absent = missing("csmith", GCC[0], CLANG[0], LLD)
    if absent or not os.path.isdir(HEADERS):
        tap.skip("generated C programs", "not installed: " + (", ".join(absent) or HEADERS))
        tap.end()
    corpus = Corpus(Place(f"csmith-{count}", build))
    if missing(QEMU[0]):
        tap.skip("generated C programs under qemu", "not installed: " + QEMU[0])
    programs = differences = 0
    packs = [range(start, min(start + SEEDS_A_PACK, first + count))
             for start in range(first, first + count, SEEDS_A_PACK)]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for outcome in pool.map(lambda seeds: try_pack(corpus, seeds), packs):
            for check in outcome.checks:
                tap.check(*check)
            for name in outcome.disputed:
                print(f"# left out: {name} prints another sum than natively, the same in every way")
            programs, differences = programs + outcome.programs, differences + outcome.differences
    print(f"# {corpus.skipped} of {count} seeds left out: they run too long natively")
    print(f"# count programs {programs}\n# count differences {differences}")
    tap.check(programs > 0, "there were programs to compare")
    if not tap.failures:
        shutil.rmtree(corpus.place.folder)
    tap.end()


main()
