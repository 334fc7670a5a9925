# SPDX-License-Identifier: MIT
"""The pictures that are compared with tests/golden: program, frame, input script; and examples of deko3d,
with whether there is a golden picture (those that pack small)."""
import os

from harness import TOP

PICTURES = {
    "hello": (90, "5 press a\n5 press up\n10 stick left 0.5 -0.5\n"),
    "cube": (30, ""),
    "solids": (30, ""),
}

EXAMPLES = {"triangle": True, "cube": True, "lighting": False, "deferred": True, "particles": False, "text": True,
            "threads": True, "capture": True, "terrain": False, "video": False}
EXAMPLE_FRAMES = 60


def golden(name):
    return os.path.join(TOP, "tests", "golden", name + ".png")


def take(place, name):
    """Runs the program up to its frame; the picture's path and how the run ended."""
    frame, script = PICTURES[name]
    path = place.path(name + ".png")
    done = place.run(place.guest(name + ".nro"), "--frames", str(frame), "--screenshot", path,
                     "--input", place.write(name + ".input", script), portable=name + ".picture")
    return path, done


def take_example(place, name):
    """The desktop's program, with the validation layer; the picture's path and how the run ended."""
    path = place.path(name + ".native.png")
    done = place.execute([os.path.join(place.build, "examples", name), "--frames", str(EXAMPLE_FRAMES), "--picture", path],
                         env=place.environment(WINDLASS_GPU="llvmpipe", WINDLASS_GPU_VALIDATE="1"))
    return path, done
