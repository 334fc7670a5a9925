#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the decoder, emitter and interpreter tables from the instruction tables.

    generate.py OUTPUT_FOLDER a.tbl b.tbl ...   writes ops.h, rows.c, lets.c, interp.h, interp_*.c
    generate.py --check a.tbl ...               only checks the tables
    generate.py --holes a.tbl ...               prints the patterns of words that no row covers
"""
import os
import re
import sys

sys.dont_write_bytecode = True  # the build leaves the source folders as they are

import holes
import rows as table_rows
from lifted import Template
from rows import TWIN, TableError, tokens
from tree import Tree

HEADER = "/* Generated from src/a64/table by generate.py. */\n"
# Flags of a row that struct a64_op_info has as members.
INFO_FLAGS = {"READS_MEMORY": "reads_memory", "WRITES_MEMORY": "writes_memory",
              "EXCLUSIVE": "exclusive", "SYSTEM": "system"}


def load(paths):
    rows = []
    for path in paths:
        with open(path, encoding="utf-8") as f:
            rows += table_rows.parse(f.read(), os.path.basename(path))
    table_rows.check_names_unique(rows)
    return rows


class Pool:
    """Sequences laid end to end in one C array; equal ones share their place."""

    def __init__(self):
        self.items, self.known = [], {}

    def add(self, sequence):
        sequence = tuple(sequence)
        if sequence not in self.known:
            self.known[sequence] = len(self.items)
            self.items += sequence
        return self.known[sequence]


class Cases:
    """Bodies of a switch; equal ones get one number (1 up, 0 is none)."""

    def __init__(self):
        self.bodies = {}

    def add(self, body):
        return self.bodies.setdefault(body, len(self.bodies) + 1) if body else 0

    def lines(self):
        for body, number in self.bodies.items():
            yield f"    case {number}: {{\n{body}    }}\n"


def used_names(row, texts):
    """Fields and lets that the texts use, lets followed to what they use; in dependency order."""
    wanted = {t for text in texts for t in tokens(text)}
    for name, expression in reversed(row.lets.items()):
        if name in wanted:
            wanted |= set(tokens(expression))
    return [f for f in row.fields if f in wanted], [n for n in row.lets if n in wanted]


def field_lines(row, names):
    for name in names:
        shift, width = row.fields[name]
        yield f"        const uint64_t {name} = word >> {shift} & {(1 << width) - 1:#x};\n"


def let_body(row):
    if not row.lets:
        return ""
    fields, _ = used_names(row, row.lets.values())
    text = "".join(field_lines(row, fields))
    for i, (name, expression) in enumerate(row.lets.items()):
        text += f"        const uint64_t {name} = {expression};\n        let[{i}] = {name};\n"
    return text + "        return;\n"


def where_body(row):
    if not row.conditions:
        return ""
    fields, _ = used_names(row, row.conditions)
    return ("".join(field_lines(row, fields))
            + "        return " + " && ".join(f"({c})" for c in row.conditions) + ";\n")


def slot(row, name):
    """A number known at decode time: (kind, a, b) of struct a64_slot."""
    if name.isdigit():
        return ("CONSTANT", int(name), 0)
    if name == "word":
        return ("FIELD", 0, 32)
    if name == "pc":
        return ("PC", 0, 0)
    if name in row.fields:
        return ("FIELD",) + row.fields[name]
    return ("LET", list(row.lets).index(name), 0)


def ops_h(rows):
    text = HEADER + "#ifndef WINDLASS_A64_OPS_H\n#define WINDLASS_A64_OPS_H\n\nenum a64_op {\n"
    text += "    A64_OP_NONE,\n"
    text += "".join(f"    {r.op},\n" for r in rows)
    return text + "    A64_OPS,\n};\n\n#endif\n"


USES_USUAL = 4  # A64_USES_USUAL
NO_USE = (0, 0, 31, False, False, False)  # XZR


def uses_of(row):
    """What rows and lets name, as the members of struct a64_use. Roles are X_READ, XSP_READ, V_READ
    and the same with WRITE."""
    uses, let_uses = [], []
    for role, name in row.uses:
        kind, a, b = slot(row, name)
        facts = (role.endswith("WRITE"), role.startswith("V"), not role.startswith("X_"))
        if kind == "FIELD":
            uses.append((a, (1 << b) - 1 & 31) + (0,) + facts)
        else:
            (let_uses if kind == "LET" else uses).append((0, 0, a) + facts)
    uses.sort(key=lambda use: not use[3] or use[4])  # X registers that are written first
    return uses + [NO_USE] * (USES_USUAL - len(uses)), let_uses


def array(kind, name, values, a_line=12):
    values = [str(v) for v in values]
    lines = [", ".join(values[i:i + a_line]) for i in range(0, len(values), a_line)]
    return f"const {kind} {name}[] = {{\n    " + ",\n    ".join(lines) + ",\n};\n"


def rows_c(rows, cases):
    slot_pool, use_pool = Pool(), Pool()
    use_pool.add([NO_USE] * USES_USUAL)  # of A64_OP_NONE
    entries = []
    for row in rows:
        template = Template(row, slot)
        text = template.text.replace("\\", "\\\\").replace('"', '\\"')
        uses, let_uses = uses_of(row)
        extra = row.register or row.target
        flags = " | ".join("A64_ROW_" + f for f in sorted(row.flags - INFO_FLAGS.keys())) or "0"
        info = "".join(f", .{INFO_FLAGS[f]} = true" for f in INFO_FLAGS if f in row.flags)
        reads, writes = row.floats
        info += f", .float_read = {reads}, .float_written = {writes}" if reads else ""
        info += ", .sets_flags = true" if "NZCV_WRITTEN" in row.flags else ""
        info += ", .vectors = true" if any(role.startswith("V") for role, _ in row.uses) else ""
        info += ", .twin = true" if TWIN in row.text else ""
        info += ", .float_scalar = true" if re.search(r"\bSET_F(32|64)\(", row.text) else ""
        info += ", .reads_upper = true" if re.search(r"\bQ\(", row.text) else ""
        written = set(re.findall(r"\bSET_(Q|B|H|S|D|F32|F64)\(", row.text))
        info += ", .writes_low = true" if written and written <= {"D", "F64"} else ""
        special = slot(row, extra) if extra else ("CONSTANT", 0, 0)
        entries.append(
            f'    [{row.op}] = {{{{"{row.name}", .kind = A64_{row.kind.upper()}{info}}}, {flags}, {row.mask:#010x}, '
            f'{row.value:#010x}, {cases["where"].add(where_body(row))}, '
            f'{cases["let"].add(let_body(row))}, {slot_pool.add(template.slots)}, {use_pool.add(uses)}, '
            f'{use_pool.add(let_uses)}, {len(uses)}, {len(let_uses)}, {sum(w and not v for _, _, _, w, v, _ in uses)}, '
            f'{slot_c(special)},\n     "{text}"}},\n')
    tree = Tree(rows)
    out = HEADER + '#include "a64/row.h"\n\n'
    out += "const struct a64_row a64_rows[A64_OPS] = {\n"
    out += '    [A64_OP_NONE] = {.info = {"none", .kind = A64_TRAP}, .text = ""},\n'
    out += "".join(entries) + "};\n"
    out += array("struct a64_slot", "a64_slots", map(slot_c, slot_pool.items or [("PC", 0, 0)]), 4)
    out += array("struct a64_use", "a64_uses",
                 ("{" + ", ".join(str(int(fact)) for fact in use) + "}" for use in use_pool.items), 6)
    out += array("struct a64_node", "a64_nodes", (f"{{{s}, {w}, {f}}}" for s, w, f in tree.nodes), 6)
    out += array("uint16_t", "a64_links", tree.links)
    out += array("uint16_t", "a64_leaves", (i + 1 for i in tree.leaves))
    return out


def slot_c(s):
    return f"{{A64_SLOT_{s[0]}, {s[1]}, {s[2]}}}"


def lets_c(cases):
    out = HEADER + '#include "a64/decode_ops.h"\n#include "a64/row.h"\n\n'
    out += "bool a64_row_where(unsigned number, uint32_t word) {\n    switch (number) {\n"
    out += "".join(cases["where"].lines())
    out += "    }\n    (void)word;\n    return true;\n}\n\n"
    out += "void a64_row_lets(unsigned number, uint32_t word, uint64_t pc, uint64_t *let) {\n"
    out += "    switch (number) {\n" + "".join(cases["let"].lines())
    return out + "    }\n    (void)word, (void)pc, (void)let;\n}\n"


ARGUMENTS = "struct a64_state *s, uint64_t pc, uint64_t end, uint32_t word"


def interp_h(rows):
    out = HEADER + '#include "a64/row.h"\n\n'
    return out + "".join(f"a64_interp_function a64_do_{r.name};\n" for r in rows)


def interp_table(rows):
    out = HEADER + '#include "a64/interp.h"\n\n'
    out += "a64_interp_function *const a64_interp[A64_OPS] = {\n    [A64_OP_NONE] = a64_do_none,\n"
    return out + "".join(f"    [{r.op}] = a64_do_{r.name},\n" for r in rows) + "};\n"


def interp_end(row):
    """How the function of a row comes to its end: by the next one's call, or back to who called."""
    went = "        return a64_went({}, pc, A64_" + row.kind.upper() + ");\n"
    if row.kind == "plain":
        return "        A64_GO_ON();\n"
    if row.kind == "branch_cond":
        return f"        if (!({row.text}))\n            A64_GO_ON();\n" + went.format("target")
    if row.kind in ("call", "call_reg"):
        return "        SET_X(30, pc + 4);\n" + went.format("target")
    if row.kind in ("branch_reg", "ret"):
        return went.format(f"X({row.register})")
    return went.format("s->pc" if row.kind in ("svc", "trap") else "target")


