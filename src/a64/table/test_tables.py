#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Small tables that the generator must refuse, each with a part of the message, and some that it
must take; the same for the list of known differences. Prints TAP."""
import sys

sys.dont_write_bytecode = True

import generate
import holes
import known
import rows
from lifted import Template
from tree import Tree

ADD = "add 0 00 01011 00 0 rm:5 000000 rn:5 rd:5\n    do SET_W(rd, W(rn) + W(rm))\n"
BITS = "00000000000 rm:5 000000 rn:5 rd:5"

REFUSED = {
    "too few bits": ("a 0 rm:5\n    do ;", "has 6 bits, not 32"),
    "too many bits": (f"a 1 {BITS}\n    do ;", "has 33 bits, not 32"),
    "neither bits nor field": (f"a 0x {BITS}\n    do ;", "neither bits nor field:width"),
    "a field twice": ("a 000000000000000000000 x:5 0 x:5\n    do ;", "field x stands twice"),
    "a reserved field name": ("a 0000000000000000000000000000000 s:1\n    do ;", "'s' cannot be"),
    "a name twice": (ADD + ADD.replace("0 00 01011", "1 00 01011"), "taken by t.tbl:1"),
    "overlapping rows": (ADD + ADD.replace("add 0", "add2 0"), "overlaps add"),
    "overlap that where leaves open": (
        f"a {BITS}\n    where rm < 5\n    do ;\nb {BITS}\n    where rm > 3\n    do ;", "overlaps"),
    "overlap behind a where with a function": (
        f"a {BITS}\n    where a64_f(rm)\n    do ;\nb {BITS}\n    where rn < 3\n    do ;", "overlaps"),
    "over both ways": (
        f"a {BITS}\n    over b\n    do ;\nb {BITS}\n    over a\n    do ;", "and b over it"),
    "over nothing": (f"a {BITS}\n    over c\n    do ;", "there is no such row"),
    "an unknown line": (f"a {BITS}\n    dont ;", "unknown line 'dont'"),
    "an unknown kind": (f"a {BITS}\n    kind jump\n    do ;", "unknown kind 'jump'"),
    "an unknown macro": (f"a {BITS}\n    do SET_Y(rd, 1)", "unknown macro 'SET_Y'"),
    "an unknown name": (f"a {BITS}\n    do SET_X(rd, ra)", "unknown name 'ra'"),
    "an unknown name in a let": (f"a {BITS}\n    let i = imm\n    do ;", "unknown name 'imm'"),
    "a let used before it is there": (
        f"a {BITS}\n    let i = j\n    let j = rm\n    do ;", "unknown name 'j'"),
    "a function of no one": (f"a {BITS}\n    do SET_X(rd, f(rn))", "function names begin with a64_"),
    "a local that hides a field": (f"a {BITS}\n    do uint64_t rm = 1;", "local rm"),
    "a computed register number": (f"a {BITS}\n    do SET_X(rd, X(rn + 1))", "must be one field"),
    "a flag that depends on another flag": (
        f"a {BITS}\n    do SET_NZCV(1, 0, FLAG_Z ? (1) : 0, 0)", "an argument of SET_NZCV reads FLAG_Z"),
    "a flag that depends on a condition": (
        f"a {BITS}\n    do SET_NZCV(COND(0), 0, FLAG_C, 0)", "an argument of SET_NZCV reads COND"),
    "an unset key": (f"a{{s}} {BITS}\n    do ;", "no each line sets {s}"),
    "one key from two each lines": (
        f"a{{s}} {BITS}\n    each s=1\n    each s=2\n    do ;", "two each lines set ['s']"),
    "an each line without =": (f"a {BITS}\n    each s\n    do ;", "is no new key=value"),
    "an each line with a key twice": (f"a {BITS}\n    each s=1 s=2\n    do ;", "is no new key=value"),
    "a set twice": ("set w\n    each s=1\nset w\n    each s=2\n", "a set is 'set NAME'"),
    "a set that does more": ("set w\n    do ;\n", "a set is 'set NAME'"),
    "a field of no bits": (f"a x:0 {BITS}\n    do ;", "bad field 'x:0'"),
    "a field whose width is no number": (f"a x:y {BITS}\n    do ;", "bad field 'x:y'"),
    "a field named as a macro": (f"a X:11 {BITS[12:]}\n    do ;", "'X' cannot be"),
    "a row's name in capitals": (f"Add {BITS}\n    do ;", "names are lower case"),
    "a line without anything": (f"a {BITS}\n    let\n    do ;", "nothing behind 'let'"),
    "a let without =": (f"a {BITS}\n    let i\n    do ;", "let needs NAME = EXPR"),
    "a let named as a field": (f"a {BITS}\n    let rm = 1\n    do ;", "let rm: the name is taken"),
    "a let twice": (f"a {BITS}\n    let i = 1\n    let i = 2\n    do ;", "let i: the name is taken"),
    "an unknown name in a where": (f"a {BITS}\n    where ra < 5\n    do ;", "unknown name 'ra'"),
    "an unknown name in a target": (
        f"a {BITS}\n    kind branch\n    target pc + imm", "unknown name 'imm'"),
    "an unknown flag": (f"a {BITS}\n    flags fast\n    do ;", "unknown flag 'fast'"),
    "a register that is no field": (f"a {BITS}\n    kind ret\n    register ra", "ra is no field"),
    "a plain row with a target": (f"a {BITS}\n    target pc\n    do ;", "kind plain needs"),
    "a branch_cond without cond": (f"a {BITS}\n    kind branch_cond\n    target pc", "has no text"),
    "over in a circle": (
        f"a {BITS}\n    over b\n    do ;\nb {BITS}\n    over c\n    do ;\n"
        f"c {BITS}\n    over a\n    do ;", "form a circle"),
    "floats of an unknown width": (f"a {BITS}\n    float 33\n    do ;", "float takes one or two"),
    "floats of three widths": (f"a {BITS}\n    float 32 32 32\n    do ;", "float takes one or two"),
    "a twin without its floats": (
        f"a {BITS}\n    float 32 none\n    do SET_Q(rd, a64_twin_f(Q(rn)))", "without the width"),
    "no text": (f"a {BITS}\n    let i = rm", "has no text"),
    "a branch without target": (f"a {BITS}\n    kind branch", "kind branch needs"),
    "a ret without register": (f"a {BITS}\n    kind ret", "kind ret needs"),
    "a line outside a row": ("    do ;", "indented line outside a row"),
}

ENTRY = "llvm decodes\n    words 1{}\n    because a\n    manual b\n"
NO_DIFFERENCES = {
    "an oracle of no one": ("gcc decodes\n", "is not an oracle"),
    "an oracle that cannot do that": ("llvm runs\n", "is not an oracle"),
    "a difference without reason": ("llvm decodes\n    words 1\n", "no line 'because'"),
    "a difference without words": ("llvm decodes\n    because a\n    manual b\n", "no line 'words'"),
    "a difference of 31 bits": (ENTRY.format("x" * 30), "is not 32 of 0, 1 and x"),
    "a difference with a bit of 2": (ENTRY.format("2" * 31), "is not 32 of 0, 1 and x"),
    "a difference with an unknown line": ("llvm decodes\n    manuel b\n", "is none of words"),
    "rows of llvm": ("llvm decodes\n    rows add\n    because a\n    manual b\n", "no line 'words'"),
    "words of rows": (
        "states skip\n    rows a\n    words 1\n    because a\n    manual b\n", "differs in rows"),
    "a condition on words": (ENTRY.format("x" * 31) + "    where rd == 1\n", "goes with rows"),
    "a line outside a difference": ("    words 1\n", "outside an entry"),
    "an alternative of a reason": ("llvm decodes\n    because a\n    | b\n", "only words"),
}

# Known differences of rows, beside a table of two.
TWO_ROWS = ADD + "adc 1 00 01011 00 0 rn:5 000000 rm:5 rd:5\n    do SET_W(rd, W(rn))\n"
ROW_ENTRY = "states skip\n    rows {}\n    where {}\n    because a\n    manual b\n"
NO_ROWS = {
    "a difference of no row": (ROW_ENTRY.format("add sub*", "rd == 1"), "no row is named sub*"),
    "a condition on a field of none": (ROW_ENTRY.format("a*", "ra == 1"), "have the field ra"),
    "a condition on a field that moves": (ROW_ENTRY.format("a*", "rn == 1"), "have the field rn"),
}

TAKEN = {
    "rows that where tells apart": (
        f"a {BITS}\n    where rm < 5\n    do ;\nb {BITS}\n    where rm >= 5\n    do ;", ["a", "b"]),
    "over": (f"a {BITS}\n    do ;\nb 00000000000 11111 000000 rn:5 rd:5\n    over a\n    do ;",
             ["a", "b"]),
    "each lines that multiply, sets, a continued line": (
        "set w\n    each s=x f=0\n       | s=y f=1\n"
        f"a{{s}}{{t}} {{f}} {{g}} {BITS[2:]}\n    each w\n    each t=0 g=0 | t=1 g=1\n    do ;",
        ["ax0", "ax1", "ay0", "ay1"]),
}


# Tables and the words that they leave.
HOLES = {
    "a row": (ADD, {0x0b000000: False, 0x0b1f03ff: False, 0x8b000000: True, 0x0b000400: True,
                    0: True, 0xffffffff: True}),
    "a condition": (f"a {BITS}\n    where rm < 5 || rd == 1\n    do ;",
                    {0x00040000: False, 0x00050000: True, 0x00050001: False, 0x00050002: True}),
    "a condition with a function": (
        "a 000000000 n:1 immr:6 imms:6 rn:5 rd:5\n    where a64_bitmask_valid(n, imms)\n    do ;",
        {0: False, 0x0000fc00: True, 0x0000f800: True, 0x0000f000: False, 0x0040fc00: True}),
}
# How many words they cover. Logical immediates: elements of 64, 32 ... 2 bits, each with all counts
# of ones but none and all.
COVERED = {"a row": 1 << 15, "a condition": 5 * 1024 + 27 * 32,
           "a condition with a function": (63 + 31 + 15 + 7 + 3 + 1) << 16}


def read(text):
    parsed = rows.parse(text, "t.tbl")
    rows.check_names_unique(parsed)
    Tree(parsed)
    return parsed


def read_known(text):
    return known.parse(text, "known.tbl")


def read_known_rows(text):
    return known.c_text(read_known(text), read(TWO_ROWS))

# The text of a row and what is printed of it, with places as of row.h.
LIFTED = {
    "registers": ("SET_W(rd, W(rn) + W(rm))", "$z2$W2($w0 + $w1)$e;"),
    "the stack pointer": ("SET_XSP(rd, XSP(rn))", "$B1($b0);"),
    "a load, which may fault": ("SET_X(rd, LOAD64(XSP(rn) + rm))", "$X2(LOAD64($b0$a1));"),
    "a shift, but not before what binds stronger": (
        "SET_X(rd, (X(rn) << rm) + (X(rn) << rm * 2))", "$z2$X2(($x0$s1) + ($x0 << $v1 * 2))$e;"),
    "flags": ("SET_NZCV(X(rn) == 1, 0, (1), FLAG_V); SET_Q(rd, Q(rn))",
              "$f8fn = $x0 == 1$e$f4fz = 0$e$f2fc = (1)$e$f1fv = fv$e; q$r1 = (a64_v2u64)(q$r0);"),
}


def refusal(reader, text):
    try:
        reader(text)
    except (rows.TableError, known.KnownError) as error:
        return str(error)
    return "it was taken"


def main():
    results = []
    for name, (text, message) in REFUSED.items():
        got = refusal(read, text)
        results.append((f"refuses {name}", message in got, got))
    for name, (text, message) in NO_DIFFERENCES.items():
        got = refusal(read_known, text)
        results.append((f"refuses {name}", message in got, got))
    for name, (text, message) in NO_ROWS.items():
        got = refusal(read_known_rows, text)
        results.append((f"refuses {name}", message in got, got))
    got = read_known_rows(ROW_ENTRY.format("a*", "rd == 1"))
    results.append(("a known difference of two rows", "const unsigned rd = word >> 0 & 0x1f;" in got
                    and "{[A64_OP_ADD] = 1, [A64_OP_ADC] = 1}" in got, got))
    entry = read_known(ENTRY.format("x" * 15 + " 0 " + "x" * 15))[0]
    got = [entry.matches(word) for word in (0x80000000, 0xffff7fff, 0x80008000, 0)]
    results.append(("a known difference matches its words", got == [True, True, False, False], got))
    for name, (text, names) in TAKEN.items():
        got = [row.name for row in read(text)]
        results.append((f"takes {name}", got == names, got))
    for name, (text, words) in HOLES.items():
        patterns = list(holes.parse(holes.report(read(text))))
        got = {word: any(word & mask == value for mask, value in patterns) for word in words}
        results.append((f"holes beside {name}", got == words, got))
        count = sum(1 << 32 - mask.bit_count() for mask, _ in patterns)
        results.append((f"as many holes as {name} leaves", count + COVERED[name] == 1 << 32, count))
    leaves = Tree(read(TAKEN["over"][0])).leaves
    results.append(("over comes first", leaves.index(1) < leaves.index(0), leaves))
    for name, (text, template) in LIFTED.items():
        got = Template(rows.parse(f"a {BITS}\n    do {text}", "t.tbl")[0], generate.slot).text
        results.append((f"as lifted code: {name}", got == template, got))
    print(f"1..{len(results)}")
    for number, (name, good, got) in enumerate(results, 1):
        if not good:
            print(f"# got: {got}")
        print(f"{'ok' if good else 'not ok'} {number} - {name}")
    return 0 if all(good for _, good, _ in results) else 1


sys.exit(main())
