#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes isa_names.h, isa_table.c and translate_table.c of the tables of Maxwell instructions.

usage: generate.py FOLDER TABLE..."""
import os
import re
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import rows as tables

LICENCE = "/* SPDX-License-Identifier: MIT */\n/* Made by gpu/shader/isa/generate.py. */\n"
SIGNS = (("-", "negate"), ("|", "absolute"), ("~", "invert"), ("!", "invert"))


def identifier(text):
    return re.sub(r"\W", "_", text).upper()


def enum(name, entries, last=None):
    lines = [f"enum {name} {{"] + [f"    {e}," for e in entries] + ([f"    {last},"] if last else [])
    return "\n".join(lines + ["};", ""])


def unique(values):
    return list(dict.fromkeys(values))


def slots(rows, operands):
    return unique(i.slot for r in rows for i in r.items if (i.kind not in ("MODIFIER", "NAME")) == operands)


def header(names, rows):
    out = [LICENCE + "#ifndef WINDLASS_GPU_SHADER_ISA_NAMES_H\n#define WINDLASS_GPU_SHADER_ISA_NAMES_H\n"]
    out.append("/* What the rows of one class have in common is what they do. */\n" +
               enum("isa_class", [f"ISA_{identifier(f)}" for f in unique(r.family for r in rows)], "ISA_CLASSES"))
    out.append("/* Where modifiers and operands are in a struct isa_instruction. */\n" +
               enum("isa_modifier", [f"ISA_MOD_{identifier(s)}" for s in slots(rows, False)], "ISA_MODIFIERS"))
    out.append(enum("isa_role", [f"ISA_ARG_{r}" for r in tables.ROLES], "ISA_ROLES"))
    out.append(enum("isa_row_number", [f"ISA_ROW_{identifier(r.name)}" for r in rows], "ISA_ROWS"))
    for n in names.values():
        if n.values != ["", n.name.upper()]:
            out.append(enum(f"isa_{n.name}", [f"ISA_{identifier(n.name)}_{identifier(v or 'none')} = {i}"
                                              for i, v in enumerate(n.values) if v is not None]))
    return "\n".join(out) + "\n#endif\n"


def item_text(item, order):
    fields = [f"ISA_{item.kind}"]
    if item.names:
        fields += [f"ISA_MOD_{identifier(item.slot)}", f".set = {order[item.names]}"]
    else:
        fields.append(f"ISA_ARG_{item.slot}")
    fields.append(".part = {" + ", ".join(f"{{{at}, {width}}}" for at, width in item.parts) + "}")
    fields += [f".{name} = {item.signs[s]}" for s, name in SIGNS if s in item.signs]
    fields += [f".shift = {item.shift}"] if item.shift else []
    fields += [f".{name} = true" for name in ("flip", "optional") if getattr(item, name)]
    fields += [".indexed = true"] if item.register else []
    fields += [f".normal = {item.normal}"] if item.normal else []
    return "{" + ", ".join(fields) + "},"


def names_text(names):
    out = []
    for n in names.values():
        values = ", ".join("NULL" if v is None else f'"{v}"' for v in n.values)
        out.append(f"static const char *const names_{n.name}[] = {{{values}}};")
    out.append("const struct isa_set isa_sets[] = {")
    for n in names.values():
        silent = n.values.index("") if "" in n.values else -1
        out.append(f"    {{names_{n.name}, {len(n.values)}, {silent}}},")
    return "\n".join(out + ["};", ""])


def rows_text(rows, order):
    items, out = [], []
    for r in rows:
        out.append(f'    {{"{r.name}", "{r.mnemonic}", 0x{r.mask:016x}, 0x{r.value:016x}, 0x{r.used:016x}, '
                   f"{len(items)}, {len(r.items)}, ISA_{identifier(r.family)}, "
                   f"{'true' if r.guard else 'false'}, ISA_{r.status.upper()}}},")
        items += r.items
    return ("const struct isa_item isa_items[] = {\n" +
            "\n".join("    " + item_text(i, order) for i in items) + "\n};\n\n" +
            "const struct isa_row isa_rows[ISA_ROWS] = {\n" + "\n".join(out) + "\n};\n")


def index_text(rows):
    """For each top byte of a word the rows that may match, those that are over others first."""
    starts, found = [], []
    for byte in range(256):
        starts.append(len(found))
        fitting = [i for i, r in enumerate(rows) if not (byte << 56 ^ r.value) & r.mask & 0xff << 56]
        found += sorted(fitting, key=lambda i: not rows[i].over)
    starts.append(len(found))
    return (f"const uint16_t isa_first[257] = {{{', '.join(map(str, starts))}}};\n"
            f"const uint16_t isa_candidates[] = {{{', '.join(map(str, found))}}};\n")


def handlers_text(rows):
    """The translator's dispatch: classes with a handler, and how their guard is kept."""
    rows = {r.family: r for r in rows if r.status == "translated"}
    handlers = {c: "nothing" if r.quiet else c for c, r in rows.items()}
    return "\n".join([LICENCE + '#include "gpu/shader/translate/translator.h"\n'] +
                     [f"translate_handler translate_{h};" for h in unique(handlers.values())] +
                     ["", "const struct translate_entry translate_table[ISA_CLASSES] = {"] +
                     [f"    [ISA_{identifier(c)}] = {{translate_{h}, {'true' if rows[c].branches else 'false'}}},"
                      for c, h in handlers.items()] + ["};", ""])


def main(folder, paths):
    try:
        names, rows = tables.read_tables(paths)
    except tables.TableError as e:
        sys.exit(str(e))
    order = {n: i for i, n in enumerate(names)}
    source = "\n".join([LICENCE + '#include "gpu/shader/isa.h"\n\n#include <stddef.h>\n', names_text(names),
                        rows_text(rows, order), index_text(rows)])
    for name, text in (("isa_names.h", header(names, rows)), ("isa_table.c", source),
                       ("translate_table.c", handlers_text(rows))):
        with open(os.path.join(folder, name), "w", encoding="utf-8") as f:
            f.write(text)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
