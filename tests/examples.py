#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Examples of deko3d: sixty frames on this machine's library and as programs of the console, lifted, with the
validation layer; the pictures are the same bytes.
usage: examples.py BUILD_FOLDER"""
import os
import sys

import picture
from harness import Place, Tap, show
from pictures import EXAMPLE_FRAMES, EXAMPLES, golden, take_example

LAYER = "validation layer"


def quiet(done):
    return done.status == 0 and LAYER not in done.out + done.err


def lifted(place, name):
    path = place.path(name + ".lifted.png")
    done = place.run(os.path.join(place.build, "examples", name + ".nro"), "--frames", str(EXAMPLE_FRAMES), "--screenshot",
                     path, "--gpu", "llvmpipe", "--gpu-validate", portable=name)
    return path, done


def example(tap, place, name):
    ours, done = take_example(place, name)
    if not tap.check(quiet(done) and os.path.exists(ours), f"{name} draws", show(done)):
        return
    theirs, done = lifted(place, name)
    if not tap.check(quiet(done) and os.path.exists(theirs), f"{name} draws, lifted", show(done)):
        return
    difference = picture.compare(theirs, ours)
    tap.check(difference.worst == 0, f"{name} is the same picture lifted", difference.text)
    if EXAMPLES[name]:
        difference = picture.compare(ours, golden("example_" + name))
        tap.check(picture.alike(difference), f"{name}'s picture", difference.text, "tests/bless shows the difference")


def main():
    tap, place = Tap(), Place("examples", sys.argv[1])
    for name in EXAMPLES:
        example(tap, place, name)
    tap.end()


main()
