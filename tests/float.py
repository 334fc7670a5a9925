#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""--float on the command line: the level that each choice compiles, and what --float fast changes,
as docs/float.md lists it. usage: float.py BUILD_FOLDER"""
import glob
import json
import os
import re
import shutil
import sys

from harness import Place, Tap, guest_lines, show

# A64_FLOAT_* (a64/state.h).
FAST, PLAIN, MODES, EXACT = range(4)

# Program and options -> level.
LEVELS = [
    ("words.nro", [], PLAIN), ("modes.nro", [], MODES), ("float.nro", [], EXACT),
    ("jit.nro", [], EXACT),
    ("words.nro", ["--float", "auto"], PLAIN), ("words.nro", ["--float", "exact"], EXACT),
    ("words.nro", ["--debug"], EXACT), ("words.nro", ["--float", "fast"], FAST),
    ("float.nro", ["--float=fast"], FAST), ("words.nro", ["--float", "fast", "--debug"], FAST),
]

NAN = "a NaN"

# Line of guest/programs/modes.c -> on the console, and with --float fast where that differs.
LINES = {
    "default NaN": ("7ff8000000000000", NAN),
    "FMAX of a NaN": ("7ff8000000001234", "3ff0000000000000"),
    "FMIN of a NaN": ("7ff8000000001234", "3ff0000000000000"),
    "FMAXNM of a NaN": ("3ff0000000000000", NAN),
    "FMINNM of a NaN": ("3ff0000000000000", NAN),
    "FMAX of zeros": ("0000000000000000", "8000000000000000"),
    "FMIN of zeros": ("8000000000000000", "0000000000000000"),
    "FMULX of zero by infinity": ("4000000000000000", NAN),
    "FRECPS of zero by infinity": ("4000000000000000", NAN),
    "FRSQRTS of zero by infinity": ("3ff8000000000000", NAN),
    "a third, rounded up": ("3fd5555555555556", None),
    "FRINTI, rounded up": ("4000000000000000", "3ff0000000000000"),
    "FRINTX, rounded up": ("4000000000000000", "3ff0000000000000"),
    "half precision, rounded up": ("0000000000003c01", None),
    "FRECPE that overflows, rounded down": ("7fefffffffffffff", "7ff0000000000000"),
    "FZ of a sum": ("0000000000000000", "0008000000000000"),
    "FZ of a comparison": ("ffffffffffffffff", "0000000000000000"),
    "FZ of a conversion": ("0000000000000000", "0000000000000001"),
    "DN": ("7ff8000000000000", "7ff8000000001234"),
    "AHP": ("40f0000000000000", None),
    "nearest again": ("3fd5555555555555", None),
}


def levels(tap, place):
    """The first line of each C file that `lift` writes, and the figures of `run`."""
    for number, (program, words, level) in enumerate(LEVELS):
        folder, figures = place.path(f"lifted.{number}"), place.path(f"figures.{number}.json")
        lifted = place.call("lift", place.guest(program), "--output", folder, *words)
        heads = set()
        for path in glob.glob(os.path.join(folder, "code_*.c")):
            with open(path, encoding="utf-8") as f:
                heads |= set(re.findall(r"^#define A64_FLOAT (\d)$", f.readline()))
        name = f"{program} {' '.join(words)}".strip()
        tap.check(lifted.status == 0 and heads == {str(level)}, f"{name}: lift writes level {level}",
                  heads, show(lifted))
        ran = place.run(place.guest(program), "--lift-report", figures, *words)
        with open(figures, encoding="utf-8") as f:
            tap.check(json.load(f)["float_level"] == level, f"{name}: run compiles it", show(ran))


def is_nan(bits):
    """Of 8 or 16 digits."""
    infinity = 0x7f800000 if len(bits) == 8 else 0x7ff0000000000000
    return int(bits, 16) & (1 << 4 * len(bits) - 1) - 1 > infinity


def results(tap, place):
    console = {name: exact for name, (exact, _) in LINES.items()}
    for how in (["--interpret"], [], ["--float", "auto"], ["--float", "exact"], ["--debug"]):
        done = place.run(place.guest("modes.nro"), "--trace", "guest", *how)
        printed = dict(line.split(": ") for line in guest_lines(done)[0])
        tap.check(done.status == 0 and printed == console,
                  f"{' '.join(how) or 'by default'}: as on the console", show(done))
    done = place.run(place.guest("modes.nro"), "--trace", "guest", "--float", "fast")
    printed = dict(line.split(": ") for line in guest_lines(done)[0])
    tap.check(done.status == 0 and printed.keys() == LINES.keys(), "--float fast runs", show(done))
    for name, (exact, fast) in LINES.items():
        got = printed.get(name, "")
        tap.check(got != "" and (is_nan(got) if fast == NAN else got == (fast or exact)),
                  f"--float fast, {name}: {'the same' if fast is None else 'another result'}", got)


def plain_cases(place):
    """Made cases of all rows, without modes, that leave FPSR open: their path."""
    made = place.path("made.txt")
    place.call("vectors", "make", "--count", "3", "--seed", "7", "--output", made, timeout=600)
    with open(made, encoding="utf-8") as f:
        cases = f.read().split("\n\n")
    cases = [re.sub(r" fpsr=\w+", "", case) for case in cases
             if not re.search(r"fpcr=0*[1-9a-f]", case)]
    return place.write("plain.txt", "\n\n".join(cases))


MAY_DIFFER = re.compile(r": ([^:/]+)/\S+: v\d+=([0-9a-f]{32}), not ([0-9a-f]{32})$")


def is_listed(line):
    """Is it a minimum or maximum, or are the lanes that differ NaNs on one side?"""
    m = MAY_DIFFER.search(line)
    if not m or re.match(r"f(min|max)", m[1]):
        return bool(m)
    size = 8 if "32" in m[1] else 16
    lanes = [(m[2][i:i + size], m[3][i:i + size]) for i in range(0, 32, size)]
    return all(a == b or is_nan(a) or is_nan(b) for a, b in lanes)


def vectors(tap, place):
    path = plain_cases(place)
    run = ["vectors", "run", "--quiet", "--cache-folder", place.cache, path, "--float"]
    done = place.call(*run, "exact", timeout=600)
    tap.check(done.status == 0 and re.fullmatch(r"[1-9]\d{3} passed, 0 failed", done.out.strip()),
              "vectors run --float exact", show(done))
    done = place.call(*run, "fast", timeout=600)
    lines = done.out.splitlines()
    tap.check(done.status == 1 and len(lines) >= 10, "vectors run --float fast: some differ", show(done))
    wrong = [line for line in lines[:-1] if not is_listed(line)]
    tap.check(not wrong, "where a NaN is, and in minima and maxima, but nowhere else", *wrong[:20])


def refused(tap, place):
    done = place.run(place.guest("words.nro"), "--float", "exakt")
    tap.check(done.status == 2 and "auto|exact|fast" in done.err, "another word", show(done))


def main():
    tap, place = Tap(), Place("float", sys.argv[1])
    levels(tap, place)
    results(tap, place)
    vectors(tap, place)
    refused(tap, place)
    if not tap.failures:
        shutil.rmtree(place.folder)
    tap.end()


main()
