# SPDX-License-Identifier: MIT
"""The GPU beside plain Vulkan that does the same (bench/gpu/*.c), and the first frame of a program with
nothing kept and with shaders and pipelines kept."""
import json
import os
import re
import shutil
import statistics

import measure

PROGRAM = os.path.join(measure.BUILD, "tests", "gpu", "bench_gpu")
CUBES = os.path.join(measure.BUILD, "guest", "solids.nro")
FOLDER = os.path.join(measure.BUILD, "bench", "gpu")

# Figure -> what was done, and whether more is better.
ROWS = {
    "draw_with_matrix_and_blend": ("draw with a matrix and another blending: processor time", False),
    "draw_with_blend": ("draw with another blending: processor time", False),
    "storage_to_rows": ("1920 x 1080, block-linear to rows, beside a copy", True),
    "rows_to_storage": ("the same back, beside a copy", True),
    "frame_of_new_pipelines_linked": ("frame with 32 new pipelines: linked of parts, and made whole", False),
    "frame_of_new_pipelines_ahead": ("the same: made ahead, and made whole", False),
    "frame_after_pipelines_linked": ("the frame when linked ones have been made better, and made whole", False),
    "frame_of_1080p_stored": ("frame that clears 1920 x 1080, stored and not", False),
}


def figures(runs):
    os.environ["WINDLASS_SOURCE"] = measure.TOP
    out = measure.run([PROGRAM, str(runs)]).out
    device = re.search(r"^device (.*)$", out, re.M)[1]
    return device, {name: (float(ours), float(plain), unit) for name, ours, plain, unit
                    in re.findall(r"^figure (\S+) (\S+) (\S+) (\S+)$", out, re.M)}


def first_frame(cold):
    cache = os.path.join(FOLDER, "cache")
    report = os.path.join(FOLDER, "report.json")
    if cold:
        shutil.rmtree(os.path.join(cache, "windlass", "gpu"), ignore_errors=True)
    os.environ["XDG_CACHE_HOME"] = cache
    measure.run([os.path.join(measure.BUILD, "windlass"), "run", CUBES, "--headless", "--quiet", "--frames",
                 "2", "--portable", os.path.join(FOLDER, "portable"), "--report", report])
    with open(report, encoding="utf-8") as f:
        return json.load(f)["first_frame_seconds"] * 1000


def bench(runs, write):
    os.makedirs(FOLDER, exist_ok=True)
    device, found = figures(runs)
    rows = []
    for name, (what, more) in ROWS.items():
        ours, plain, unit = found[name]
        rows.append([what, f"{ours:.3g} {unit}", f"{plain:.3g} {unit}",
                     f"{ours / plain:.0%}" if more else f"{ours / plain:.2f}"])
    first_frame(True)
    cold, warm = [], []
    for _ in range(runs):
        cold.append(first_frame(True))
        warm.append(first_frame(False))
    cold, warm = statistics.median(cold), statistics.median(warm)
    rows.append(["first frame of the cubes, nothing kept and kept", f"{cold:.0f} ms", f"{warm:.0f} ms",
                 f"{cold / warm:.2f}"])
    out = measure.table(["what", "windlass", "beside", "ratio"], rows)
    measure.publish("gpu", f"{measure.versions()}; {device}; medians of {runs} runs\n\n{out}", write)
