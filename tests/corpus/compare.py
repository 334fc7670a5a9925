# SPDX-License-Identifier: MIT
"""What `windlass coverage` says of a file beside what its compiler said."""
import bisect
import json
import os
import subprocess

BASE = 0x08000000
PADDING = (0xd503201f, 0)


class Symbols:
    """Addresses of labels, and which words are code by the mapping symbols $x and $d."""

    def __init__(self, elf):
        out = subprocess.run(["llvm-readelf-19", "-sW", elf], check=True, stdout=subprocess.PIPE)
        self.address = {}
        marks = []
        for line in out.stdout.decode(errors="replace").splitlines():
            part = line.split()
            if len(part) < 8 or not part[0][:-1].isdigit() or part[6] == "UND":
                continue
            address, name = BASE + int(part[1], 16), part[7]
            if name.startswith(("$x", "$d")):
                marks.append((address, name[1] == "x"))
            else:
                self.address.setdefault(name, address)
        marks.sort()
        self.starts, self.code = [m[0] for m in marks], [m[1] for m in marks]

    def is_code(self, address):
        at = bisect.bisect_right(self.starts, address) - 1
        return at >= 0 and self.code[at]


def coverage(windlass, path):
    done = subprocess.run([windlass, "coverage", "--json", path], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE)
    if done.returncode:
        raise RuntimeError(done.stderr.decode(errors="replace"))
    return json.loads(done.stdout)


def stripped(elf):
    out = elf + ".stripped"
    subprocess.run(["llvm-strip-19", elf, "-o", out], check=True)
    return out


def check_table(site, table, truth, labels, problems):
    """Wrong targets of a table that the lifter found; what differs is added to problems."""
    where = f"{site['address'] - BASE:#x}"
    known = truth.get(table["address"])
    if not table["address"]:  # an address that the code makes: must be a label that some table has
        wrong = sum(t not in labels for t in table["targets"])
        if wrong:
            problems.append(f"{where}: constant target is no label")
        return wrong
    if not known:
        problems.append(f"{where}: there is no table at {table['address'] - BASE:#x}")
        return len(table["targets"])
    if known["size"] == 8:  # labels that the program itself picks: each must be known, more do no harm
        missing = len(set(known["targets"]) - set(table["targets"]))
        if missing:
            problems.append(f"{where}: {missing} labels of goto * are not known")
        return missing
    wrong = sum(a != b for a, b in zip(table["targets"], known["targets"]))
    beyond = max(0, len(table["targets"]) - len(known["targets"]))
    if table["proved"]:
        wrong += beyond
    elif beyond:  # labels too many in a switch by address do no harm
        problems.append(f"{where}: {beyond} entries guessed beyond the end")
    if wrong:
        problems.append(f"{where}: {wrong} wrong targets")
    if table["proved"] and len(table["targets"]) != len(known["targets"]):
        problems.append(f"{where}: {len(table['targets'])} entries, the compiler made "
                        f"{len(known['targets'])}")
        wrong += len(table["targets"]) < len(known["targets"])
    if table["entry_bytes"] != known["size"] or table["base"] != known["base"]:
        problems.append(f"{where}: entries of {table['entry_bytes']} bytes from "
                        f"{table['base'] - BASE:#x}, not {known['size']} from {known['base'] - BASE:#x}")
    return wrong


def resolve(tables, symbols):
    address = symbols.address
    return {address[t.label]: {"size": t.size, "base": address[t.base] if t.base else 0,
                               "targets": [address[x] for x in t.targets]}
            for t in tables if t.label in address}


def compare(facts, symbols, tables, branches):
    """Figures of one file, and the problems as text."""
    truth = resolve(tables, symbols)
    labels = {t for table in truth.values() for t in table["targets"]}
    sites = {s["address"]: s for s in facts["sites"]}
    problems, used = [], set()
    count = {"tables": 0, "proved": 0, "gotos": 0, "gotos_found": 0, "tails": 0, "wrong": 0}
    for branch in branches:
        if branch.label not in symbols.address:
            continue  # in a section that the linker dropped
        at = symbols.address[branch.label]
        site = sites.get(at)
        table = site.get("table") if site else None
        if branch.tail:
            count["tails"] += 1
            if table:
                problems.append(f"{at - BASE:#x}: a table for a tail call")
                count["wrong"] += len(table["targets"])
            continue
        # Which of the two it is the compiler does not say where no table is found.
        is_goto = bool(table) and not table["proved"] and table["entry_bytes"] == 8
        count["gotos" if is_goto else "tables"] += 1
        if not table:
            problems.append(f"{at - BASE:#x}: no table found" if site else
                            f"{branch.label}: no site in the report")
            continue
        used.add(table["address"])
        wrong = check_table(site, table, truth, labels, problems)
        count["wrong"] += wrong
        count["gotos_found"] += is_goto and not wrong
        count["proved"] += table["proved"]
        if not table["proved"] and not is_goto:
            problems.append(f"{at - BASE:#x}: not proved: {table['why']}")
    problems += [f"no BR goes through the table at {a - BASE:#x}" for a in sorted(set(truth) - used)]
    count["holes"] = facts["unknown_words"] + sum(
        symbols.is_code(gap["address"] + 4 * i) for gap in facts["gaps"]
        for i in range(gap["words"]))
    for name in ("functions", "instructions", "left_to_interpreter"):
        count[name] = facts[name]
    return count, problems


def real(windlass, path):
    facts = coverage(windlass, path)
    return {"file": os.path.basename(path), "proved": facts["jump_tables_proved"],
            "tables": facts["jump_tables"], "gotos": facts["computed_gotos"], "other": facts["indirect_branches"],
            "functions": facts["functions"], "instructions": facts["instructions"],
            "unknown": facts["unknown_words"], "left": facts["left_to_interpreter"]}
