# SPDX-License-Identifier: MIT
"""The pictures that are compared with tests/golden: program, frame, input script."""
import os

from harness import TOP

PICTURES = {
    "hello": (90, "5 press a\n5 press up\n10 stick left 0.5 -0.5\n"),
    "cube": (30, ""),
    "solids": (30, ""),
}


def golden(name):
    return os.path.join(TOP, "tests", "golden", name + ".png")


def take(place, name):
    """Runs the program up to its frame; the picture's path and how the run ended."""
    frame, script = PICTURES[name]
    path = place.path(name + ".png")
    done = place.run(place.guest(name + ".nro"), "--frames", str(frame), "--screenshot", path,
                     "--input", place.write(name + ".input", script), portable=name + ".picture")
    return path, done
