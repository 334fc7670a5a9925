#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Storms of 64 threads (guest/programs/storm.h), and what the scheduler does under load, interpreted
and lifted.
usage: storms.py BUILD_FOLDER MILLISECONDS INTERRUPTIONS INCREMENTS

Each storm takes so long; schedule interrupts an endless loop so often, and each of eight threads
counts so far without locks."""
import shutil
import sys

from harness import Place, Tap, passes, show

STORMS_A_PROGRAM = 5
PATIENCE = 600  # seconds beyond what a program should take, after which it hangs for certain


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
    if not tap.failures:
        shutil.rmtree(place.folder)
    tap.end()


main()
