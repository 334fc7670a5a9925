# SPDX-License-Identifier: MIT
"""The words that no row covers, as patterns of 32 bits: 0, 1 and x."""
from rows import field_values, python_conditions


def bitmask_valid(n, imms):
    """a64_bitmask_valid of a64/decode_ops.h."""
    pattern = n << 6 | ~imms & 0x3f
    size = 1 << (pattern.bit_length() - 1) if pattern > 1 else 0
    return size > 0 and imms & (size - 1) != size - 1


FUNCTIONS = {"a64_bitmask_valid": bitmask_valid}

# Bits 28 to 25, which are decided first, and what the architecture keeps there.
GROUPS = (
    ("reserved, unallocated, and the Scalable Vector Extension, which a Cortex-A57 lacks",
     ("0000", "0001", "0010", "0011")),
    ("data processing, immediate", ("1000", "1001")),
    ("branches, exceptions, system instructions", ("1010", "1011")),
    ("loads and stores", ("0100", "0110", "1100", "1110")),
    ("data processing, register", ("0101", "1101")),
    ("floating point and Advanced SIMD", ("0111", "1111")),
)
ORDER = [28, 27, 26, 25, 31, 30, 29] + list(range(24, -1, -1))
LATER = [sum(1 << bit for bit in ORDER[depth:]) for depth in range(33)]  # undecided bits


class Row:
    """What of a row decides whether it matches: fixed bits, and the bits of its conditions."""

    def __init__(self, row):
        self.mask, self.value = row.mask, row.value
        self.conditions = list(python_conditions(row, FUNCTIONS))
        self.asked = 0
        for _, fields in self.conditions:
            for shift, width in fields.values():
                self.asked |= ((1 << width) - 1) << shift
        self.asked &= ~self.mask

    def holds(self, asked):
        word = self.value | asked
        return all(eval(code, FUNCTIONS, field_values(word, fields))
                   for code, fields in self.conditions)


class Finder:
    """Decides bit after bit. A state is the rows that still match, as (fixed bits and values among
    the undecided, the row and its decided bits where it has conditions): rows that are equal in
    what is left are one."""

    def __init__(self):
        self.known = {}

    def holes(self, depth, state):
        """The uncovered patterns of the bits ORDER[depth:]."""
        if not state:
            return ["x" * (32 - depth)]
        if (0, 0, None, 0) in state:
            return []
        key = depth, state
        if key not in self.known:
            bit = ORDER[depth]
            zero, one = (self.holes(depth + 1, self.decide(state, bit, value, LATER[depth + 1]))
                         for value in (0, 1))
            both = set(zero) & set(one)
            self.known[key] = (["x" + hole for hole in zero if hole in both]
                               + ["0" + hole for hole in zero if hole not in both]
                               + ["1" + hole for hole in one if hole not in both])
        return self.known[key]

    @staticmethod
    def decide(state, bit, value, later):
        result = set()
        for mask, fixed, row, asked in state:
            if mask >> bit & 1:
                if fixed >> bit & 1 != value:
                    continue
                mask, fixed = mask & ~(1 << bit), fixed & ~(1 << bit)
            if row:
                asked |= row.asked & value << bit
                if not row.asked & later:  # the conditions are decided
                    if not row.holds(asked):
                        continue
                    row, asked = None, 0
            result.add((mask, fixed, row, asked))
        return frozenset(result)


def in_order(hole):
    bits = dict(zip(ORDER, hole))
    return "".join(bits[bit] for bit in range(31, -1, -1))


def find(rows):
    start = ((row.mask, row.value, row if row.conditions else None, 0) for row in map(Row, rows))
    return [in_order(hole) for hole in Finder().holes(0, frozenset(start))]


def size(hole):
    return 1 << hole.count("x")


def parse(text):
    """(mask, value) of each pattern in a generated file."""
    for line in text.splitlines():
        bits = line.replace(" ", "")
        if bits and not bits.startswith("#"):
            yield (int("".join("0" if bit == "x" else "1" for bit in bits), 2),
                   int(bits.replace("x", "0"), 2))


def touches(hole, keys):
    return any(all(bit in ("x", digit) for bit, digit in zip(hole[3:7], key)) for key in keys)


def report(rows):
    """The text of the generated file."""
    holes = find(rows)
    text = ("# Generated: words that no row of the instruction table covers, as patterns of bits,\n"
            "# by the architecture's groups (bits 28 to 25), the largest first.\n"
            f"# {sum(map(size, holes)):,} of {1 << 32:,} words in {len(holes):,} patterns.\n")
    left = sorted(holes, key=lambda hole: (-size(hole), hole))
    for title, keys in GROUPS:
        mine = [hole for hole in left if touches(hole, keys)]
        left = [hole for hole in left if not touches(hole, keys)]
        text += f"\n# {title} ({', '.join(keys)}): {sum(map(size, mine)):,} words\n"
        text += "".join(f"{h[:3]} {h[3:7]} {h[7:11]} {h[11:16]} {h[16:22]} {h[22:27]} {h[27:]}\n"
                        for h in mine)
    return text
