#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Small tables that the generator must refuse, each with a part of the message, and what it makes of
one that it takes. Prints TAP."""
import sys

sys.dont_write_bytecode = True

import rows

ADD = "add_r 0101110000010\n    text ADD.x@43 D, A, B\n"
REFUSED = {
    "bits that are none": ("a 012\n    text A D\n", "'012' are no bits"),
    "too many bits": (f"a {'0' * 65}\n    text A\n", "are no bits"),
    "no text": ("a 0101\n", "has no text"),
    "an unknown line": ("a 0101\n    does it\n    text A\n", "'does it' means nothing here"),
    "a name in capitals": ("Add 0101\n    text A\n", "names are lower case"),
    "a name twice": (ADD + ADD.replace("0101110", "0100110"), "the name stands at t.tbl:1 too"),
    "two rows for one word": (ADD + ADD.replace("add_r", "add_s"), "matches words of add_s too"),
    "a row inside another": (ADD + "b 01011100000 28=11111111\n    text B D\n", "matches words of b too"),
    "over nothing": ("a 0101\n    over b\n    text A\n", "over b: there is no such row"),
    "no operand": ("a 0101\n    text A Q\n", "'Q' is no operand"),
    "an operand without a place": ("a 0101\n    text A S=u\n", "says not where it is"),
    "two operands on one place": ("a 0101\n    text A D, B=r@4\n", "share bit 4"),
    "an operand on the opcode": ("a 0101\n    text A S=u@55:6\n", "lies on the opcode, bit 60"),
    "an operand on the guard": ("a 0101\n    text A B=r@16\n", "lies on the guard, bit 16"),
    "a sign on an operand": ("a 0101\n    text A D, A(-3)\n", "share bit 3"),
    "a modifier of the wrong width": (
        "enum r - A B C\na 0101\n    text A.r@39:3 D\n", "'39:3' has not 2 bits"),
    "a modifier nowhere": ("a 0101\n    text A.r@x D\n", "'x' is no place"),
    "something twice": ("a 0101\n    text A.r@39.r@40 D\n", "r may be left out, and r has names of it"),
    "an operand twice": ("a 0101\n    text A D, D=r@20\n", "something stands twice: D"),
    "names that cannot be told apart": (
        "enum p - X\nenum q - Y X Z\na 0101\n    text A.p@39.q@40 D\n", "p may be left out, and q has names of it"),
    "an enum of three": ("enum p A B C\n", "3 values are no power of two"),
    "an enum with a name twice": ("enum p A A\n", "a name stands twice"),
    "an enum twice": ("enum p A B\nenum p A B\n", "an enum has a new name"),
    "an enum that goes back": ("enum p A B 1=C D\n", "value 1 is behind it"),
    "an operand that may have no text": (
        "enum p - A\na 0101\n    text A D, =p@39\n", "p has a value without text"),
    "an unset key": ("a_{f} 0101\n    text A\n", "no each line sets {f}"),
    "a set with two lines": ("set s\n    each a=1\n    each b=2\n", "a set is 'set NAME'"),
    "text behind a modifier": ("a 0101\n    text A.r@39.B D\n", "'B' stands behind a modifier"),
}


def refused(text, message):
    try:
        rows.check_rows(rows.read_table(text, "t.tbl", {}))
    except rows.TableError as e:
        return message in str(e), str(e)
    return False, "taken"


def taken():
    """(what, holds) of a table that is right."""
    names = {}
    text = ("enum fmt\n    values - S U ?\nset two\n    each f=r p=0101 b=B | f=i p=0011 b=B=i20\n"
            "op_{f} {p}1 7=1\n    each two\n    over wide\n    class work\n"
            "    text op.fmt@43 D=r@8.cc@47, A=r@48, {b}(-57), PC?\nwide 0101\n    noguard\n    text WIDE\n")
    found = rows.read_table(text, "t.tbl", names)
    rows.check_rows(found)
    r, i, wide = found
    yield "each makes two rows", [x.name for x in found] == ["op_r", "op_i", "wide"]
    yield "mask and value", (r.mask, r.value) == (0xf8 << 56 | 0x80, 0x58 << 56 | 0x80)
    yield "the mnemonic is in capitals", r.mnemonic == "OP" and r.family == "work"
    yield "a flag names itself", names["cc"].values == ["", "CC"]
    yield "undefined values", names["fmt"].values == ["", "S", "U", None]
    yield "a short immediate has a sign", i.items[4].parts == ((20, 19), (56, 1))
    yield "signs", r.items[4].signs == {"-": 57} and r.items[5].signs == {"!": 42}
    yield "PT may be left out", r.items[5].optional and r.items[5].normal == 7
    yield "the bits of no one", wide.used == 0xf << 60 and not wide.guard


def main():
    results = [(f"refuses {name}", *refused(*case)) for name, case in REFUSED.items()]
    results += [(name, holds, "") for name, holds in taken()]
    print(f"1..{len(results)}")
    for number, (name, holds, found) in enumerate(results, 1):
        print(f"{'ok' if holds else 'not ok'} {number} - {name}")
        if not holds:
            print(f"# {found}")
    return 0 if all(r[1] for r in results) else 1


sys.exit(main())
