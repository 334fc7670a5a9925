# SPDX-License-Identifier: MIT
"""What recording commands of deko3d costs beside plain Vulkan (bench/deko3d/recording.c)."""
import os
import re

import measure

PROGRAM = os.path.join(measure.BUILD, "tests", "gpu", "bench_deko3d")

# Figure -> what was done, and beside what.
ROWS = {
    "record_draw": ("recording a draw: bind, push 64 bytes, draw", "a secondary command buffer"),
    "record_by_threads": ("the same by eight threads", "by one"),
    "arithmetic_by_threads": ("arithmetic that shares nothing, by eight threads", "by one"),
}


def bench(runs, write):
    os.environ["WINDLASS_SOURCE"] = measure.TOP
    out = measure.run([PROGRAM, str(max(runs, 9))]).out
    device = re.search(r"^device (.*)$", out, re.M)[1]
    found = {name: (float(ours), float(beside)) for name, ours, beside
             in re.findall(r"^figure (\S+) (\S+) (\S+) ns$", out, re.M)}
    rows = [[what, f"{found[name][0]:.3g} ns", f"{found[name][1]:.3g} ns ({beside})",
             f"{found[name][0] / found[name][1]:.2f}"] for name, (what, beside) in ROWS.items()]
    table = measure.table(["what", "windlass", "beside", "ratio"], rows)
    measure.publish("deko3d", f"{measure.versions()}; {device}; medians of {max(runs, 9)} rounds\n\n{table}", write)
