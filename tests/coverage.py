#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The coverage report beside a scan by llvm-objdump, which shares no code with it; and its two forms
beside each other. usage: coverage.py BUILD_FOLDER"""
import json
import re
import shutil
import sys

from harness import Place, Tap, show

PROGRAMS = ["threads", "jumps", "exceptions", "files", "crash"]
# The others hold calls of C++ by register at a function's end, and the unwinder's words for SVE.
LIFTED_WHOLE = ["threads", "jumps", "files", "crash"]
BASE = 0x08000000

# What a mnemonic (and its operands) is called in the report; the first that matches counts.
KINDS = [(re.compile(pattern), kind) for pattern, kind in (
    (r"svc\b", "svc"),
    (r"(mrs|msr|sysl|tlbi)\b", "system register"),
    (r"(dc|ic|at|cfp|dvp|cpp)\b", "cache operation"),
    (r"sys\t#\d+, c7,", "cache operation"),
    (r"sys\b", "system register"),
    (r"(dmb|dsb|isb|clrex|ssbb|pssbb|dfb)\b", "barrier"),
    (r"(ld|st)l?a?x[rp][bh]?\b|(ldl?ar|stl?lr)[bh]?\b", "exclusive or ordered access"),
    (r"(ldr|ldrsw|prfm)\t[^,]+, 0x[0-9a-f]+", "literal load"),
    (r"br\b|ret\tx", "indirect branch"),
    (r"blr\b", "indirect call"),
    (r"(brk|hlt|hvc|smc|udf)\b", "trap"),
)]


def outside_scan(place, name, words):
    """Address -> kind, for every word that llvm-objdump takes for one of them."""
    raw, elf = place.path(name + ".bin"), place.path(name + ".o")
    with open(raw, "wb") as f:
        f.write(words)
    made = place.execute(["llvm-objcopy-19", "-I", "binary", "-O", "elf64-littleaarch64", raw, elf])
    done = place.execute(["llvm-objdump-19", "-D", "-z", "--mcpu=cortex-a57", "--no-show-raw-insn",
                          "-j", ".data", elf])
    if made.status or done.status:
        return None, 0, show(made) + show(done)
    sites, count = {}, 0
    for line in done.out.splitlines():
        m = re.match(r"\s*([0-9a-f]+):\s+(\S.*)", line)
        if not m:
            continue
        count += 1
        kind = next((kind for pattern, kind in KINDS if pattern.match(m[2])), None)
        if kind:
            sites[BASE + int(m[1], 16)] = kind
    return sites, count, done.err


def text_of(place, path):
    done = place.call("info", "--json", path)
    segment = json.loads(done.out)["modules"][0]["segments"][0]
    with open(path, "rb") as f:
        return f.read(segment["file_size"])


def read_text_form(text):
    """(address, word, kind, what, outcome) of each site, and the sum line's figures."""
    sum_line, _, rest = text.partition("\n")
    figures = [int(n) for n in re.findall(r"\d+", sum_line)]
    sites = []
    for line in rest.partition("every site, by a scan of all words:\n")[2].splitlines():
        address, word, tail = int(line[:8], 16), int(line[9:17], 16), line[18:]
        sites.append((address, word, tail[:27].strip(), *re.split(r"\s{2,}|(?<=\S)\s(?=lifted$)",
                                                                   tail[28:].strip(), maxsplit=1)))
    return sites, figures


def check(tap, place, name):
    path = place.guest(name + ".nro")
    done = place.call("coverage", "--json", path)
    if not tap.check(done.status == 0, f"coverage of {name}", show(done)):
        return
    facts = json.loads(done.out)
    ours = {s["address"]: s for s in facts["sites"]}
    words = text_of(place, path)
    theirs, count, said = outside_scan(place, name, words)
    tap.check(theirs is not None and count == len(words) // 4, f"{name}: llvm-objdump reads each word",
              count, len(words) // 4, said)
    # Padding between functions is no site: UDF #0 that nothing reaches.
    missed = {hex(a): kind for a, kind in (theirs or {}).items()
              if ours.get(a, {}).get("kind") != kind
              and not (kind == "trap" and words[a - BASE + 2:a - BASE + 4] == b"\0\0")}
    extra = {hex(a): s for a, s in ours.items() if a not in (theirs or {})}
    tap.check(theirs and not missed and not extra, f"{name}: {len(theirs)} sites, none missed, none "
              "that are not there", missed, extra)
    text = place.call("coverage", path)
    sites, figures = read_text_form(text.out)
    as_json = [(s["address"], s["word"], s["kind"], s["what"], s["outcome"]) for s in facts["sites"]]
    as_text = [(*s[:4], s[4].partition(": ")[0] if s[4].startswith(("jump table", "computed goto")) else s[4])
               for s in sites]
    wrong = [pair for pair in zip(as_text, as_json) if pair[0] != pair[1]][:5]
    tap.check(text.status == 0 and len(as_text) == len(as_json) and not wrong,
              f"{name}: text and JSON name the same sites", wrong, len(as_text), len(as_json))
    names = ("functions", "instructions", "jump_tables_proved", "jump_tables_left",
             "left_to_interpreter")
    tap.check(figures == [facts[n] for n in names], f"{name}: and the same figures", figures)
    if name not in LIFTED_WHOLE:
        return
    # A table of labels in writable data cannot be proved: it is checked when it is used.
    tap.check(facts["unknown_words"] == 0 and facts["left_to_interpreter"] == 0
              and facts["indirect_branches"] == 0, f"{name}: all of it is lifted",
              {k: v for k, v in facts.items() if k not in ("sites", "gaps")})


def main():
    tap, place = Tap(), Place("coverage", sys.argv[1])
    for name in PROGRAMS:
        check(tap, place, name)
    if not tap.failures:
        shutil.rmtree(place.folder)
    tap.end()


main()