def interp_body(row, constants):
    """The statements; a field that is in `constants` has that value."""
    text = row.text.replace(TWIN, "a64_")
    fields, lets = used_names(row, [text, row.register or "", row.target or ""])
    body = "".join(f"        const uint64_t {n} = {constants[n]};\n" for n in fields if n in constants)
    body += "".join(field_lines(row, [n for n in fields if n not in constants]))
    body += "".join(f"        const uint64_t {n} = {row.lets[n]};\n" for n in lets)
    if row.kind == "svc":
        body += "        s->pc = pc + 4;\n"
    if row.kind == "call_reg":
        body += f"        const uint64_t target = X({row.register});\n"
    elif text and row.kind != "branch_cond":
        body += f"        {text}\n"
    return re.sub("^    ", "", body + interp_end(row), flags=re.M)


def interp_function(row):
    """The form for 64 and the one for 128 bits of vector rows are apart: most of what they compute
    with the width is done by the compiler then."""
    body = interp_body(row, {})
    if row.fields.get("q", (0, 0))[1] == 1 and re.search(r"\bconst uint64_t q =", body):
        body = (f"    if (word >> {row.fields['q'][0]} & 1) {{\n{interp_body(row, {'q': 1})}    }} else {{\n"
                f"{interp_body(row, {'q': 0})}    }}\n")
    return (f"A64_INSTRUCTION a64_do_{row.name}({ARGUMENTS}) {{\n"
            "    (void)s, (void)word, (void)pc, (void)end;\n" + body + "}\n")


