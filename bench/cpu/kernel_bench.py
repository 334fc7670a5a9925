# SPDX-License-Identifier: MIT
"""The kernels natively, lifted and in the interpreter, one after the other. Then what exact floating
point costs (docs/float.md), for the kernels that compute with it."""
import os
import re
import statistics
import subprocess
import tempfile

import measure
from measure import BUILD

FLOAT_KERNELS = ("mandelbrot", "matrix")


def seconds(command):
    text = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          check=True).stdout
    return {m[1]: (float(m[3]), m[2])
            for m in re.finditer(r"bench (.+) ([0-9a-f]+) ([0-9.]+)$", text, re.M)}


def bench(runs):
    measure.run(["ninja", "-C", BUILD, "bench"])
    with tempfile.TemporaryDirectory() as folder:
        guest = [os.path.join(BUILD, "windlass"), "run", os.path.join(BUILD, "bench", "cpu.elf"),
                 "--headless", "--quiet", "--trace", "guest", "--portable", folder]
        ways = {"native": [os.path.join(BUILD, "bench", "cpu-native")], "lifted": guest,
                "interpreted": guest + ["--interpret", "--args", "few"],
                "fast": guest + ["--float", "fast"], "exact": guest + ["--float", "exact"]}
        for way in ("lifted", "fast", "exact"):
            seconds(ways[way])  # compiles
        taken = {way: [] for way in ways}
        for _ in range(runs):
            for way, command in ways.items():
                taken[way].append(seconds(command))
    print(f"medians of {runs} runs, seconds; ratio to native\n")
    print("| kernel | native | lifted | ratio | interpreted | ratio |\n|---|---|---|---|---|---|")
    ratios = []
    for name, (_, checksum) in taken["native"][0].items():
        assert checksum == taken["lifted"][0][name][1], f"{name}: lifted code computes otherwise"
        native, lifted, interpreted = (statistics.median(r[name][0] for r in taken[way])
                                       for way in ("native", "lifted", "interpreted"))
        ratios.append(lifted / native)
        print(f"| {name} | {native:.3f} | {lifted:.3f} | {lifted / native:.2f} "
              f"| {interpreted:.2f} | {interpreted / native:.0f} |")
    print(f"\nlifted / native, geometric mean: {statistics.geometric_mean(ratios):.2f}")
    print("\ntime by --float, in units of fast (medians of the ratios of each run)\n\n"
          "| kernel | fast | auto | exact |\n|---|---|---|---|")
    for name in FLOAT_KERNELS:
        automatic, exact = (statistics.median(r[name][0] / fast[name][0]
                                              for r, fast in zip(taken[way], taken["fast"]))
                            for way in ("lifted", "exact"))
        print(f"| {name} | 1 | {automatic:.2f} | {exact:.2f} |")
