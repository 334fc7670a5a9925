# SPDX-License-Identifier: MIT
"""How fast the lifter works and how much memory it takes, from 10,000 to 10 million instructions."""
import math
import os
import re
import shutil

import measure
from text import Text, instructions

SIZES = [10_000, 30_000, 100_000, 300_000, 1_000_000, 3_000_000, 10_000_000]


def lift(program, output):
    """Instructions of the program and in the C files, and what the lift took."""
    shutil.rmtree(output, ignore_errors=True)
    windlass = os.path.join(measure.BUILD, "windlass")
    taken = measure.run([windlass, "lift", program, "--output", output])
    emitted = int(re.search(r"(\d+) instructions", taken.out)[1])
    return instructions([program])[program], emitted, taken


def exponent(points):
    """k of the best fit of c * size^k, by least squares of the logarithms."""
    xs, ys = zip(*((math.log(x), math.log(y)) for x, y in points))
    x_mean, y_mean = sum(xs) / len(xs), sum(ys) / len(ys)
    spread = sum((x - x_mean) ** 2 for x in xs)
    return sum((x - x_mean) * (y - y_mean) for x, y in zip(xs, ys)) / spread


def measure_sizes(text, largest, runs):
    """A row a size: instructions, those in the C, what the best of the runs took."""
    output = text.path("output")
    rows = []
    for size in (s for s in SIZES if s <= largest):
        program = text.program(size)
        best = None
        for _ in range(runs):
            count, emitted, taken = lift(program, output)
            best = min(best or taken, taken, key=lambda t: t.cpu)
        rows.append((count, emitted, best))
        print(f"bench: {count} instructions, {best.cpu:.2f} CPU s, {best.peak:.0f} MB", flush=True)
        os.unlink(program)
    shutil.rmtree(output, ignore_errors=True)
    return rows


def bench(largest, runs, write):
    rows = measure_sizes(Text("lifter"), largest, runs)
    # What starts and ends a process tells nothing of growth.
    sized = [(count, taken) for count, _, taken in rows]
    grown = [row for row in sized if row[0] >= 300_000] or sized
    out = measure.table(
        ["instructions", "in the C", "CPU s", "wall s", "instructions a CPU second", "peak MB"],
        [[f"{count:,}", f"{emitted:,}", f"{taken.cpu:.2f}", f"{taken.wall:.2f}",
          f"{count / taken.cpu:,.0f}", f"{taken.peak:.0f}"] for count, emitted, taken in rows])
    if len(grown) > 1:
        out += (f"\n\nfrom {grown[0][0]:,} instructions on: CPU time grows as size^"
                f"{exponent([(c, t.cpu) for c, t in grown]):.2f}, peak memory as size^"
                f"{exponent([(c, t.peak) for c, t in grown]):.2f}")
    measure.publish("lifter", measure.versions() + "\n\n" + out, write)
