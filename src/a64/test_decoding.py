#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The decoder beside llvm-mc, both ways: what one of them decodes the other must, too, under the same
mnemonic, or known_differences.tbl says why not. Prints TAP.

    test_decoding.py DECODER KNOWN HOLES TABLE... [--long] [--seed N]

The words: every field of every row at its corners, every fixed bit of every row flipped, all values
of the bits that hold opcodes, and random words."""
import argparse
import array
import concurrent.futures
import itertools
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "table"))

import generate
import holes
import known
import mnemonics

LLVM = "llvm-mc-19"
BATCH = 1 << 17
SHOWN = 20  # differences


# ---- words ----

def fill(row, rng):
    """A word of the row, apart from its conditions."""
    return row.value | rng.getrandbits(32) & ~row.mask & 0xffffffff


def corner_values(width):
    top = (1 << width) - 1
    return sorted({0, 1, top - 1, top})


def set_field(word, field, value):
    shift, width = field
    return word & ~(((1 << width) - 1) << shift) | value << shift


def corners(rows, rng, draws):
    """Each field at each of its corners, the others random."""
    for row in rows:
        yield fill(row, rng)
        for field in row.fields.values():
            for value in corner_values(field[1]):
                for _ in range(draws):
                    yield set_field(fill(row, rng), field, value)


def listed(entries, rng, draws):
    """What is known to differ."""
    for entry in entries:
        for mask, value in entry.patterns:
            for _ in range(draws):
                yield value | rng.getrandbits(32) & ~mask & 0xffffffff


def all_corners(rows, rng):
    """Every combination of corners, a register's 0 and 31 standing for all."""
    for row in rows:
        fields = list(row.fields.values())
        choices = [(0, (1 << w) - 1) if w == 5 else corner_values(w) for _, w in fields]
        for values in itertools.product(*choices):
            word = fill(row, rng)
            for field, value in zip(fields, values):
                word = set_field(word, field, value)
            yield word


def flips(rows, rng, draws):
    """One fixed bit of a row the other way."""
    for row in rows:
        for bit in range(32):
            if row.mask >> bit & 1:
                for _ in range(draws):
                    yield fill(row, rng) ^ 1 << bit


def opcodes(rng, draws):
    """All values of bits 31 to 21 and 15 to 10, where almost every class keeps its opcodes."""
    for top in range(1 << 11):
        for middle in range(1 << 6):
            for _ in range(draws):
                yield top << 21 | middle << 10 | rng.getrandbits(5) << 16 | rng.getrandbits(10)


def upper_bits(rng):
    """All values of bits 31 to 10, and of bits 31 to 21 with bits 9 to 0."""
    for bits in range(1 << 22):
        yield bits << 10 | rng.getrandbits(10)
    for bits in range(1 << 21):
        yield (bits >> 10) << 21 | rng.getrandbits(11) << 10 | bits & 0x3ff


def uniform(rng, count):
    for _ in range(count):
        yield rng.getrandbits(32)


def sample(rows, entries, seed, long):
    rng = random.Random(seed)
    yield from listed(entries, rng, 1000 if long else 10)
    yield from corners(rows, rng, 8 if long else 2)
    yield from flips(rows, rng, 8 if long else 3)
    yield from opcodes(rng, 8 if long else 4)
    yield from uniform(rng, 4_000_000 if long else 400_000)
    if long:
        yield from all_corners(rows, rng)
        yield from upper_bits(rng)


def batches(words):
    while True:
        batch = array.array("I", itertools.islice(words, BATCH))
        if not batch:
            return
        yield batch


# ---- the two decoders ----

def our_rows(decoder, words):
    done = subprocess.run([decoder], input=words.tobytes(), stdout=subprocess.PIPE, check=True)
    return array.array("H", done.stdout)


