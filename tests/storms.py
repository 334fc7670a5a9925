#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Storms of 64 threads (guest/programs/storm.h), and what the scheduler does under load, interpreted
and lifted.
usage: storms.py BUILD_FOLDER MILLISECONDS INTERRUPTIONS INCREMENTS

Each storm takes so long; schedule interrupts an endless loop so often, and each of eight threads
counts so far without locks."""
import re
import shutil
import sys

from harness import Place, Tap, guest_lines, passes, show

STORMS_A_PROGRAM = 5
PATIENCE = 600  # seconds beyond what a program should take, after which it hangs for certain

COSTS = ["mutex", "event", "switch", "switch-same", "thread-ipc", "service-ipc", "preemption",
         "preemption-90"]


def costs(tap, place):
    """The program of `scripts/bench kernel` ends and has measured everything."""
    for way, how in (("interpreted", ["--interpret"]), ("lifted", [])):
        done = place.run(place.guest("costs.nro"), *how, "--trace", "guest", "--args", "10 3",
                         timeout=PATIENCE)
        found = [re.match(r"cost (\S+) \d+ \d+$", line) for line in guest_lines(done)[0]]
        tap.check(done.status == 0 and all(found) and [m[1] for m in found] == COSTS,
                  f"costs {way}", show(done))


def main():
    build, ms, interruptions, increments = sys.argv[1], *map(int, sys.argv[2:])
    tap, place = Tap(), Place(f"storms{ms}", build)
    programs = {"storm_locks": f"{ms}", "storm_words": f"{ms}",
                "schedule": f"{interruptions} {increments}"}
    for program, words in programs.items():
        for way, how in (("interpreted", ["--interpret"]), ("lifted", [])):
            done = place.run(place.guest(program + ".nro"), *how, "--trace", "guest", "--args", words,
                             timeout=STORMS_A_PROGRAM * ms // 1000 + PATIENCE)
            tap.check(passes(done), f"{program} {words} {way}", show(done))
    costs(tap, place)
    if not tap.failures:
        shutil.rmtree(place.folder)
    tap.end()


main()
