#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the programs that test the memory model, lifted and interpreted, with all threads at once:
the console's three cores would be too few.
usage: litmus.py BUILD_FOLDER LIFTED_ROUNDS INTERPRETED_ROUNDS

With two processors or more and many rounds, the outcomes that ARM and the host allow must be seen,
which shows that the forbidden ones could be seen, too."""
import os
import re
import shutil
import sys

from harness import Place, Tap, guest_lines, show

MANY = 1000000


def run(tap, place, program, way, words, rounds):
    demanding = rounds >= MANY and len(os.sched_getaffinity(0)) > 1
    done = place.run(place.guest(program + ".nro"), *words, "--schedule", "free", "--trace",
                     "guest", "--args", f"{rounds} relaxed" if demanding else f"{rounds}", timeout=7200)
    lines, rest = guest_lines(done)
    cases = [m for m in (re.match(r"(ok|not ok) \d+ - (.*)", line) for line in lines) if m]
    for line in lines:
        if line.startswith("# "):
            print(line, flush=True)
    for case in cases:
        tap.check(case[1] == "ok", f"{program} {way}: {case[2]}")
    tap.check(done.status == 0 and not rest and cases and lines[-1] == f"1..{len(cases)}",
              f"{program} {way} ends", show(done))


def main():
    lifted, interpreted = int(sys.argv[2]), int(sys.argv[3])
    tap, place = Tap(), Place(f"litmus{lifted}", sys.argv[1])
    for program in ("litmus", "exclusives"):
        run(tap, place, program, "lifted", [], lifted)
        run(tap, place, program, "interpreted", ["--interpret"], interpreted)
    if not tap.failures:
        shutil.rmtree(place.folder)
    tap.end()


main()
