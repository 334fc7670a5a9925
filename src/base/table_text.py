# SPDX-License-Identifier: MIT
"""What tables of instructions (*.tbl) of all rooms have in common: blocks of a header and indented
lines, `each` lines that repeat a block, substitution of {key}. docs/a64.md describes the form."""
import itertools
import re
import shlex


class TableError(Exception):
    pass


def read_blocks(text, table):
    """Yields (line number, header line, [(keyword, rest)])."""
    header = lines = None
    for number, line in enumerate(text.splitlines(), 1):
        line = re.sub(r"(^|\s)#.*", "", line).rstrip()
        if not line:
            continue
        if not line[0].isspace():
            if header is not None:
                yield start, header, lines
            start, header, lines = number, line, []
        elif header is None:
            raise TableError(f"{table}:{number}: indented line outside a row")
        elif line.lstrip().startswith("| ") and lines:
            lines[-1] = (lines[-1][0], lines[-1][1] + " " + line.strip())
        else:
            lines.append(tuple((line.split(None, 1) + [""])[:2]))
    if header is not None:
        yield start, header, lines


def parse_alternatives(text, sets, where):
    """key=value ... | key=value ...; a set's name stands for the alternatives of the set."""
    group, words = [], shlex.split(text) + ["|"]
    while words:
        end = words.index("|")
        part, words = words[:end], words[end + 1:]
        if len(part) == 1 and part[0] in sets:
            group += sets[part[0]]
            continue
        keys = {}
        for word in part:
            key, equal, value = word.partition("=")
            if not equal or not key.isidentifier() or key in keys:
                raise TableError(f"{where}: '{word}' is no new key=value and no set's name")
            keys[key] = value
        group.append(keys)
    return group


def combinations(lines, sets, where):
    """All substitutions that the `each` lines of a row make."""
    groups = [parse_alternatives(rest, sets, where) for keyword, rest in lines if keyword == "each"]
    for choice in itertools.product(*groups):
        merged = {}
        for part in choice:
            if merged.keys() & part.keys():
                raise TableError(f"{where}: two each lines set {sorted(merged.keys() & part.keys())}")
            merged.update(part)
        yield merged


def substitute(text, keys, where):
    for _ in range(8):
        new = re.sub(r"\{(\w+)\}", lambda m: keys.get(m.group(1), m.group(0)), text)
        if new == text:
            break
        text = new
    left = re.search(r"\{(\w+)\}", text)
    if left:
        raise TableError(f"{where}: no each line sets {{{left.group(1)}}}")
    return text
