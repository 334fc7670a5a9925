# SPDX-License-Identifier: MIT
"""The ways in which a static AArch64 Linux program runs, and the compilers that make one."""
import os
import shutil
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from harness import TOP, Place, Tap, show  # noqa: E402, F401 pylint: disable=wrong-import-position

PROGRAMS = os.path.join(TOP, "tests", "linux", "programs")
CLANG = ["clang-19", "--target=aarch64-linux-gnu", "-mcpu=cortex-a57"]
GCC = ["aarch64-linux-gnu-gcc", "-mcpu=cortex-a57", "-mno-outline-atomics"]
LLD = "ld.lld-19"
QEMU = ["qemu-aarch64", "-cpu", "cortex-a57"]
# A program that takes longer in one of the ways is taken to hang.
LIMIT = 1200


def missing(*tools):
    return [tool for tool in tools if not shutil.which(tool)]


class Failed(Exception):
    """A tool of the test failed: not what is tested, but nothing can be compared."""


class Engines:
    """One AArch64 executable under qemu, interpreted and lifted."""

    def __init__(self, place):
        self.place = place
        here = os.path.join(place.build, "tests", "linux")
        self.tool = os.path.join(here, "linux-tool")
        self.runtime = os.path.join(here, "liblinux_rt.a")

    def make(self, command):
        """Runs a compiler or the like; Failed with what it said if it fails."""
        done = self.place.execute(command, timeout=LIMIT)
        if done.status != 0:
            raise Failed(" ".join(command) + "\n" + show(done))
        return done.out

    def lift(self, program):
        """Beside the program; gives the executable and the figures of the lift."""
        folder = program + ".lifted"
        figures = self.make([self.tool, "lift", program, folder, os.path.join(TOP, "src"),
                             self.runtime])
        return os.path.join(folder, "program"), figures.strip()

    def ways(self, program, lifted):
        """name -> command, without the program's own words."""
        ways = {"interpreted": [self.tool, "interpret", program], "lifted": [lifted]}
        if not missing(QEMU[0]):
            ways["qemu"] = QEMU + [program]
        return ways

    def run(self, command, timeout=LIMIT):
        return self.place.execute(command, timeout=timeout)