def llvm_mnemonics(words):
    """The mnemonic of each word, None where llvm-mc knows no instruction."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "words")
        with open(path, "w", encoding="ascii") as f:
            f.writelines("0x%02x 0x%02x 0x%02x 0x%02x\n" % tuple(word.to_bytes(4, "little"))
                         for word in words)
        with open(os.path.join(folder, "errors"), "w+", encoding="ascii") as errors:
            done = subprocess.run([LLVM, "--disassemble", "-triple=aarch64", "-mcpu=cortex-a57", path],
                                  stdout=subprocess.PIPE, stderr=errors, text=True, check=True)
            errors.seek(0)
            refused = {int(m[1]) - 1 for m in re.finditer(
                r"^[^\n]*:(\d+):1: warning: invalid instruction", errors.read(), re.M)}
    lines = iter(done.stdout.splitlines()[1:])  # the first one is .text
    result = [None if i in refused else next(lines).split()[0] for i in range(len(words))]
    if next(lines, None) is not None:
        raise RuntimeError(f"{LLVM} printed more instructions than it was given")
    return result


class Comparison:
    def __init__(self, decoder, entries):
        self.decoder = decoder
        self.names = subprocess.run([decoder, "names"], stdout=subprocess.PIPE, text=True,
                                    check=True).stdout.split()
        self.allowed = [set(mnemonics.allowed(name)) for name in self.names]
        self.entries = entries
        self.words = 0
        self.rows, self.unknown, self.misnamed = set(), [], []

    def look(self, words):
        return words, our_rows(self.decoder, words), llvm_mnemonics(words)

    def explain(self, what, word, text):
        for entry in self.entries:
            if entry.what == what and entry.matches(word):
                entry.met += 1
                return
        self.unknown.append(f"{word:08x} {text}")

    def add(self, result):
        words, rows, theirs = result
        self.words += len(words)
        self.rows.update(rows)
        for word, row, mnemonic in zip(words, rows, theirs):
            if mnemonic is None:
                if row:
                    self.explain("rejects", word, f"is {self.names[row]}, and nothing to {LLVM}")
            elif not row:
                self.explain("decodes", word, f"has no row, and is {mnemonic} to {LLVM}")
            elif mnemonic not in self.allowed[row]:
                self.misnamed.append(f"{word:08x} is {self.names[row]}, and {mnemonic} to {LLVM}")


def compare(arguments):
    entries = known.load(arguments.known, "llvm")
    comparison = Comparison(arguments.decoder, entries)
    words = sample(generate.load(arguments.tables), entries, arguments.seed, arguments.long)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        waiting = set()
        for batch in batches(words):
            waiting.add(pool.submit(comparison.look, batch))
            if len(waiting) > os.cpu_count():
                done, waiting = concurrent.futures.wait(
                    waiting, return_when=concurrent.futures.FIRST_COMPLETED)
                for future in done:
                    comparison.add(future.result())
        for future in waiting:
            comparison.add(future.result())
    return comparison


def wrong_holes(arguments):
    """Words whose place in the generated list of holes is not the decoder's opinion of them."""
    rng = random.Random(arguments.seed)
    with open(arguments.holes, encoding="utf-8") as f:
        patterns = list(holes.parse(f.read()))
    rows = generate.load(arguments.tables)
    words = array.array("I", itertools.chain(uniform(rng, 5000), flips(rows[::20], rng, 2),
                                             map(fill, rows, itertools.repeat(rng))))
    return [f"{word:08x} {'has a row' if row else 'has no row'}"
            for word, row in zip(words, our_rows(arguments.decoder, words))
            if any(word & mask == value for mask, value in patterns) == (row != 0)]


def report(comparison, arguments):
    unseen = sorted(set(comparison.names[1:])
                    - {comparison.names[row] for row in comparison.rows})
    checks = (("what one decodes the other does", comparison.unknown),
              ("the mnemonic is the row's", comparison.misnamed),
              ("every row was met", unseen),
              ("the list of holes is true", wrong_holes(arguments)))
    for number, (title, bad) in enumerate(checks, 1):
        print(("not ok" if bad else "ok") + f" {number} - {title}")
        for line in bad[:SHOWN]:
            print(f"# {line}")
        if bad:
            print(f"# {len(bad)} in all, with --seed {arguments.seed}")
    print(f"# count words {comparison.words}")
    print(f"# count differences {len(comparison.unknown) + len(comparison.misnamed)}")
    for entry in comparison.entries:
        if entry.met or arguments.long:
            print(f"# {'known' if entry.met else 'unmet'} {entry}")
    return 1 if any(bad for _, bad in checks) else 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("decoder")
    parser.add_argument("known")
    parser.add_argument("holes")
    parser.add_argument("tables", nargs="+")
    parser.add_argument("--long", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    print("1..4")
    if not shutil.which(LLVM):
        for number in range(1, 5):
            print(f"ok {number} - decoding # SKIP {LLVM} is not installed")
        return 0
    return report(compare(arguments), arguments)


sys.exit(main())
