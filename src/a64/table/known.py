# SPDX-License-Identifier: MIT
"""Reads known_differences.tbl: what an oracle and the instruction table are known to differ in."""
import re

KEYS = ("words", "because", "manual")
WHATS = {"llvm": ("decodes", "rejects")}


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
        for key in KEYS:
            if not self.lines[key]:
                self.fail(f"no line '{key}'")
        for text in " ".join(self.lines["words"]).split("|"):
            bits = re.sub(r"\s", "", text)
            if not re.fullmatch("[01x]{32}", bits):
                self.fail(f"'{text.strip()}' is not 32 of 0, 1 and x")
            self.patterns.append((int(re.sub("[01]", "1", bits).replace("x", "0"), 2),
                                  int(bits.replace("x", "0"), 2)))
        return self

    def matches(self, word):
        return any(word & mask == value for mask, value in self.patterns)

    def __str__(self):
        because, manual = (" ".join(self.lines[key]) for key in ("because", "manual"))
        return f"{self.oracle} {self.what} {' '.join(self.lines['words'])}: {because} ({manual})"


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
