#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`windlass shader`: files as text and back. Compiled shaders lie outside the source tree; where they
are missing, that part is skipped.

usage: shader.py BUILD_FOLDER"""
import glob
import os
import re
import sys

from harness import TOP, Place, Tap

COMPILED = os.path.join(os.path.dirname(TOP), "shared", "data", "dksh")
WRITTEN = """.container dksh
.stage compute
    .header gprs 4
.code
    S2R R0, TID.X
    SHL R0, R0, 0x2
    STG.E [R0+0x10], R0
    EXIT
"""


def read(path):
    with open(path, "rb") as f:
        return f.read()


def there_and_back(place, path):
    """(the words, as text; what went wrong)."""
    text, again = place.path("text.s"), place.path("again.dksh")
    for words in (("dis", path, "--output", text), ("asm", text, "--output", again)):
        done = place.call("shader", *words)
        if done.status or done.out or done.err:
            return [], f"{words}: {done}"
    lines = [line.strip() for line in read(text).decode().splitlines()]
    code = [line for line in lines[lines.index(".code") + 1:] if not line.endswith(":")]
    words = [line for line in code if not line.startswith(".sched")]
    return words, "" if read(path) == read(again) else "other bytes come back"


def compiled(tap, place):
    paths = sorted(glob.glob(os.path.join(COMPILED, "*.dksh")))
    if not paths:
        tap.skip("compiled shaders come back bit by bit", f"{COMPILED} has none")
        return
    wrong, words = [], []
    for path in paths:
        found, why = there_and_back(place, path)
        words += found
        if why:
            wrong.append(f"{os.path.basename(path)}: {why}")
    tap.check(not wrong, f"{len(paths)} compiled shaders come back bit by bit", *wrong)
    odd = [w for w in words if w.startswith(".word") or "{" in w or "?" in w]
    tap.check(words and not odd, "all their words are known", *odd)
    print(f"# count operations {len(words)}\n# count differences {len(wrong) + len(odd)}")


def lost(text):
    """Instructions in front of the last that no block of the graph has; and what else is odd."""
    found, odd = set(), []
    for line in text.splitlines():
        block = re.match(r"\d+: 0x([0-9a-f]+)-0x([0-9a-f]+)( unknown| if unknown)?", line)
        if block:
            found.update(range(int(block[1], 16), int(block[2], 16) + 8, 8))
        if block and block[3] or "dispatch" in line:
            odd.append(line)
    return [f"0x{a:x} is in no block" for a in range(8, max(found, default=0), 8) if a % 32 and a not in found] + odd


def flows(tap, place):
    paths = sorted(glob.glob(os.path.join(COMPILED, "*.dksh")))
    if not paths:
        tap.skip("all code of compiled shaders is reached", f"{COMPILED} has none")
        return
    wrong, blocks = [], 0
    for path in paths:
        done = place.call("shader", "flow", path)
        blocks += len(re.findall(r"^\d+: ", done.out, re.M))
        wrong += [f"{os.path.basename(path)}: {w}" for w in lost(done.out) + done.err.splitlines()]
    tap.check(not wrong and blocks > len(paths), "all code of compiled shaders is reached", *wrong)
    print(f"# count blocks {blocks}")


# What deko3d has where in constant buffer 0: textures, images, storage buffers (docs/shader.md).
DRIVER_PLACES = {"vert": (0x10, 0x90, 0xB0), "tesc": (0x1B0, 0x230, 0x250), "tese": (0x350, 0x3D0, 0x3F0),
                 "geom": (0x4F0, 0x570, 0x590), "frag": (0x690, 0x710, 0x730), "comp": (0xA0, 0x120, 0x140)}
NOT_READ = {"b05_length.comp": {"ssbo2"}}  # only its length is
# uam has TXQ.B take the index of an array for a handle.
ODD = {"t14_samplerarray.comp": ["0x2f0 TXQ.B R0, R0, DIMENSION, 0x1 from c[0x2][0x8]"]}


def bindings_of(stage, listed):
    """The bindings that a list of them has for the stage: 'ssbo0@vert+frag img0[3]:image2D@comp'."""
    found = set()
    for kind, number, count, stages in re.findall(r"(ssbo|tex|img)(\d+)(?:\[(\d+)\])?\S*@(\S+)", listed):
        if stage in stages.split("+"):
            found.update(f"{kind}{int(number) + i}" for i in range(int(count or 1)))
    return found


def bindings_found(stage, lines):
    """The same of the lines of `windlass shader flow`; and the lines that say something else."""
    textures, images, buffers = DRIVER_PLACES[stage]
    found, odd = set(), []
    for line in lines:
        place = re.search(r" from c\[0x0\]\[(?:R\d+\+)?0x([0-9a-f]+)\](?: of 0x[0-9a-f]+)?$", line)
        offset = int(place[1], 16) if place else -1
        if textures <= offset < textures + 32 * 4:
            found.add(f"tex{(offset - textures) // 4}")
        elif images <= offset < images + 8 * 4:
            found.add(f"img{(offset - images) // 4}")
        elif buffers <= offset < buffers + 16 * 16 and offset % 16 == 0:
            found.add(f"ssbo{(offset - buffers) // 16}")
        else:
            odd.append(line)
    return found, odd


def origins(tap, place):
    """Each access of compiled shaders is of a buffer, texture or image that their source has, and the other way round."""
    try:
        rows = [line.split("\t") for line in read(os.path.join(COMPILED, "INDEX.tsv")).decode().splitlines()[1:]]
    except OSError:
        tap.skip("compiled shaders: where addresses and handles come from", f"{COMPILED} has no INDEX.tsv")
        return
    wrong, count = [], 0
    for row in rows:
        for name in row[2].split():
            out = place.call("shader", "flow", os.path.join(COMPILED, name + ".dksh")).out
            stage, lines = name.rsplit(".", 1)[1], [line for line in out.splitlines() if " from " in line]
            found, odd = bindings_found(stage, lines)
            listed = bindings_of(stage, row[5]) - NOT_READ.get(name, set())
            count += len(lines)
            # Of arrays that code chooses from only the first is named.
            first = {b for b in listed if b in found or not re.search(r"\[R\d+\+", out)}
            if found != first or odd != ODD.get(name, []):
                wrong.append(f"{name}: {sorted(found)}, and its source has {sorted(listed)}; {odd}")
    tap.check(not wrong and count, "compiled shaders: where addresses and handles come from", *wrong)
    print(f"# count origins {count}\n# count differences {len(wrong)}")


def products(tap, place):
    """All products of 32 bits that compilers make of XMAD are found: each ends with an XMAD.PSL."""
    paths = sorted(glob.glob(os.path.join(COMPILED, "*.dksh")))
    if not paths:
        tap.skip("compiled shaders: products of 32 bits", f"{COMPILED} has none")
        return
    found = sum(len(re.findall(r"^0x\S+ is ", place.call("shader", "flow", path).out, re.M)) for path in paths)
    there = sum(len(re.findall(r"XMAD\S*\.PSL", place.call("shader", "dis", path).out)) for path in paths)
    tap.check(found and found == there, "compiled shaders: products of 32 bits", f"{found} of {there}")
    print(f"# count products {found}")


def registers(tap, place):
    """Compilers ask for the registers that they use, and for four at least."""
    paths = sorted(glob.glob(os.path.join(COMPILED, "*.dksh")))
    if not paths:
        tap.skip("compiled shaders use the registers that they ask for", f"{COMPILED} has none")
        return
    more, fewer = [], []
    for path in paths:
        out = place.call("shader", "info", path).out
        uses, asked = (re.search(p, out) for p in (r"uses (\d+) registers", r"\.header gprs (\S+)"))
        if not uses or not asked or max(int(uses[1]), 4) > int(asked[1], 0):
            more.append(f"{os.path.basename(path)}: {out}")
        elif max(int(uses[1]), 4) < int(asked[1], 0):
            fewer.append(f"{os.path.basename(path)}: {uses[1]} of {asked[1]}")
    tap.check(not more and len(fewer) <= len(paths) // 50,
              "compiled shaders use the registers that they ask for", *more, *fewer)


def written(tap, place):
    text, out = place.path("written.s"), place.path("written.dksh")
    with open(text, "w", encoding="utf-8") as f:
        f.write(WRITTEN)
    done = place.call("shader", "asm", text, "--output", out)
    tap.check(done.status == 0, "a written program is assembled", done)
    done = place.call("shader", "dis", out, "--addresses")
    tap.check("    STG.E [R0+0x10], R0" in done.out and re.search(r"// 0008 [0-9a-f]{16}", done.out),
              "and disassembled, with addresses", done)
    done = place.call("shader", "info", out)
    flow = place.call("shader", "flow", out)
    tap.check(flow.out == "compute:\n0: 0x8-0x28 exit\nfunction 0:\nblock 0\nend 0\n"
              "0x18 STG.E [R0+0x10], R0 from ?\n", "and its blocks are listed", flow)
    tap.check(done.out.startswith("DKSH, 1 program\ncompute: 6 instructions, 0 bytes of constants\n"),
              "and described", done)


def module(tap, place):
    text, path, out = place.path("module.s"), place.path("module.dksh"), place.path("module.spv")
    with open(text, "w", encoding="utf-8") as f:
        f.write(WRITTEN.replace("    .header gprs 4", "".join(f"    .header block_size[{i}] {i + 1}\n" for i in range(3)))
                .replace("    STG.E", "    LDC.64 R2, c[0x0][0x150]\n    STG.E [R2], R0\n    STG.E"))
    place.call("shader", "asm", text, "--output", path)
    done = place.call("shader", "spirv", path, "--output", out)
    tap.check(done.status == 0 and not done.out and read(out)[:4] == bytes.fromhex("03022307") and len(read(out)) % 4 == 0,
              "a program is translated", done)
    done = place.call("shader", "spirv", path, "--info")
    tap.check(done.out == "stage: compute\nbinding 0: constant buffer 0, 344 bytes\n"
              "binding 18: address map, written\n"
              "binding 32: storage buffer at c[0x0][0x150], written\ngroup: 1 2 3\n", "and what it needs is told", done)
    done = place.call("shader", "spirv", path, "--info", "--program", "1")
    tap.check(done.status == 1 and "module.dksh: there is no program 1; the last is 0" in done.err, "no such program", done)


def mistakes(tap, place):
    bad = place.path("bad.s")
    with open(bad, "w", encoding="utf-8") as f:
        f.write(WRITTEN.replace("SHL", "SHR"))
    cases = [
        (("shader",), 2, "say dis, asm, info, flow or spirv"),
        (("shader", "dis"), 2, "takes one FILE"),
        (("shader", "asm", bad), 2, "asm needs --output PATH"),
        (("shader", "dis", bad), 1, "bad.s: neither DKSH nor a compute program"),
        (("shader", "dis", place.path("none")), 1, "none"),
        (("shader", "asm", bad, "--output", place.path("x")), 1,
         "bad.s: line 6: 'SHR R0, R0, 0x2': an operand or a modifier is wanted at column 4"),
    ]
    for words, status, says in cases:
        done = place.call(*words)
        tap.check(done.status == status and says in done.err, " ".join(words[:2]) + ": " + says, done)


def main():
    tap, place = Tap(), Place("shader", sys.argv[1])
    written(tap, place)
    module(tap, place)
    mistakes(tap, place)
    compiled(tap, place)
    flows(tap, place)
    origins(tap, place)
    products(tap, place)
    registers(tap, place)
    tap.end()


main()
