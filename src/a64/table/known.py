#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Reads known_differences.tbl: what an oracle and the instruction table are known to differ in.

    known.py known_differences.tbl a.tbl b.tbl ...   prints known_differences.c for a64/known.h
"""
import fnmatch
import os
import re
import sys

sys.dont_write_bytecode = True  # the build leaves the source folders as they are

import rows as table_rows
from rows import tokens

KEYS = ("words", "rows", "where", "because", "manual")
# Who differs, and how; docs/a64.md says what each means.
WHATS = {"llvm": ("decodes", "rejects"),
         "states": ("skip",),
         "lifted": ("skips",),
         "unicorn": ("skips", "x", "v", "nzcv", "fpsr", "system", "memory")}


class KnownError(Exception):
    pass


class Known:
    """One entry. `met` counts the differences that it explained."""

    def __init__(self, where, oracle, what):
        self.where, self.oracle, self.what = where, oracle, what
        self.lines = {key: [] for key in KEYS}
        self.patterns = []  # (mask, value) of instruction words
        self.met = 0

    def fail(self, message):
        raise KnownError(f"{self.where}: {message}")

    def finish(self):
        # llvm-mc differs in words, whatever their row; all others in what rows do
        subject, other = ("words", "rows") if self.oracle == "llvm" else ("rows", "words")
        for key in (subject, "because", "manual"):
            if not self.lines[key]:
                self.fail(f"no line '{key}'")
        if self.lines[other]:
            self.fail(f"{self.oracle} differs in {subject}, not in {other}")
        if self.lines["where"] and subject == "words":
            self.fail("'where' goes with rows")
        for text in self.text("words").split("|") if self.lines["words"] else ():
            bits = re.sub(r"\s", "", text)
            if not re.fullmatch("[01x]{32}", bits):
                self.fail(f"'{text.strip()}' is not 32 of 0, 1 and x")
            self.patterns.append((int(re.sub("[01]", "1", bits).replace("x", "0"), 2),
                                  int(bits.replace("x", "0"), 2)))
        return self

    def text(self, key):
        return " ".join(self.lines[key])

    def matches(self, word):
        return any(word & mask == value for mask, value in self.patterns)

    def matching_rows(self, rows):
        """The rows that the globs name; each must name one, and all agree on the places of fields."""
        found = {}
        for glob in self.text("rows").split():
            named = [row for row in rows if fnmatch.fnmatchcase(row.name, glob)]
            if not named:
                self.fail(f"no row is named {glob}")
            found.update((row.name, row) for row in named)
        return list(found.values())

    def __str__(self):
        where = f" where {' and '.join(self.lines['where'])}" if self.lines["where"] else ""
        return (f"{self.oracle} {self.what} {self.text('words') or self.text('rows')}{where}: "
                f"{self.text('because')} ({self.text('manual')})")


def parse(text, name):
    entries, key = [], None
    for number, line in enumerate(text.splitlines(), 1):
        line = re.sub(r"^#.*", "", line).rstrip()
        words = line.split()
        where = f"{name}:{number}"
        if not words:
            continue
        if not line[0].isspace():
            if len(words) != 2 or words[1] not in WHATS.get(words[0], ()):
                raise KnownError(f"{where}: '{line}' is not an oracle and what it does")
            entries.append(Known(where, *words))
        elif not entries:
            raise KnownError(f"{where}: indented line outside an entry")
        elif words[0] == "|":
            if key != "words":
                raise KnownError(f"{where}: only words have alternatives")
            entries[-1].lines["words"].append(line.strip())
        else:
            key, _, rest = line.strip().partition(" ")
            if key not in KEYS or not rest.strip():
                raise KnownError(f"{where}: '{line.strip()}' is none of {', '.join(KEYS)} with a text")
            entries[-1].lines[key].append(rest.strip())
    return [entry.finish() for entry in entries]


def load(path, oracle):
    with open(path, encoding="utf-8") as f:
        return [e for e in parse(f.read(), path) if e.oracle == oracle]


# ---- C ----

def where_function(entry, number, rows):
    """static bool where_<number>(uint32_t word): do the entry's conditions hold?"""
    used = {t for text in entry.lines["where"] for t in tokens(text) if re.match(r"[a-z]", t)}
    body = ""
    for name in sorted(used):
        places = {row.fields.get(name) for row in rows}
        if len(places) != 1 or None in places:
            entry.fail(f"where: not all rows have the field {name} at one place")
        shift, width = places.pop()
        body += f"    const unsigned {name} = word >> {shift} & {(1 << width) - 1:#x};\n"
    conditions = " && ".join(f"({text})" for text in entry.lines["where"])
    return (f"static bool where_{number}(uint32_t word) {{\n{body}    return {conditions};\n}}\n")


def c_text(entries, rows):
    functions, members = "", ""
    for number, entry in enumerate(entries):
        mine = entry.matching_rows(rows)
        where = "NULL"
        if entry.lines["where"]:
            functions += where_function(entry, number, mine)
            where = f"where_{number}"
        ops = ", ".join(f"[{row.op}] = 1" for row in mine)
        functions += f"static const uint8_t rows_{number}[A64_OPS] = {{{ops}}};\n"
        kind = f"A64_KNOWN_{entry.oracle}_{entry.what}".upper()
        escaped = str(entry).replace("\\", "\\\\").replace('"', '\\"')
        members += f'    {{{kind}, "{escaped}", rows_{number}, {where}}},\n'
    return ('/* Generated from known_differences.tbl by table/known.py. */\n#include "a64/known.h"\n\n'
            f"#include <stddef.h>\n\n{functions}\n"
            f"const struct a64_known a64_knowns[] = {{\n{members}}};\n"
            f"const unsigned a64_known_count = {len(entries)};\n")


def main(arguments):
    path, tables = arguments[0], arguments[1:]
    rows = []
    for table in tables:
        with open(table, encoding="utf-8") as f:
            rows += table_rows.parse(f.read(), os.path.basename(table))
    with open(path, encoding="utf-8") as f:
        entries = parse(f.read(), os.path.basename(path))
    sys.stdout.write(c_text([e for e in entries if e.lines["rows"]], rows))


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except (KnownError, table_rows.TableError) as error:
        sys.exit(str(error))
