#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Programs on Debian's static libraries print the same natively, under qemu-aarch64, interpreted and
lifted.

usage: libraries.py BUILD_FOLDER [NAME...]

With LINUX_TIME in the environment the seconds that each way took stand in the output."""
import collections
import concurrent.futures
import glob
import os
import shutil
import subprocess
import sys
import time

from engines import CLANG, PROGRAMS, QEMU, Engines, Failed, Place, Tap, missing, show

# checks: arguments of Tap.check.
Outcome = collections.namedtuple("Outcome", "notes checks programs differences")
Library = collections.namedtuple("Library", "name source links headers words status",
                                 defaults=([], None, [], 0))

LIBRARIES = [
    Library("zlib", "zlib.c", ["-l:libz.a"], "zlib.h"),
    Library("lz4", "lz4.c", ["-l:liblz4.a"], "lz4.h"),
    Library("zstd", "zstd.c", ["-l:libzstd.a"], "zstd.h"),
    Library("lua", "lua.c", ["-l:liblua5.4.a", "-lm"], "lua5.4/lua.h",
            sorted(glob.glob(os.path.join(PROGRAMS, "scripts", "*.lua")))),
    Library("sqlite", "sqlite.c", ["-l:libsqlite3.a", "-lm"], "sqlite3.h"),
    Library("libc", "libc.c", ["-lm"], status=7),
    Library("c++", "cxx.cc", ["-lstdc++", "-lm"]),
]
NATIVE = ["clang-19"]
STATIC = ["-static-pie", "-fuse-ld=lld", "-I/usr/include"]


def build(engines, library, command, more, output):
    """An executable; Failed where the library is not there for that machine, too."""
    flags = ["-O2", "-ffp-contract=off", "-I/usr/include/lua5.4"]
    flags += ["--driver-mode=g++", "-std=c++17"] if library.source.endswith(".cc") else []
    engines.make([*command, *flags, os.path.join(PROGRAMS, library.source), "-o", output,
                  *more, *library.links])


def has(command, archive):
    """Whether the compiler's linker finds the archive for its machine."""
    found = subprocess.run([*command, "-print-file-name=" + archive], stdout=subprocess.PIPE,
                           text=True, check=False).stdout.strip()
    return os.path.isabs(found)


def absent(library):
    archives = [word[3:] for word in library.links if word.startswith("-l:")] or ["libc.a"]
    return [f"{archive} for {machine}" for machine, command in (("AArch64", CLANG), ("here", NATIVE))
            for archive in archives if not has(command, archive)]


def first_difference(wanted, got):
    for number, (a, b) in enumerate(zip(wanted.splitlines(), got.splitlines()), 1):
        if a != b:
            return f"line {number}: wanted {a!r}, got {b!r}"
    return f"{len(wanted)} bytes wanted, {len(got)} got"


def compare(engines, library):
    """Notes, and the checks of each way beside the native one."""
    native, program = engines.place.path(library.name + ".native"), engines.place.path(library.name)
    build(engines, library, NATIVE, [], native)
    build(engines, library, CLANG, STATIC, program)
    lifted, figures = engines.lift(program)
    notes, checks = [f"{library.name}: {figures}"], []
    wanted = engines.run([native, *library.words])
    if wanted.status != library.status:
        raise Failed(f"{library.name} natively\n{show(wanted)}")
    for way, command in engines.ways(program, lifted).items():
        start = time.monotonic()
        got = engines.run(command + library.words)
        if "LINUX_TIME" in os.environ:
            notes.append(f"{library.name} {way}: {time.monotonic() - start:.2f} s")
        checks.append(((got.status, got.out) == (wanted.status, wanted.out),
                       f"{library.name} {way}, {len(wanted.out)} bytes of output",
                       first_difference(wanted.out, got.out), show(got)))
    return Outcome(notes, checks, 1, sum(not same for same, *_ in checks))


def try_library(engines, library):
    try:
        return compare(engines, library)
    except Failed as failure:
        return Outcome([], [(False, f"{library.name} can be made", failure)], 0, 0)


def main():
    tap, place = Tap(), Place("-".join(["libraries", *sys.argv[2:]]), sys.argv[1])
    engines = Engines(place)
    chosen = [l for l in LIBRARIES if not sys.argv[2:] or l.name in sys.argv[2:]]
    programs = differences = 0
    if missing(QEMU[0]):
        tap.skip("programs on libraries under qemu", "not installed: " + QEMU[0])
    ready = []
    for library in chosen:
        lacking = absent(library)
        if lacking:
            tap.skip(library.name, "not installed: " + ", ".join(lacking))
        else:
            ready.append(library)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for outcome in pool.map(lambda library: try_library(engines, library), ready):
            for note in outcome.notes:
                print("# " + note, flush=True)
            for check in outcome.checks:
                tap.check(*check)
            programs, differences = programs + outcome.programs, differences + outcome.differences
    print(f"# count programs {programs}\n# count differences {differences}")
    if not tap.failures:
        shutil.rmtree(place.folder)
    tap.end()


main()
