#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The long run of test_engines.c: draws new words of each row, compiles their text for each
processor level and runs them, part by part, on all processors. Prints TAP.

    test_engines.py MAKER RUNNER [--states N] [--words N] [--seed N] ... -- FLAGS OF LIFTED CODE"""
import argparse
import concurrent.futures
import os
import subprocess
import sys
import tempfile
import time

# The processor's levels and those of floating point (a64/state.h).
FORMS = [(march, level) for march in ("x86-64-v2", "x86-64-v3", "x86-64-v4") for level in (1, 2, 3)]
PARTS = 64


def run_part(arguments, folder, part):
    """The runner's exit status and output."""
    base = os.path.join(folder, f"part{part}")
    with open(base + ".c", "w", encoding="ascii") as f:
        subprocess.run([arguments.maker, str(arguments.seed), str(arguments.words), str(part),
                        str(PARTS)], stdout=f, check=True)
    libraries = []
    for march, level in FORMS:
        library = f"{base}-{march}-{level}.so"
        subprocess.run([*arguments.compiler, *arguments.flags, f"-march={march}", f"-DA64_FLOAT={level}",
                        *(f"-I{folder}" for folder in arguments.include), "-shared", "-fPIC",
                        base + ".c", "-o", library], check=True)
        libraries.append(f"{march}={library}")
    done = subprocess.run([arguments.runner, "--states", str(arguments.states), "--seed",
                           str(arguments.seed), "--unmet", *libraries], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True)
    for name in os.listdir(folder):
        if name.startswith((f"part{part}.", f"part{part}-")):
            os.unlink(os.path.join(folder, name))
    return done.returncode, done.stdout.splitlines()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("maker")
    parser.add_argument("runner")
    parser.add_argument("--states", type=int, default=100_000)
    parser.add_argument("--words", type=int, default=32)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--include", action="append", default=[])
    parser.add_argument("--compiler", nargs="+", default=["clang-19"])
    end = sys.argv.index("--")
    arguments = parser.parse_args(sys.argv[1:end])
    arguments.flags = sys.argv[end + 1:]
    print(f"1..{PARTS}")
    print(f"# seed {arguments.seed}, {arguments.words} words and {arguments.states} states a row")
    known, unmet, bad = set(), set(), False
    with tempfile.TemporaryDirectory() as folder, \
            concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        parts = pool.map(lambda part: run_part(arguments, folder, part), range(PARTS))
        for number, (code, lines) in enumerate(parts, 1):
            bad = bad or code
            print(f"{'not ok' if code else 'ok'} {number} - part {number} of {PARTS}")
            if code < 0:
                print(f"# the runner was ended by signal {-code}")
            for line in lines:
                if line.startswith("# known "):
                    known.add(line)
                elif line.startswith("# unmet "):
                    unmet.add(line)
                elif line.startswith("#"):
                    print(line)
                elif line.startswith("not ok") or "# SKIP" in line or code < 0:
                    print(f"# {line}")
            sys.stdout.flush()
    print("\n".join(sorted(known) + sorted(unmet - {line.replace("known", "unmet", 1) for line in known})))
    return 1 if bad else 0


sys.exit(main())
