# SPDX-License-Identifier: MIT
"""Programs of any size, made by repeating and renaming real text: the objects of Debian's static
libraries for AArch64, in an order that mixes them, once more with other names when all were used."""
import os
import random
import re

import measure

LIBRARIES = ["libz.a", "liblz4.a", "libzstd.a", "liblua5.4.a", "libsqlite3.a"]
LINKER = "ld.lld-19"
# Of the C library's functions those that do not come back.
ENDS = {"__assert_fail", "__longjmp_chk", "__stack_chk_fail", "_exit", "_longjmp", "abort", "exit",
        "longjmp"}


def folder_of(library):
    path = measure.run(["clang-19", "--target=aarch64-linux-gnu",
                        "-print-file-name=" + library]).out.strip()
    if not os.path.isabs(path):
        raise measure.Failed(f"{library} for AArch64 is not installed: scripts/setup --long")
    return path


def instructions(files):
    """path -> words of executable sections."""
    sizes = dict.fromkeys(files, 0)
    current = files[0]
    for line in measure.run(["llvm-readelf-19", "-SW", *files]).out.splitlines():
        if line.startswith("File: "):
            current = line[6:].strip()
        section = re.search(r"PROGBITS\s+[0-9a-f]+ [0-9a-f]+ ([0-9a-f]+) [0-9a-f]+ +[A-Z]*X", line)
        if section:
            sizes[current] += int(section[1], 16) // 4
    return sizes


def symbols(path, *flags):
    names = measure.run(["llvm-nm-19", "--just-symbol-name", *flags, path]).out.split("\n")
    return {n.strip() for n in names if n.strip() and not n.endswith(":")}


class Text:
    """The objects, and programs made of them."""

    def __init__(self, name):
        self.folder = os.path.join(measure.BUILD, "bench", name)
        os.makedirs(self.folder, exist_ok=True)
        self.objects = []
        for library in LIBRARIES:
            inner = self.path(library + ".objects")
            os.makedirs(inner, exist_ok=True)
            measure.run(["llvm-ar-19", "x", folder_of(library)], cwd=inner)
            self.objects += sorted(os.path.join(inner, f) for f in os.listdir(inner))
        random.Random(1).shuffle(self.objects)
        self.sizes = instructions(self.objects)

    def path(self, name):
        return os.path.join(self.folder, name)

    def passes(self, wanted):
        """Lists of objects, all of them but in the last list: that has what still fits."""
        parts, room = [], wanted
        while room >= sum(self.sizes.values()):
            parts.append(self.objects)
            room -= sum(self.sizes.values())
        parts.append([])
        for object_ in self.objects:
            if self.sizes[object_] <= room:
                parts[-1].append(object_)
                room -= self.sizes[object_]
        return [p for p in parts if p]

    def merge(self, objects, number):
        """The objects as one, whose global names are those of pass `number`."""
        merged, renames = self.path(f"pass{number}.o"), self.path("renames")
        measure.run([LINKER, "-r", "--allow-multiple-definition", *objects, "-o", merged])
        if number:
            names = sorted(symbols(merged, "--defined-only", "--extern-only"))
            with open(renames, "w", encoding="utf-8") as f:
                f.writelines(f"{name} {name}.{number}\n" for name in names)
            measure.run(["llvm-objcopy-19", "--redefine-syms=" + renames, merged])
        return merged

    def outside(self, merged):
        """An object that defines what no pass does: the C library's functions, which only return."""
        names = set().union(*(symbols(m, "--undefined-only") for m in merged))
        names -= set().union(*(symbols(m, "--defined-only", "--extern-only") for m in merged))
        source, object_ = self.path("outside.s"), self.path("outside.o")
        with open(source, "w", encoding="utf-8") as f:
            f.write(".text\n.globl _start\n_start:\n")
            for name in sorted(names):
                f.write(f".globl {name}\n.type {name}, %function\n{name}:\n"
                        f"    {'b .' if name in ENDS else 'ret'}\n")
        measure.run(["clang-19", "--target=aarch64-linux-gnu", "-c", source, "-o", object_])
        return object_

    def program(self, wanted):
        """An executable of about `wanted` instructions."""
        merged = [self.merge(objects, i) for i, objects in enumerate(self.passes(wanted))]
        program = self.path(f"text{wanted}.elf")
        measure.run([LINKER, "-pie", "--no-dynamic-linker", "--eh-frame-hdr",
                     "--allow-multiple-definition", *merged, self.outside(merged), "-o", program])
        for path in merged:
            os.unlink(path)
        return program