def interp_c(rows):
    out = HEADER + '#include "a64/decode_cache.h"\n#include "a64/decode_ops.h"\n'
    out += '#include "a64/interp.h"\n#include "a64/interp_ops.h"\n\n'
    return out + "\n".join(interp_function(r) for r in rows)


def write(path, text):
    """Leaves the file alone where it is right already, so that nothing is compiled again."""
    if os.path.exists(path):
        with open(path, encoding="utf-8") as f:
            if f.read() == text:
                return
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)


def files(paths):
    """The generated files by name."""
    rows = load(paths)
    cases = {"where": Cases(), "let": Cases()}
    result = {"ops.h": ops_h(rows), "rows.c": rows_c(rows, cases), "interp.h": interp_h(rows),
              "lets.c": lets_c(cases), "interp.c": interp_table(rows)}
    for path in paths:
        table = os.path.basename(path).rsplit(".", 1)[0]
        result[f"interp_{table}.c"] = interp_c([r for r in rows if r.table == table])
    return result


def main(arguments):
    target, paths = arguments[0], arguments[1:]
    if target == "--holes":
        sys.stdout.write(holes.report(load(paths)))
        return
    for name, text in files(paths).items():
        if target != "--check":
            write(os.path.join(target, name), text)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except TableError as error:
        sys.exit(str(error))
