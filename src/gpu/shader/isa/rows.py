# SPDX-License-Identifier: MIT
"""Reads the tables of Maxwell instructions: text of *.tbl -> names of values and list of Row, every
mistake a TableError. The form of a row is described in docs/shader.md."""
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../base"))
from table_text import TableError, combinations, parse_alternatives, read_blocks, substitute

WORD = 64
# Operands that stand where they nearly always do.
USUAL = {"D": "r@0", "E": "r@28", "A": "r@8", "B": "r@20", "C": "r@39", "PD": "p@3", "PE": "p@0",
         "PA": "p@12(!15)", "PB": "p@29(!32)", "PC": "p@39(!42)"}
ROLES = ("D", "E", "PD", "PE", "A", "B", "C", "PA", "PB", "PC", "S", "T", "L", "M")
REGISTER_AT = 8  # of addresses and indices
SPLIT = ((20, 19), (56, 1))  # a short immediate and its sign
# Kinds with one fixed place: (kind, parts, shift, register).
FIXED = {"c": ("CONSTANT", ((20, 14), (34, 5)), 2, False),
         "cx": ("INDEXED", ((20, 16), (36, 5)), 0, True),
         "cz": ("CONSTANT", ((20, 16), (36, 5)), 0, False),
         "i20": ("SIGNED", SPLIT, 0, False), "f20": ("FLOAT", SPLIT, 12, False),
         "d20": ("DOUBLE", SPLIT, 44, False), "h20": ("HALVES", ((20, 10), (29 + 1, 9), (56, 1)), 6, False)}
# Kinds whose place the row says: (kind, width or None, register).
PLACED = {"r": ("REGISTER", 8, False), "p": ("PREDICATE", 3, False), "u": ("NUMBER", None, False),
          "x": ("HEX", None, False), "s": ("SIGNED", None, False), "f32": ("FLOAT", 32, False),
          "m": ("MEMORY", None, True), "a": ("ATTRIBUTE", None, True), "t": ("TARGET", None, False)}
OPERAND = re.compile(r"(?:(?P<role>[A-Z]+)=)?(?P<kind>[a-z][a-z0-9]*|[A-Z]+)(?:@(?P<at>\d+)(?::(?P<width>\d+))?)?"
                     r"(?:<(?P<shift>\d+))?(?P<flip>\^)?(?:\((?P<signs>[^)]*)\))?"
                     r"(?P<optional>\?(?P<normal>\d+)?)?(?P<suffixes>(?:\.[^.]+)*)$")
MODIFIER = re.compile(r"(?:(\w+)=)?(\w+)@(.+)$")


class Names:
    """What the values of a field are called; None: not defined, "": no text."""

    def __init__(self, name, where):
        self.name, self.where, self.values = name, where, []

    def add(self, words):
        for word in words:
            number, equal, rest = word.partition("=")
            if equal and number.isdigit():
                if int(number) < len(self.values):
                    raise TableError(f"{self.where}: enum {self.name}: value {number} is behind it")
                self.values += [None] * (int(number) - len(self.values))
                word = rest
            self.values.append({"?": None, "-": ""}.get(word, word))

    @property
    def width(self):
        return (len(self.values) - 1).bit_length()

    def finish(self):
        named = [v for v in self.values if v is not None]
        if len(self.values) < 2 or len(self.values) & (len(self.values) - 1):
            raise TableError(f"{self.where}: enum {self.name}: {len(self.values)} values are no power of two")
        if len(set(named)) != len(named):
            raise TableError(f"{self.where}: enum {self.name}: a name stands twice")
        return self


class Item:
    """One piece of the text: a modifier, or an operand."""

    def __init__(self, kind, slot, parts):
        self.kind, self.slot, self.parts = kind, slot, tuple(parts)
        self.names = None
        self.signs = {}  # "-", "|", "~", "!" -> bit
        self.shift, self.register, self.flip = 0, False, False
        self.optional, self.normal = False, 0

    @property
    def bits(self):
        found = [bit for at, width in self.parts for bit in range(at, at + width)]
        found += list(self.signs.values())
        return found + (list(range(REGISTER_AT, REGISTER_AT + 8)) if self.register else [])


