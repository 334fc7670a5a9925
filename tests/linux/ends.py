#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How Linux programs end under the stand-in for the kernel, and which kinds of them are refused.
usage: ends.py BUILD_FOLDER"""
import os
import shutil
import sys

from engines import CLANG, LLD, PROGRAMS, QEMU, Engines, Place, Tap, missing, show

# Word -> status, what is printed, what is said. The status of a signal is 128 + its number.
ENDS = {
    "well": (42, "well\n", ""),
    "nothing": (42, "", ""),
    "read": (128 + 11, "", "read of 0x10, where nothing can be read, in end_read"),
    "misaligned": (128 + 7, "", "no multiple of its size, in end_misaligned"),
    "undefined": (128 + 4, "", "undefined instruction 0x00000001, in end_undefined"),
    "breakpoint": (128 + 5, "", "breakpoint (brk #0x1), in end_breakpoint"),
    "killed": (128 + 6, "", ""),
    "socket": (126, "", "linux: system call 198 has no row in tests/linux/syscall.c"),
}

# What qemu does otherwise: it looks at no alignment, and it has sockets.
NOT_IN_QEMU = {"misaligned", "socket"}

# Kind of executable -> flags of the linker, and why it is refused.
REFUSED = {
    "at fixed addresses": (["-static", "-z", "separate-code"], "link it as static PIE"),
    "with shared libraries": (["-pie", "--dynamic-linker", "/lib/ld-linux-aarch64.so.1"],
                              "for Linux with shared libraries"),
}
STATIC_PIE = ["-pie", "--no-dynamic-linker", "-z", "separate-code"]


def build(engines, name, flags):
    compiled, program = engines.place.path(name + ".o"), engines.place.path(name)
    engines.make([*CLANG, "-O1", "-fPIE", "-ffreestanding", "-c",
                  os.path.join(PROGRAMS, "ends.c"), "-o", compiled])
    engines.make([LLD, *flags, compiled, "-o", program])
    return program


def ends(tap, engines):
    program = build(engines, "ends", STATIC_PIE)
    for way, command in engines.ways(program, engines.lift(program)[0]).items():
        for word, (status, out, err) in ENDS.items():
            if way == "qemu" and word in NOT_IN_QEMU:
                continue
            done = engines.run([*command, word], timeout=60)
            # A process that a signal ends has its negative number here.
            got = done.status if way != "qemu" or done.status >= 0 else 128 - done.status
            tap.check(got == status and done.out == out and (way == "qemu" or err in done.err),
                      f"{word} {way}", show(done))


def refused(tap, engines):
    for kind, (flags, why) in REFUSED.items():
        program = build(engines, kind.replace(" ", "-"), flags)
        done = engines.run([engines.tool, "interpret", program])
        tap.check(done.status == 125 and why in done.err, f"a program {kind}", show(done))


def main():
    tap = Tap()
    absent = missing(CLANG[0], LLD)
    if absent:
        tap.skip("ends of Linux programs", "not installed: " + ", ".join(absent))
        tap.end()
    engines = Engines(Place("linux-ends", sys.argv[1]))
    if missing(QEMU[0]):
        tap.skip("ends under qemu", "not installed: " + QEMU[0])
    ends(tap, engines)
    refused(tap, engines)
    if not tap.failures:
        shutil.rmtree(engines.place.folder)
    tap.end()


main()
