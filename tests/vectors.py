#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`windlass vectors`: both engines on written, made and recorded cases.

usage: vectors.py BUILD_FOLDER EVERY COUNT: each EVERYth recorded case, COUNT made cases a row. The
recorded ones lie outside the source tree; where they are missing, that part is skipped."""
import glob
import os
import re
import shutil
import sys

from harness import TOP, Place, Tap, show

RECORDED = os.path.join(os.path.dirname(TOP), "shared", "data", "a64")
ENGINES = ("interp", "lifted")
TIMEOUT = 3000


def run(place, engine, *words):
    return place.call("vectors", "run", "--engine", engine, "--quiet", "--cache-folder", place.cache,
                      *words, timeout=TIMEOUT)


def counts(done):
    """(passed, failed) of the last line."""
    found = re.fullmatch(r"(\d+) passed, (\d+) failed", (done.out.splitlines() or [""])[-1])
    return (int(found[1]), int(found[2])) if found else (0, -1)


def tell(passed, failed):
    print(f"# count vectors {passed}\n# count differences {failed}")


# Code, what surrounds it, and the difference that must be told ("" where there is none).
WRITTEN = [
    ("adds", "ab020020", "set x1=ffffffffffffffff x2=2\nwant x0=1 nzcv=2", ""),
    ("loop", "d1000400 b5ffffe0", "set x0=10\nwant x0=0", ""),
    ("two-words", "8b020020 8b000000", "set x1=3 x2=4\nwant x0=e", ""),
    ("forward", "14000002 d2800020 d2800041", "want x1=2", ""),
    ("call-inside", "94000003 d2800021 14000002 d65f03c0", "want x30=40000004 x1=1", ""),
    ("return", "d28000e9 d65f03c0", "set x30=1234\nwant x9=7 pc=1234", ""),
    ("address", "10000020", "want x0=40000004", ""),
    ("load", "f9400020", "set x1=50000008\nmem 50000000 00112233445566778899aabbccddeeff0011\n"
     "want x0=ffeeddccbbaa9988", ""),
    ("store-over-pages", "f9000020", "set x1=50000ffc x0=0102030405060708\n"
     "mem 50000ffc 0000000000000000\nwant\nwmem 50000ffc 0807060504030201", ""),
    ("rounding", "1e622820", "set v1=3ff0000000000000 v2=0000000000000001 fpcr=400000\n"
     "want v0=3ff0000000000001", ""),
    ("wrong-register", "d2800020", "want x0=2", "x0=0000000000000001, not 0000000000000002"),
    ("wrong-flags", "ab020020", "want nzcv=6", "nzcv=4, not 6"),
    ("unnamed-changes", "d2800020", "want", "x0=0000000000000001, not 0000000000000000"),
    ("wrong-place", "14000005", "want", "pc=0000000040000014, not 0000000040000004"),
    ("wrong-byte", "39000020", "set x1=50000000 x0=55\nmem 50000000 00\nwant\nwmem 50000000 56",
     "memory at 50000000 is 55, not 56"),
    ("unnamed-byte", "79000020", "set x1=50000000 x0=5566\nmem 50000000 00\nwant\n"
     "wmem 50000000 66", "memory at 50000001 is 55, not 00"),
    ("unmapped-read", "f9400020", "set x1=50000000\nwant", "it reads 50000000"),
    ("unmapped-write", "f9000020", "set x1=50000000\nwant", "it writes 50000000"),
    ("write-over-code", "f9000020", "set x1=40000000\nwant", "it writes 40000000"),
    ("no-pointer", "f9400020", "set x1=8000000000000000\nwant", "at an address that no pointer has"),
    ("misaligned", "c8dffc20", "set x1=50000004\nmem 50000000 00\nwant",
     "it accesses 50000004 in order"),
    ("stack-misaligned", "a9bf07e0 a9c00fe2 910043ff", "set x0=7 x1=8 sp=50000018\n"
     "mem 50000008 0000000000000000\nwant x2=7 x3=8 sp=50000018\n"
     "wmem 50000008 07000000000000000800000000000000", ""),
    ("clean", "d50b7a21 d50b7b21 d50b7e21 d50b7521", "set x1=50000fff\nmem 50000000 00\nwant", ""),
    ("zero", "d50b7421", "set x1=5000007f\nmem 50000000 " + "aa" * 192 + "\nwant\n"
     "wmem 50000040 " + "00" * 64, ""),
    ("clean-unmapped", "d50b7a21", "set x1=50001005\nmem 50000000 00\nwant", "it reads 50001005"),
    ("clean-to-unify-unmapped", "d50b7b21", "set x1=50001005\nwant", "it reads 50001005"),
    ("clean-and-invalidate-unmapped", "d50b7e21", "set x1=50001005\nwant", "it reads 50001005"),
    ("invalidate-unmapped", "d50b7521", "set x1=50001005\nwant", "it reads 50001005"),
    ("zero-unmapped", "d50b7421", "set x1=50001005\nmem 50000000 00\nwant", "it writes 50001005"),
    ("zero-code", "d50b7421", "set x1=40000001\nwant", "it writes 40000001"),
    ("clean-code", "d50b7a21", "set x1=40000001\nwant", ""),
    ("exclusive", "c85f7c20 91000400 c8027c20", "set x1=50000008 x2=7\nmem 50000008 05\n"
     "want x0=6 x2=0\nwmem 50000008 06", ""),
    ("undefined", "d2800020 00000000", "want x0=1", "it executes 00000000"),
    ("undefined-first", "00000000", "want", "it executes 00000000"),
    ("breakpoint", "d4200020", "want", "it executes BRK #1"),
    ("system-call", "d4000041", "want", "it executes SVC #2"),
    ("endless", "14000000", "want", "it does not end"),
    ("endless-calls", "94000000", "want", "it does not end"),
]


def wide(text):
    """v1=HEX16 is short for 32 digits here."""
    return re.sub(r"\b(v\d+)=([0-9a-f]{16})\b", r"\1=0000000000000000\2", text)


def written(tap, place):
    text = "# cases by hand\n\n" + "\n\n".join(f"case {name}\ncode {code}\n{wide(rest)}"
                                               for name, code, rest, _ in WRITTEN)
    path = place.write("written.txt", text + "\n")
    bad = sum(bool(told) for *_, told in WRITTEN)
    for engine in ENGINES:
        done = run(place, engine, path)
        lines = done.out.splitlines()
        missing = [name for name, _, _, told in WRITTEN if told and
                   sum(f": {name}: " in line and told in line for line in lines) != 1]
        tap.check(done.status == 1 and counts(done) == (len(WRITTEN) - bad, bad)
                  and len(lines) == bad + 1 and not missing,
                  f"written cases, {engine}: each difference is told, and no other", missing, show(done))


def made(tap, place, name, least, oracle, *how):
    """A file of made cases, at least so many, completed by the oracle, passes in both engines."""
    if oracle == "qemu" and not shutil.which("qemu-aarch64"):
        tap.skip(name, "there is no qemu-aarch64")
        return
    oracle = os.path.join(place.build, "src", "vectors", "windlass-oracle-" + oracle)
    path = place.path("made.txt.zst")
    done = place.call("vectors", "make", *how, "--oracle", f"'{oracle}'", "--output", path,
                      timeout=TIMEOUT)
    cases = int((re.search(r"windlass: (\d+) cases made, 0 of them left out", done.err) or [0, 0])[1])
    tap.check(done.status == 0 and cases >= least, f"{name}, completed by {os.path.basename(oracle)}", show(done))
    for engine in ENGINES:
        done = run(place, engine, path)
        tell(*counts(done))
        tap.check(done.status == 0 and counts(done) == (cases, 0), f"they pass, {engine}", show(done))


def damaged(tap, place):
    """One wrong digit in a made file is one line and exit status 1."""
    place.call("vectors", "make", "--rows", "add*", "--count", "2", "--output", place.path("add.txt"))
    with open(place.path("add.txt"), encoding="utf-8") as f:
        text = f.read()
    want = re.search(r"^want (x\d+=)([0-9a-f]{15})([0-9a-f])", text, re.M)
    wrong = "0" if want[3] != "0" else "1"
    path = place.write("damaged.txt", text[:want.start(3)] + wrong + text[want.end(3):])
    for engine in ENGINES:
        good, done = run(place, engine, place.path("add.txt")), run(place, engine, path)
        tap.check(good.status == 0 and done.status == 1 and counts(done)[1] == 1
                  and f"{want[1]}{want[2]}{want[3]}, not {want[2]}{wrong}" in done.out
                  and len(done.out.splitlines()) == 2, f"a damaged want, {engine}", show(good), show(done))


def refused(tap, place):
    case = "case a\ncode d503201f\n"
    cases = [
        ("a file that is missing", "missing.txt", "missing.txt: No such file"),
        ("a case without a want", place.write("open.txt", case), "open.txt:1: case 'a' does not say"),
        ("a mistyped register", place.write("typo.txt", case + "set y1=0\nwant\n"),
         "typo.txt:3: there is no register 'y1'"),
    ]
    for name, path, text in cases:
        done = place.call("vectors", "run", path)
        tap.check(done.status == 1 and text in done.err and not done.out, name, show(done))
    usage = [
        (["vectors"], "say run FILE... or make"), (["vectors", "run"], "takes FILE..."),
        (["vectors", "run", "--engine", "jit", "x"], "lifted|interp"),
        (["vectors", "run", "--every", "0", "x"], "--every takes 1 or more"),
        (["vectors", "make", "--count", "0"], "--count takes"),
        (["vectors", "make", "--length", "257"], "--length takes"),
        (["vectors", "make", "--rows", "nothing*"], "matches 'nothing*'"),
    ]
    for words, text in usage:
        done = place.call(*words)
        tap.check(done.status == 2 and text in done.err and not done.out, "wrong usage: " + " ".join(words),
                  show(done))
    done = place.call("vectors", "make", "--rows", "add*", "--oracle", "echo case other; echo code 00000000")
    tap.check(done.status == 1 and "was not asked like this" in done.err, "an oracle that answers wrongly",
              show(done))
    done = place.call("vectors", "make", "--rows", "add*", "--oracle", "cat")
    tap.check(done.status == 0 and "0 cases made" in done.err,
              "an oracle that completes nothing leaves nothing", show(done))
    done = place.call("vectors", "make", "--rows", "add*", "--oracle", "exit 3")
    tap.check(done.status == 1 and "exit status 3" in done.err, "an oracle that fails", show(done))


def recorded(tap, place, every):
    files = sorted(glob.glob(os.path.join(RECORDED, "*.txt.zst")))
    for engine in ENGINES:
        name = f"recorded vectors, one of {every}, {engine}"
        if not files:
            tap.skip(name, f"none in {RECORDED}")
            continue
        done = run(place, engine, "--every", str(every), *files)
        tell(*counts(done))
        tap.check(done.status == 0 and counts(done)[0] * every >= 494510 and counts(done)[1] == 0, name,
                  show(done))


def main():
    every, count = int(sys.argv[2]), int(sys.argv[3])
    tap, place = Tap(), Place(f"vectors-{every}-{count}", sys.argv[1])
    if count == 1:
        written(tap, place)
        damaged(tap, place)
        refused(tap, place)
    made(tap, place, "cases of every row", 1000 * count, "unicorn", "--count", str(count))
    made(tap, place, "mixed code", 50 * count, "qemu", "--rows", "a*", "--length", "24", "--count",
         str(count))
    recorded(tap, place, every)
    if not tap.failures:
        shutil.rmtree(place.folder)
    tap.end()


main()
