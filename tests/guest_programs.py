#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the guest programs interpreted and lifted. usage: guest_programs.py BUILD_FOLDER"""
import json
import os
import re
import shutil
import sys

import picture
from harness import Place, Tap, guest_lines, show
from pictures import PICTURES, golden, take

# Programs that check themselves, in each form that a program can have.
CHECKED = ["jumps.nro", "jumps.nso", "threads.nro", "files.nro", "exceptions.elf", "romfs.nro"]


def passes(done):
    lines, rest = guest_lines(done)
    return (done.status == 0 and len(lines) > 1 and not rest and
            lines[-1] == f"1..{len(lines) - 1}" and
            all(re.match(rf"ok {i + 1} - .", line) for i, line in enumerate(lines[:-1])))


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


def stays_lifted(tap, place, program, name):
    """What the lifter can know was lifted, so that the interpreter had nothing to do."""
    facts = report(place, name)
    ok = facts["interpreted_instructions"] == 0 and facts["dispatch_misses"] == 0
    tap.check(ok, f"{program} stays lifted", facts)


def checked(tap, place):
    for program in CHECKED:
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
        stays_lifted(tap, place, program, f"{program}.lifted.json")
        tap.check(printed["lifted"] == printed["interpreted"], f"{program} prints the same both ways",
                  *printed.values())


def stand_alone(tap, place):
    """The RomFS is in the executable that `build` makes."""
    program = place.make("alone") + "/romfs"
    made = place.call("build", place.guest("romfs.nro"), "--cache-folder", place.cache, "--output",
                      program)
    done = place.execute([program, "--headless", "--trace", "guest", "--portable",
                          place.path("alone", "p")])
    tap.check(made.status == 0 and passes(done), "romfs as one executable", show(made), show(done))


def report(place, name):
    with open(place.path(name), encoding="utf-8") as f:
        return json.load(f)


def leaves(tap, place, name):
    """The program ends by itself when Plus is pressed."""
    done = place.run(place.guest(name + ".nro"), "--input", place.write("plus", "12 press plus\n"),
                     "--frames", "2000", "--report", place.path("leave.json"), portable=name)
    ok = done.status == 0 and os.path.exists(place.path("leave.json"))
    facts = report(place, "leave.json") if ok else {}
    tap.check(facts.get("verdict") == "returned" and 12 <= facts.get("frames", 0) < 2000,
              f"{name} leaves by Plus", show(done), facts)


def pictures(tap, place):
    for name in PICTURES:
        path, done = take(place, name)
        if not tap.check(done.status == 0 and os.path.exists(path), f"{name} leaves a picture",
                         show(done)):
            continue
        difference = picture.compare(path, golden(name))
        tap.check(picture.alike(difference), f"{name}'s picture", difference.text,
                  "tests/bless shows the difference")
        leaves(tap, place, name)


def same_picture(tap, place, name):
    """The interpreter is slow, so the two ways are compared at an early frame."""
    shots = []
    for way, words in (("interpreted", ["--interpret"]), ("lifted", [])):
        shots.append(place.path(f"{name}.{way}.png"))
        done = place.run(place.guest(name + ".nro"), *words, "--frames", "3", "--screenshot",
                         shots[-1], portable=f"{name}.{way}")
        if not tap.check(done.status == 0, f"{name} {way} for three frames", show(done)):
            return
    difference = picture.compare(*shots)
    tap.check(difference.worst == 0, f"{name} looks the same both ways", difference.text)


def main():
    tap, place = Tap(), Place("guest_programs", sys.argv[1])
    checked(tap, place)
    stand_alone(tap, place)
    pictures(tap, place)
    for name in PICTURES:
        same_picture(tap, place, name)
    if not tap.failures:
        shutil.rmtree(place.folder)
    tap.end()


main()