class Row:
    def __init__(self, where, name):
        self.where, self.name = where, name
        self.mask = self.value = 0
        self.guard, self.over = True, []
        self.mnemonic = self.family = None
        self.status, self.branches, self.quiet = "decoded", False, False
        self.items = []

    def fail(self, message):
        raise TableError(f"{self.where}: {self.name}: {message}")

    def overlaps(self, other):
        return not (self.value ^ other.value) & self.mask & other.mask

    @property
    def used(self):
        """The bits that mean something: those of no row must be zero in a canonical word."""
        used = self.mask | (0xf << 16 if self.guard else 0)
        for item in self.items:
            for bit in item.bits:
                used |= 1 << bit
        return used


def parse_parts(row, text, width):
    """'39:2+42:1' or '39' of a known width: places from the lowest bits up."""
    parts = []
    for part in text.split("+"):
        at, colon, own = part.partition(":")
        if not at.isdigit() or (colon and not own.isdigit()):
            row.fail(f"'{text}' is no place")
        parts.append((int(at), int(own) if colon else width))
    if width is not None and sum(w for _, w in parts) != width:
        row.fail(f"'{text}' has not {width} bits")
    return parts


def modifier(row, text, names):
    m = MODIFIER.match(text)
    if not m:
        row.fail(f"'{text}' is no modifier")
    slot, name, place = m.group(1) or m.group(2), m.group(2), m.group(3)
    if name not in names:  # a flag
        names[name] = Names(name, row.where)
        names[name].values = ["", name.upper()]
    item = Item("MODIFIER", slot, parse_parts(row, place, names[name].width))
    item.names = name
    return item


def operand(row, text, names):
    if text.startswith("="):
        item = modifier(row, text[1:], names)
        item.kind = "NAME"
        if "" in names[item.names].values:
            row.fail(f"{item.names} has a value without text, so it is no operand")
        return [item]
    m = OPERAND.match(text)
    role = m and (m.group("role") or m.group("kind"))
    if not m or role not in ROLES:
        row.fail(f"'{text}' is no operand")
    kind, at, width, signs = m.group("kind", "at", "width", "signs")
    if kind in USUAL and not at:
        usual = OPERAND.match(USUAL[kind])
        kind, at, signs = usual.group("kind"), usual.group("at"), signs or usual.group("signs")
    if kind in FIXED:
        name, parts, shift, register = FIXED[kind]
        item = Item(name, role, parts)
        item.shift, item.register = shift, register
    elif kind in PLACED and at and (width or PLACED[kind][1]):
        name, usual_width, register = PLACED[kind]
        item = Item(name, role, ((int(at), int(width or usual_width)),))
        item.shift, item.register = int(m.group("shift") or 0), register
    else:
        row.fail(f"'{text}' says not where it is")
    for sign, bit in re.findall(r"([-|~!])(\d+)", signs or ""):
        item.signs[sign] = int(bit)
    item.flip = bool(m.group("flip"))
    item.optional = bool(m.group("optional"))
    item.normal = int(m.group("normal") or (7 if item.kind == "PREDICATE" else 0))
    return [item] + [modifier(row, s, names) for s in m.group("suffixes").split(".") if s]


def parse_text(row, text, names):
    head, _, rest = text.partition(" ")
    literal = []
    for part in filter(None, head.split(".")):
        if "@" in part:
            row.items.append(modifier(row, part, names))
        elif row.items:
            row.fail(f"'{part}' stands behind a modifier")
        else:
            literal.append(part.upper())
    row.mnemonic = ".".join(literal)
    for part in filter(None, (p.strip() for p in rest.split(","))):
        row.items += operand(row, part, names)


def parse_bits(row, words):
    position = WORD
    for word in words:
        at, equal, pattern = word.partition("=")
        if not equal:
            at, pattern = position - len(word), word
            position = at
        if int(at) < 0 or not set(pattern) <= set("01_"):
            row.fail(f"'{word}' are no bits")
        for bit, digit in enumerate(reversed(pattern), int(at)):
            if digit != "_":
                row.mask |= 1 << bit
                row.value |= int(digit) << bit


