#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Guest programs that draw, interpreted and lifted, and one as an executable of its own.
usage: guest_programs.py BUILD_FOLDER"""
import os
import shutil
import sys

import picture
from harness import Place, Tap, passes, report, show
from pictures import PICTURES, golden, take

def stand_alone(tap, place):
    """The RomFS is in the executable that `build` makes."""
    program = place.make("alone") + "/romfs"
    made = place.call("build", place.guest("romfs.nro"), "--cache-folder", place.cache, "--output",
                      program)
    done = place.execute([program, "--headless", "--trace", "guest", "--portable",
                          place.path("alone", "p")])
    tap.check(made.status == 0 and passes(done), "romfs as one executable", show(made), show(done))


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
    stand_alone(tap, place)
    pictures(tap, place)
    for name in PICTURES:
        same_picture(tap, place, name)
    if not tap.failures:
        shutil.rmtree(place.folder)
    tap.end()


main()
