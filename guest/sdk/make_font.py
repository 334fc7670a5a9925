#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Turns font.txt into a C table: 7 bytes a letter, bit 4 is the leftmost dot."""
import sys


def main(source, target):
    lines = [l.rstrip("\n") for l in open(source) if not l.startswith("#")]
    glyphs = []
    for i in range(0, len(lines), 8):
        rows = [l.split() for l in lines[i + 1:i + 8]]
        for letter in zip(*rows):
            assert all(len(row) == 5 for row in letter), (source, i, letter)
            glyphs.append([int(row.replace("#", "1").replace(".", "0"), 2) for row in letter])
    assert len(glyphs) == 95, len(glyphs)
    with open(target, "w") as out:
        out.write("/* Made from font.txt. */\n#include <stdint.h>\n"
                  "const uint8_t console_font[95][7] = {\n")
        for g in glyphs:
            out.write("    {" + ", ".join(str(b) for b in g) + "},\n")
        out.write("};\n")


main(sys.argv[1], sys.argv[2])