def check(row, names):
    taken = {}
    for item in row.items:
        for bit in item.bits:
            if row.mask >> bit & 1:
                row.fail(f"{item.slot} lies on the opcode, bit {bit}")
            if row.guard and 16 <= bit < 20:
                row.fail(f"{item.slot} lies on the guard, bit {bit}")
            other = taken.setdefault(bit, item)
            if other is not item and not (other.kind == item.kind == "REGISTER" and other.parts == item.parts):
                row.fail(f"{item.slot} and {other.slot} share bit {bit}")
    group = []  # modifiers that stand together
    for item in row.items:
        if item.kind != "MODIFIER":
            group = []
            continue
        for other in group:
            values, others = (set(filter(None, names[i.names].values)) for i in (item, other))
            if "" in names[other.names].values and values & others:
                row.fail(f"{other.slot} may be left out, and {item.slot} has names of it")
        group.append(item)
    slots = [i.slot for i in row.items]
    if len(set(slots)) != len(slots):
        row.fail("something stands twice: " + " ".join(s for s in set(slots) if slots.count(s) > 1))


def parse_row(where, header, lines, keys, names):
    words = substitute(header, keys, where).split()
    row = Row(where, words[0])
    if not re.match(r"[a-z][a-z0-9_]*$", row.name):
        row.fail("names are lower case letters, digits and _")
    parse_bits(row, words[1:])
    text = None
    for keyword, rest in lines:
        rest = substitute(rest, keys, where).strip()
        if keyword == "class":
            row.family = rest
        elif keyword == "over":
            row.over += rest.split()
        elif keyword == "noguard":
            row.guard = False
        elif keyword == "text":
            text = rest
        elif keyword != "each":
            row.fail(f"'{keyword} {rest}' means nothing here")
    if not text:
        row.fail("has no text")
    parse_text(row, text, names)
    row.family = row.family or row.mnemonic.lower().replace(".", "_")
    check(row, names)
    return row


def check_rows(rows):
    by_name = {}
    for row in rows:
        if by_name.setdefault(row.name, row) is not row:
            row.fail(f"the name stands at {by_name[row.name].where} too")
    for row in rows:
        for name in row.over:
            if name not in by_name:
                row.fail(f"over {name}: there is no such row")
    for i, a in enumerate(rows):
        for b in rows[i + 1:]:
            if a.overlaps(b) and b.name not in a.over and a.name not in b.over:
                a.fail(f"matches words of {b.name} too ({b.where}); say which is over the other")


def mark(rows, where, words):
    """'translated CLASS...': there is a handler; 'branches CLASS...': and its guard is a branch around it;
    'quiet CLASS...': nothing is to be done, or the flow graph has it."""
    known = {r.family for r in rows}
    for name in words[1:]:
        if name not in known:
            raise TableError(f"{where}: {words[0]} {name}: there is no such class above")
        for row in rows:
            if row.family == name:
                row.status = "translated"
                row.branches = row.branches or words[0] == "branches"
                row.quiet = words[0] == "quiet"


def read_table(text, table, names):
    """The rows of one table; the names of values that it has are added to names."""
    rows, sets = [], {}
    for number, header, lines in read_blocks(text, table):
        where, words = f"{table}:{number}", header.split()
        if words[0] == "enum":
            if len(words) < 2 or words[1] in names:
                raise TableError(f"{where}: an enum has a new name")
            names[words[1]] = Names(words[1], where)
            for more in [words[2:]] + [rest.split() for _, rest in lines]:
                names[words[1]].add(more)
            names[words[1]].finish()
        elif words[0] == "set":
            if len(words) != 2 or words[1] in sets or [k for k, _ in lines] != ["each"]:
                raise TableError(f"{where}: a set is 'set NAME' with one each line")
            sets[words[1]] = parse_alternatives(lines[0][1], sets, where)
        elif words[0] in ("translated", "branches", "quiet"):
            mark(rows, where, words + " ".join(map(" ".join, lines)).split())
        else:
            rows += [parse_row(where, header, lines, keys, names)
                     for keys in combinations(lines, sets, where)]
    return rows


def read_tables(paths):
    names, rows = {}, []
    for path in paths:
        with open(path, encoding="utf-8") as f:
            rows += read_table(f.read(), os.path.basename(path), names)
    check_rows(rows)
    return names, rows
