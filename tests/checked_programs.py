#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Guest programs that check themselves, interpreted and lifted.
usage: checked_programs.py BUILD_FOLDER"""
import os
import re
import shutil
import subprocess
import sys

from harness import Place, Tap, all_hold, guest_lines, passes, report, show

# Program, in each form that a program can have -> instructions that the interpreter may run when it
# is lifted: 0 where the lifter can know everything.
CHECKED = {
    "jumps.nro": 0,
    "jumps.nso": 0,
    "threads.nro": 0,
    "schedule.nro": 0,
    "context.nro": 0,
    "spins.nro": 0,
    "float.nro": 0,
    "files.nro": 0,
    "exceptions.elf": 0,
    "throws.nro": 0,
    "romfs.nro": 0,
    "outlined.nro": 0,
    "mixed.nro": 0,
    "fibers.nro": 4,  # a thread's way home from a stack that another thread made
    "middle.nro": 12000,  # a computed place in a loop, and what runs on behind inline words
    "jit.nro": 6000,  # the code that appears at run time
}

# Ways to throw what nobody catches, in throws -> functions on the way to the end.
UNCAUGHT = {
    "thread": ["throw_letter", "from_thread", "thread_main"],
    "main": ["throw_letter", "main"],
    "noexcept": ["main"],
    "twice": ["main"],
    "nothing": ["main"],
}


def put_links(place, portable):
    """Links in the SD folder that lead out of it: to a folder and to a file."""
    sd, elsewhere = place.make(portable, "sd"), place.make(portable, "elsewhere")
    place.write(os.path.join(portable, "elsewhere", "passwd"), "secret\n")
    os.symlink(elsewhere, os.path.join(sd, "outside"))
    os.symlink("../elsewhere/passwd", os.path.join(sd, "outside.txt"))
    return elsewhere


def untouched(elsewhere):
    with open(os.path.join(elsewhere, "passwd"), encoding="utf-8") as f:
        return os.listdir(elsewhere) == ["passwd"] and f.read() == "secret\n"


def stays_lifted(tap, place, program):
    facts = report(place, f"{program}.lifted.json")
    most = CHECKED[program]
    ran = facts.get("interpreted_instructions", -1)
    tap.check(0 <= ran <= most and (most or facts.get("dispatch_misses") == 0),
              f"{program} is lifted, but for {most} instructions at most", facts)


def checked(tap, place, program):
    printed = {}
    for way, words in (("interpreted", ["--interpret"]), ("lifted", [])):
        portable = f"{program}.{way}"
        elsewhere = put_links(place, portable) if program == "files.nro" else None
        done = place.run(place.guest(program), *words, "--trace", "guest", "--report",
                         place.path(portable + ".json"), portable=portable)
        tap.check(passes(done), f"{program} {way}", show(done))
        printed[way] = guest_lines(done)[0]
        if elsewhere:
            tap.check(untouched(elsewhere), f"{program} {way} stays on its card",
                      os.listdir(elsewhere))
    stays_lifted(tap, place, program)
    tap.check(printed["lifted"] == printed["interpreted"], f"{program} prints the same both ways",
              *printed.values())


def is_outlined(tap, place):
    """Else the program would show nothing."""
    listed = subprocess.run(["llvm-nm-19", place.guest("outlined.elf")], capture_output=True,
                            text=True, check=False).stdout
    found = re.findall(r" OUTLINED_FUNCTION_\d+$", listed, re.M)
    tap.check(len(found) >= 5, "clang outlined code", listed)


def uncaught(tap, place):
    """An exception that nobody catches ends the program by the C++ run-time library's handler."""
    for way, words in (("interpreted", ["--interpret"]), ("lifted", [])):
        for how in UNCAUGHT:
            done = place.run(place.guest("throws.elf"), *words, "--trace", "guest", "--report",
                             place.path("uncaught.json"), "--args", how)
            facts = report(place, "uncaught.json")
            frames = re.findall(r"^ +\d+  0x[0-9a-f]+  (\S+)\+", done.err, re.M)
            tap.check(done.status == 70 and guest_lines(done)[0] == ["terminate called"]
                      and facts.get("verdict") == "break" and "svcBreak" in facts.get("reason", "")
                      and all(any(f in frame for frame in frames) for f in UNCAUGHT[how]),
                      f"uncaught ({how}) {way}", show(done), facts)


def traps(tap, place, name, words, faults):
    """The program's own handler goes on after each exception."""
    done = place.run(place.guest("traps.nro"), *words, "--trace", "guest,core", "--report",
                     place.path("traps.json"))
    lines, rest = guest_lines(done)
    told = [line for line in rest if "goes to the program's handler: " in line]
    tap.check(done.status == 0 and all_hold(lines) and len(told) == faults
              and "the program faulted" not in done.err
              and report(place, "traps.json").get("verdict") == "returned", f"traps {name}",
              show(done))


def contexts(tap, place):
    """Registers of a thread that is paused in its code: of lifted code only with --debug."""
    for name, words in (("interpreted", ["--interpret"]), ("lifted with --debug", ["--debug"])):
        done = place.run(place.guest("context.nro"), *words, "--trace", "guest", "--args", "running")
        tap.check(passes(done), f"contexts {name}", show(done))
    done = place.run(place.guest("context.nro"), "--trace", "guest", "--args", "running")
    lines, rest = guest_lines(done)
    tap.check(done.status == 1 and [x for x in lines if x.startswith("not ok")] ==
              [x for x in lines if x.endswith("- a thread in its code is shown")]
              and any("--debug" in x and "GetThreadContext3" in x for x in rest),
              "contexts lifted for speed: refused, and what to do", show(done))


def gates(tap, place):
    """Loops that wait give way: known to the lifter only. One wait is longer than any should be."""
    done = place.run(place.guest("spins.nro"), "--trace", "guest", "--args", "gates", "--report",
                     place.path("gates.json"))
    lines, rest = guest_lines(done)
    tap.check(done.status == 0 and all_hold(lines) and len(rest) == 1
              and "waits in a loop for a second and more" in rest[0]
              and report(place, "gates.json").get("interpreted_instructions") == 0,
              "loops that wait give way", show(done))


def main():
    tap, place = Tap(), Place("checked_programs", sys.argv[1])
    for program in CHECKED:
        checked(tap, place, program)
    is_outlined(tap, place)
    uncaught(tap, place)
    gates(tap, place)
    for name, words in (("interpreted", ["--interpret"]), ("lifted", [])):
        traps(tap, place, f"at undefined words {name}", words, 16)
    # Registers at any instruction: what goes on behind an access must have been lifted for that.
    for name, words in (("interpreted", ["--interpret"]), ("lifted with --debug", ["--debug"])):
        traps(tap, place, f"at aborts {name}", words + ["--args", "aborts"], 6)
    contexts(tap, place)
    if not tap.failures:
        shutil.rmtree(place.folder)
    tap.end()


main()
