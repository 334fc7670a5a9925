#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`windlass gpu`: a frame that was captured in the middle of a run is listed and drawn again.

usage: gpu_capture.py BUILD_FOLDER"""
import os
import re
import sys

import picture
from harness import Place, Tap, show

FRAME = 10


def capture(tap, place):
    done = place.run(place.guest("solids.nro"), "--interpret", "--deterministic", "--frames", str(FRAME),
                     "--screenshot", place.path("run.png"), "--gpu-capture", place.path("frame"),
                     "--gpu-capture-first", str(FRAME - 1), "--gpu-capture-frames", "1")
    return tap.check(not done.status and os.path.exists(place.path("frame")), "a frame is captured", show(done))


def listing(tap, place):
    done = place.call("gpu", "list", place.path("frame"))
    numbers = [int(n) for n in re.findall(r"^    => (\d+):", done.out, re.M)]
    tap.check(not done.status and numbers == list(range(1, 7)) and "clears depth colour 0" in done.out and
              done.out.count("draws triangles: 36 vertices") == 5, "it has a clear and five solids", show(done))
    done = place.call("gpu", "list", "--methods", place.path("frame"))
    tap.check(re.search(r"^  0d78 DRAW_VERTEX_ARRAY +00000024\n    => 2: draws", done.out, re.M) is not None or
              re.search(r"^  1614 END", done.out, re.M) is not None, "methods have names", show(done))
    done = place.call("gpu", "list", "--states", place.path("frame"))
    tap.check(done.out.count("program of stage vertex:") == 5 and done.out.count(" colour 0: 0x") == 5 and
              "depth: VkCompareOp" in done.out, "states are described", show(done))
    done = place.call("gpu", "list", "--until", "2", place.path("frame"))
    tap.check(not done.status and "=> 2:" in done.out and "=> 3:" not in done.out, "it ends where it is told to",
              show(done))


def replay(tap, place):
    done = place.call("gpu", "replay", "--validate", "--gpu", "llvmpipe", "--picture", place.path("again.png"),
                      place.path("frame"))
    if done.status and "Vulkan" in done.err:
        tap.skip("what is drawn again is what was drawn", "there is no Vulkan device")
        return
    same = not done.status and (picture.load(place.path("run.png")).data ==
                                picture.load(place.path("again.png")).data)
    tap.check(same, "what is drawn again is what was drawn", show(done))


def refusals(tap, place):
    done = place.call("gpu", "list", place.write("text", "no capture\n"))
    tap.check(done.status == 1 and "GPU capture" in done.err, "another file is refused", show(done))
    with open(place.path("frame"), "rb") as f:
        whole = f.read()
    with open(place.path("half"), "wb") as f:
        f.write(whole[:len(whole) // 2])
    done = place.call("gpu", "list", place.path("half"))
    tap.check(done.status == 1 and "GPU capture" in done.err, "half of a capture is refused", show(done))
    done = place.call("gpu", "list")
    tap.check(done.status == 2, "a command without a file is wrong usage", show(done))


def main():
    tap, place = Tap(), Place("gpu_capture", sys.argv[1])
    if capture(tap, place):
        listing(tap, place)
        replay(tap, place)
        refusals(tap, place)
    tap.end()


main()
