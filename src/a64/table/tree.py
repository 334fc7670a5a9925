# SPDX-License-Identifier: MIT
"""The decision tree of the decoder. A node looks at a window of bits of the word; a leaf is a short
list of rows, tried in order."""
from rows import both_match

ROOT_WINDOW = (21, 11)  # the bits that tell most instructions apart
WIDEST = 6
LEAF_ROWS = 3
LEAF = 0x8000


class Tree:
    def __init__(self, rows):
        self.rows = rows
        self.nodes = []  # (shift, width, first link)
        self.links = []  # node index, or LEAF | index into leaves
        self.leaves = []  # row indices, each list ends with -1
        self.known = {}
        self.depth_of = {}
        self.build(tuple(range(len(rows))), ROOT_WINDOW)

    def build(self, members, window=None):
        if members in self.known:
            return self.known[members]
        if window is None:
            window = self.best_window(members) if len(members) > LEAF_ROWS else None
        if window is None:
            link = LEAF | self.add_leaf(members)
        else:
            shift, width = window
            link = len(self.nodes)
            first = len(self.links)
            self.nodes.append((shift, width, first))
            self.links += [0] * (1 << width)
            for bits, part in enumerate(self.split(members, shift, width)):
                self.links[first + bits] = self.build(part)
        self.known[members] = link
        return link

    def split(self, members, shift, width):
        parts = [[] for _ in range(1 << width)]
        for index in members:
            mask = self.rows[index].mask >> shift & ((1 << width) - 1)
            value = self.rows[index].value >> shift & mask
            free = ((1 << width) - 1) & ~mask
            bits = free
            while True:  # every subset of the free bits
                parts[value | bits].append(index)
                if not bits:
                    break
                bits = (bits - 1) & free
        return [tuple(p) for p in parts]

    def best_window(self, members):
        """The window that leaves the fewest rows on average; None where none separates them all."""
        best, best_cost = None, float(len(members))
        for width in range(1, WIDEST + 1):
            for shift in range(0, 33 - width):
                parts = self.split(members, shift, width)
                cost = sum(map(len, parts)) / len(parts) + width * 0.05
                if cost < best_cost and max(map(len, parts)) < len(members):
                    best, best_cost = (shift, width), cost
        return best

    def add_leaf(self, members):
        rows = [self.rows[i] for i in members]
        before = {i: set() for i in members}  # rows that must be tried earlier
        for n, a in enumerate(rows):
            for b in rows[n + 1:]:
                a_first, b_first = b.name in a.over, a.name in b.over
                if a_first and b_first:
                    a.fail(f"over {b.name}, and {b.name} over it")
                if not a_first and not b_first and both_match(a, b):
                    a.fail(f"overlaps {b.name} ({b.where}): add where, or over to one of them")
        by_name = {self.rows[i].name: i for i in members}
        for i in members:
            for name in self.rows[i].over:
                if name in by_name:
                    before[by_name[name]].add(i)
        ordered = []
        while before:
            ready = [i for i in before if not before[i] & before.keys()]
            if not ready:
                self.rows[min(before)].fail("the over lines form a circle")
            ordered += ready
            for i in ready:
                del before[i]
        first = len(self.leaves)
        self.leaves += ordered + [-1]
        return first
