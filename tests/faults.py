#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Fault reports of a program that crashes on demand. usage: faults.py BUILD_FOLDER"""
import json
import re
import shutil
import sys

from harness import Place, Tap, show

# way -> kind, what the report's first line says, the function, functions of the backtrace
FAULTS = {
    "read": ("read", "read of 0x10, where nothing can be read", "crash_read", ["main"]),
    "write": ("write", "which is read-only", "crash_write", ["main"]),
    "unused": ("read", "read of 0x10", "crash_unused", ["main"]),
    "dead": ("read", "read of 0x10", "crash_dead", ["main"]),
    "clean": ("read", "read of 0x10", "crash_clean", ["main"]),
    "invalidate": ("read", "read of 0x10", "crash_invalidate", ["main"]),
    "zero": ("write", "write to 0x10, where nothing is mapped", "crash_zero", ["main"]),
    "zero-constant": ("write", "which is read-only", "crash_zero_constant", ["main"]),
    "between": ("execute", ", which is no multiple of 4", "crash_read", ["crash_between", "main"]),
    "misaligned": ("alignment", "no multiple of its size", "crash_misaligned", ["main"]),
    "pair": ("alignment", "no multiple of its size", "crash_pair", ["main"]),
    "undefined": ("undefined", "undefined instruction 0x00000000", "crash_undefined", ["main"]),
    "breakpoint": ("breakpoint", "breakpoint (brk #0x7)", "crash_breakpoint", ["main"]),
    "jump": ("execute", "jump to 0x10, where no code is", None, ["crash_jump", "main"]),
    "stack": ("write", "where nothing is mapped", "crash_stack", ["crash_stack"]),
    "thread": ("read", "read of 0x10", "crash_read", ["from_thread"]),
}


# With a handler of the program's own. Way -> exit status, verdict, a part of the verdict's reason,
# the kinds of the reports, in their order.
HANDLED = {
    "handled": (0, "returned", "", []),
    "after-handled": (70, "fault", "read of 0x10", ["read"]),
    "abort-after-handled": (70, "break", "svcBreak", []),
    "exit": (0, "exited", "", ["undefined"]),
    "give-up": (70, "fault", "undefined instruction", ["undefined"]),
    "twice": (70, "fault", "undefined instruction", ["undefined", "read"]),
}


def load(path):
    try:
        with open(path, encoding="utf-8") as f:
            return json.load(f)
    except (OSError, ValueError):
        return {}


def crash(place, way, words):
    report = place.path(f"{way}.json")
    done = place.run(place.guest("crash.elf"), *words, "--args", way, "--report", report)
    return done, load(report)


def faults(tap, place, way, name, words):
    kind, reason, function, callers = FAULTS[way]
    module = "crash" if function else "none"
    done, report = crash(place, way, words)
    head = re.search(r"^windlass: the program faulted: (.*), in (\S+).* \(pc 0x([0-9a-f]{8,})\)$",
                     done.err, re.M)
    frames = re.findall(r"^ +\d+  0x[0-9a-f]+  ([^+\n]+)", done.err, re.M)
    tap.check(done.status == 70 and head is not None and reason in head[1]
              and f"  kind {kind}, module {module}\n" in done.err, f"{way} {name}: kind and reason",
              show(done))
    tap.check(head is not None and (not function or head[2].startswith(function))
              and (not function or int(head[3], 16) >= 0x08000000), f"{way} {name}: function and pc",
              show(done))
    tap.check(all(frames.count(c) == 1 + (c == function) for c in callers)
              and (function in callers or frames.count(function) <= 1), f"{way} {name}: backtrace",
              frames, show(done))
    tap.check("\n  next: " in done.err and len(re.findall(r"x(\d+) [0-9a-f]{16}", done.err)) == 31,
              f"{way} {name}: registers and what to do next", show(done))
    tap.check(report.get("verdict") == "fault" and report.get("exit_status") == 70
              and head is not None and head[1] in report.get("reason", ""),
              f"{way} {name}: the report for machines", report)
    fault = report.get("fault", {})
    tap.check(report.get("stage") == "cpu" and fault.get("kind") == kind
              and head is not None and int(fault["at"]["pc"], 16) == int(head[3], 16)
              and len(fault["backtrace"]) >= len(frames) - 1 and fault["next"] in done.err,
              f"{way} {name}: the fault for machines", report)


def handled(tap, place, way, name, words):
    """Who deals with a fault is not told of it, but where it is traced."""
    status, verdict, reason, kinds = HANDLED[way]
    done, report = crash(place, way, [*words, "--trace", "core"])
    told = re.findall(r"^windlass: the program faulted: .*\n  kind (\w+), ", done.err, re.M)
    traced = [line for line in done.err.splitlines() if "goes to the program's handler" in line]
    tap.check(done.status == status and report.get("verdict") == verdict
              and reason in report.get("reason", ""), f"{way} {name}: the end", show(done), report)
    tap.check(told == kinds and report.get("fault", {}).get("kind") == (kinds or [None])[0],
              f"{way} {name}: reports of {kinds}", show(done), report)
    tap.check(len([line for line in traced if line.startswith("[core] ")
                   and "undefined instruction 0x00000000, in crash_undefined" in line]) == 1,
              f"{way} {name}: the trace", show(done))
    done, _ = crash(place, way, words)
    tap.check(done.status == status and "handler" not in done.err
              and done.err.count("the program faulted") == len(kinds), f"{way} {name}: no more than that",
              show(done))


def debug_is_exact(tap, place):
    done, report = crash(place, "read", ["--debug"])
    address = report.get("fault", {}).get("address", "0x0")
    tap.check("\n  registers:\n" in done.err and report["fault"]["registers_exact"]
              and f" {int(address, 16):016x}" in done.err, "--debug: registers are those of the fault",
              show(done), report)


def main():
    tap, place = Tap(), Place("faults", sys.argv[1])
    for name, words in (("lifted", []), ("interpreted", ["--interpret"])):
        for way in FAULTS:
            faults(tap, place, way, name, words)
        for way in HANDLED:
            handled(tap, place, way, name, words)
        done, report = crash(place, "abort", words)
        tap.check(done.status == 70 and report.get("verdict") == "break"
                  and "svcBreak" in report.get("reason", ""), f"abort {name}", show(done), report)
        done, report = crash(place, "none", words)
        tap.check(done.status == 0 and report.get("verdict") == "returned"
                  and report.get("reason") == "", f"no fault {name}", show(done), report)
    debug_is_exact(tap, place)
    if not tap.failures:
        shutil.rmtree(place.folder)
    tap.end()


main()
