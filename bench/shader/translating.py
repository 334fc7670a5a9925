# SPDX-License-Identifier: MIT
"""What translating shaders to SPIR-V costs: compiled ones, which lie outside the source tree, and made
ones of up to 20,000 instructions."""
import glob
import os
import re
import statistics

import measure
from lifter import exponent

COMPILED = os.path.join(os.path.dirname(measure.TOP), "shared", "data", "dksh")
PROGRAM = os.path.join(measure.BUILD, "src", "gpu", "shader", "bench_shader")
SIZES = [100, 300, 1000, 3000, 10_000, 20_000]
SMALL = 300


def translate(runs, *words):
    """[(name, instructions, microseconds)], peak MiB."""
    taken = measure.run([PROGRAM, str(runs), *words])
    found = re.findall(r"^program (\S+) (\d+) (\S+)$", taken.out, re.M)
    return ([(name, int(count), float(took)) for name, count, took in found],
            int(re.search(r"^peak (\d+)$", taken.out, re.M)[1]) / 1024)


def row(name, programs, peak):
    each = statistics.median(took / count for _, count, took in programs)
    return [name, len(programs), f"{statistics.median(c for _, c, _ in programs):,.0f}",
            f"{statistics.median(t for _, _, t in programs):,.0f}", f"{each:.2f}", f"{peak:.0f}"]


def bench(runs, write):
    rows, made = [], []
    paths = sorted(glob.glob(os.path.join(COMPILED, "*.dksh")))
    if paths:
        programs, peak = translate(runs, *paths)
        small = [p for p in programs if p[1] < SMALL]
        rows.append(row("compiled", programs, peak))
        rows.append(row(f"compiled, below {SMALL} instructions", small, peak))
    for size in SIZES:
        programs, peak = translate(runs, "--made", str(size))
        rows.append(row(f"made, {size:,}", programs, peak))
        made.append((programs[0][1], programs[0][2]))
    out = measure.table(["shaders", "how many", "median instructions", "median us", "us each", "peak MiB"], rows)
    out += f"\n\nTime grows as size^{exponent(made):.2f}."
    measure.publish("shader", measure.versions() + "\n\n" + out, write)
