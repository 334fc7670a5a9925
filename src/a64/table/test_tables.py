#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Small tables that the generator must refuse, each with a part of the message, and some that it
must take; the same for the list of known differences. Prints TAP."""
import sys

sys.dont_write_bytecode = True

import generate
import known
import rows
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
    "an unset key": (f"a{{s}} {BITS}\n    do ;", "no each line sets {s}"),
    "one key from two each lines": (
        f"a{{s}} {BITS}\n    each s=1\n    each s=2\n    do ;", "two each lines set ['s']"),
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
    "a line outside a difference": ("    words 1\n", "outside an entry"),
    "an alternative of a reason": ("llvm decodes\n    because a\n    | b\n", "only words"),
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


def read(text):
    parsed = rows.parse(text, "t.tbl")
    rows.check_names_unique(parsed)
    Tree(parsed)
    return parsed


def read_known(text):
    return known.parse(text, "known.tbl")


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
    entry = read_known(ENTRY.format("x" * 15 + " 0 " + "x" * 15))[0]
    got = [entry.matches(word) for word in (0x80000000, 0xffff7fff, 0x80008000, 0)]
    results.append(("a known difference matches its words", got == [True, True, False, False], got))
    for name, (text, names) in TAKEN.items():
        got = [row.name for row in read(text)]
        results.append((f"takes {name}", got == names, got))
    leaves = Tree(read(TAKEN["over"][0])).leaves
    results.append(("over comes first", leaves.index(1) < leaves.index(0), leaves))
    row = rows.parse(ADD, "t.tbl")[0]
    slots = []
    results.append(("registers become bare numbers",
                    generate.template(row, slots) == "SET_W($r0, W($r1) + W($r2));", slots))
    print(f"1..{len(results)}")
    for number, (name, good, got) in enumerate(results, 1):
        if not good:
            print(f"# got: {got}")
        print(f"{'ok' if good else 'not ok'} {number} - {name}")
    return 0 if all(good for _, good, _ in results) else 1


sys.exit(main())
