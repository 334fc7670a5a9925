#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs that are the same: with --deterministic the traces, the pictures and the reports of threads
that race (guest/programs/order.c) are compared byte by byte, some of them made on a busy machine.
usage: deterministic.py BUILD_FOLDER RUNS"""
import json
import os
import shutil
import subprocess
import sys

from harness import Place, Tap, passes, show

KEPT = ("trace", "png", "json")
# What the report counts goes on until the threads have left.
REPORTED = ("verdict", "guest_status", "frames", "first_frame_seconds", "seconds")
# Beside every second run: whoever waits for a processor comes later.
BUSY = 3
WAYS = {"lifted": [], "interpreted": ["--interpret"]}
# How the run ends: by itself, when the input script presses Plus or closes the window, or in the
# middle.
ENDS = {
    "by itself": (["--args", "6"], ""),
    "by Plus": (["--args", "1000"], "3 tap a\n5 press plus\n"),
    "by the window": (["--args", "1000"], "5 close\n"),
    "by --frames": (["--args", "1000", "--frames", "5"], "2 press b\n"),
}


def busy():
    return [subprocess.Popen([sys.executable, "-c", "while True: pass"], start_new_session=True,
                             preexec_fn=lambda: os.nice(5)) for _ in range(BUSY)]


def run(place, program, words, script):
    """How it ended, and what it left."""
    shutil.rmtree(place.path("portable"), ignore_errors=True)
    for kind in KEPT:
        if os.path.exists(place.path("left." + kind)):
            os.remove(place.path("left." + kind))
    done = place.run(program, *words, "--trace", "all", "--trace-file", place.path("left.trace"),
                     "--screenshot", place.path("left.png"), "--report", place.path("left.json"),
                     "--input", place.write("left.input", script), "--watchdog", "0", timeout=300)
    left = {}
    for kind in KEPT:
        try:
            with open(place.path("left." + kind), "rb") as f:
                left[kind] = f.read()
        except OSError:
            left[kind] = None
    if left["json"]:
        facts = json.loads(left["json"])
        left["json"] = str([facts.get(name) for name in REPORTED]).encode()
    return done, left


def first_difference(a, b):
    if a is None or b is None:
        return "one of them is not there"
    a, b = a.split(b"\n"), b.split(b"\n")
    n = next((i for i, (x, y) in enumerate(zip(a, b)) if x != y), min(len(a), len(b)))
    return f"line {n + 1} of {len(a)} and {len(b)}:\n{a[n:n + 2]}\n{b[n:n + 2]}"


def same(tap, place, name, words, script, runs):
    first = None
    for i in range(runs):
        beside = busy() if i % 2 else []
        try:
            done, left = run(place, place.guest("order.nro"), ["--deterministic", *words], script)
        finally:
            for process in beside:
                process.kill()
                process.wait()
        if done.status != 0 or None in left.values():
            tap.check(False, f"{name}: run {i + 1} ends well", show(done))
            return
        first = first or left
        different = [kind for kind in KEPT if left[kind] != first[kind]]
        if different:
            tap.check(False, f"{name}: run {i + 1} is as the first one",
                      *(f"{kind}: {first_difference(first[kind], left[kind])}"
                        for kind in different))
            return
    tap.check(first["trace"].count(b"[svc]") > 100, f"{name}: {runs} runs are the same", first)
    print(f"# count runs {runs}", flush=True)


def differs_without(tap, place, name, words, script, runs):
    """Else the comparison would show nothing."""
    left = [run(place, place.guest("order.nro"), words, script)[1] for _ in range(runs)]
    for kind in ("trace", "png"):
        tap.check(any(each[kind] != left[0][kind] for each in left[1:]),
                  f"{name}, without the option: the {kind} differs")


def refused(tap, place):
    program = place.path("order")
    made = place.call("build", place.guest("order.nro"), "--cache-folder", place.cache, "--output",
                      program)
    done = place.execute([program, "--headless", "--deterministic", "--portable",
                          place.path("portable")])
    tap.check(made.status == 0 and done.status != 0 and "windlass build --deterministic" in done.err,
              "an executable that was built without the option says so", show(made), show(done))
    done = place.run(place.guest("order.nro"), "--deterministic", "--schedule", "free")
    tap.check(done.status != 0 and "--schedule cores" in done.err,
              "it does not go with threads that run freely", show(done))


def built(tap, place):
    """What `build --deterministic` makes runs either way."""
    program = place.path("order")
    made = place.call("build", place.guest("order.nro"), "--deterministic", "--cache-folder",
                      place.cache, "--output", program)
    lines = set()
    for words in (["--deterministic"], ["--deterministic"], []):
        done = place.execute([program, "--headless", "--trace", "guest", "--portable",
                              place.path("portable"), "--args", "4", *words])
        lines.add(done.err if words else "")
        tap.check(made.status == 0 and done.status == 0 and "history" in done.err,
                  f"an executable of its own runs {' '.join(words)}", show(made), show(done))
    tap.check(len(lines) == 2, "with the option it is the same twice", lines)


def rules_hold(tap, place, way, words):
    """Priorities, masks, turns and loops without calls are what they are in any other run."""
    for name in ("schedule.nro", "threads.nro"):
        done = place.run(place.guest(name), "--deterministic", "--trace", "guest", *words)
        tap.check(passes(done), f"{way}, {name}", show(done))


def main():
    tap, place, runs = Tap(), Place(f"deterministic{sys.argv[2]}", sys.argv[1]), int(sys.argv[2])
    for way, words in WAYS.items():
        rules_hold(tap, place, way, words)
    for how, (more, script) in ENDS.items():
        same(tap, place, f"lifted, ends {how}", more, script,
             runs if how == "by itself" else (runs + 4) // 3)
    more, script = ENDS["by itself"]
    same(tap, place, "interpreted", WAYS["interpreted"] + more, script, runs)
    differs_without(tap, place, "lifted", more, script, 3)
    refused(tap, place)
    built(tap, place)
    if not tap.failures:
        shutil.rmtree(place.folder)
    tap.end()


main()
