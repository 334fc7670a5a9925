# SPDX-License-Identifier: MIT
"""Reads the instruction tables: text of *.tbl -> list of Row, every mistake a TableError.

The form of a row is described in docs/a64.md."""
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../base"))
from table_text import TableError, combinations, parse_alternatives, read_blocks, substitute

KINDS = ("plain", "branch", "branch_cond", "call", "branch_reg", "call_reg", "ret", "svc", "trap")

# Macros whose first argument is a register number. Role: what the macro does with the register;
# the names are those of enum a64_use_role.
REGISTER_MACROS = {
    **dict.fromkeys(("X", "W"), "X_READ"),
    **dict.fromkeys(("XSP", "WSP"), "XSP_READ"),
    **dict.fromkeys(("SET_X", "SET_W"), "X_WRITE"),
    **dict.fromkeys(("SET_XSP", "SET_WSP"), "XSP_WRITE"),
    **dict.fromkeys(("Q", "B", "H", "S", "D", "F32", "F64"), "V_READ"),
    **dict.fromkeys(("SET_Q", "SET_B", "SET_H", "SET_S", "SET_D", "SET_F32", "SET_F64"), "V_WRITE"),
}
WIDTHS = ("8", "16", "32", "64", "128")
LOADS = {f"{m}{w}" for m in ("LOAD", "LOAD_ACQUIRE", "LOAD_EXCLUSIVE") for w in WIDTHS}
LOADS |= {"LOAD_F32", "LOAD_F64"}
STORES = {f"{m}{w}" for m in ("STORE", "STORE_RELEASE", "STORE_EXCLUSIVE") for w in WIDTHS}
# Macros by the flag of a row that their use sets.
FLAG_MACROS = {
    "READS_MEMORY": LOADS | {f"STORE_EXCLUSIVE{w}" for w in WIDTHS} | {"ZERO_BLOCK"},
    "WRITES_MEMORY": STORES | {f"LOAD_EXCLUSIVE{w}" for w in WIDTHS} | {"ZERO_BLOCK"},
    "EXCLUSIVE": {m for m in LOADS | STORES if "EXCLUSIVE" in m} | {"CLEAR_EXCLUSIVE"},
    "NZCV_READ": {"FLAG_N", "FLAG_Z", "FLAG_C", "FLAG_V", "COND"},
    "NZCV_WRITTEN": {"SET_NZCV"},
    "FPCR_READ": {"FPCR", "FP"},
    "FPSR_WRITTEN": {"SET_FPSR", "FP", "STATUS"},
}
OTHER_MACROS = {"SYSTEM", "FPSR", "SET_FPCR", "FENCE", "ORDER", "NEEDS_MODES", "NEEDS_STATUS"}
MACROS = set(REGISTER_MACROS) | OTHER_MACROS | set().union(*FLAG_MACROS.values())
# Macros whose first argument must be a bare number in emitted text.
BARE_MACROS = set(REGISTER_MACROS) | {"COND"}
# `flags` words of a row, for what macros do not show.
ROW_FLAGS = {"system": ["SYSTEM"], "exclusive": ["EXCLUSIVE"],
             "memory": ["READS_MEMORY", "WRITES_MEMORY"]}

TYPE = re.compile(r"u?int(8|16|32|64)_t$|a64_[a-z0-9_]+$|unsigned$|int$|float$|double$|bool$|"
                  r"__int128$|_Float16$|_Bool$")
C_WORDS = {"const", "if", "else", "for", "while", "do", "return", "sizeof", "struct", "env", "true",
           "false", "char"}
RESERVED = {"s", "word", "pc"} | C_WORDS
TOKEN = re.compile(r"\s+|0[xX][0-9a-fA-F]+\w*|[0-9][\w.]*|[A-Za-z_]\w*|->|.")


# Names of functions that stand in the text for two, see docs/a64.md.
TWIN = "a64_twin_"
FLOAT_WIDTHS = {"none": 0, "8": 0, "16": 0, "32": 32, "64": 64}


class Row:
    """One opcode: a row of a table after its `each` lines have been applied."""

    def __init__(self, where, table, name):
        self.where = where  # "int.tbl:12", for messages
        self.table, self.name = table, name
        self.mask = self.value = 0
        self.fields = {}  # name -> (shift, width)
        self.lets = {}  # name -> expression, in order
        self.conditions = []
        self.kind = "plain"
        self.flags = set()
        self.over = []
        self.text = ""
        self.target = self.register = None
        self.uses = []  # (role, operand)
        self.floats = (0, 0)  # width of the lanes that it reads and writes as floats; 0: others

    def fail(self, message):
        raise TableError(f"{self.where}: {self.name}: {message}")

    @property
    def op(self):
        return "A64_OP_" + self.name.upper()


def tokens(text):
    return TOKEN.findall(text)


def is_name(token):
    return re.match(r"[A-Za-z_]\w*$", token) is not None


# ---- reading ----

def parse_bits(row, words):
    position = 32
    for word in words:
        name, colon, width = word.partition(":")
        if colon:
            if not width.isdigit() or not int(width):
                row.fail(f"bad field '{word}'")
            position -= int(width)
            if name == "_":
                continue
            if not is_name(name) or name in RESERVED or name.isupper():
                row.fail(f"'{name}' cannot be the name of a field")
            if name in row.fields:
                row.fail(f"field {name} stands twice")
            row.fields[name] = (position, int(width))
        elif set(word) <= {"0", "1"}:
            for bit in word:
                position -= 1
                row.mask |= 1 << max(position, 0)
                row.value |= int(bit) << max(position, 0)
        else:
            row.fail(f"'{word}' is neither bits nor field:width")
    if position:
        row.fail(f"has {32 - position} bits, not 32")


def parse_row(where, table, header, lines, keys):
    words = substitute(header, keys, where).split()
    row = Row(where, table, words[0])
    if not re.match(r"[a-z][a-z0-9_]*$", row.name):
        row.fail("names are lower case letters, digits and _")
    parse_bits(row, words[1:])
    statements = []
    for keyword, rest in lines:
        rest = substitute(rest, keys, where).strip()
        if keyword == "each":
            continue
        if not rest:
            row.fail(f"nothing behind '{keyword}'")
        if keyword == "let":
            name, equal, expression = (p.strip() for p in rest.partition("="))
            if not equal or not is_name(name):
                row.fail(f"let needs NAME = EXPR: '{rest}'")
            if name in row.fields or name in row.lets or name in RESERVED:
                row.fail(f"let {name}: the name is taken")
            check_names(row, expression, ())
            row.lets[name] = expression
        elif keyword == "where":
            check_names(row, rest, row.lets)
            row.conditions.append(rest)
        elif keyword == "kind":
            if rest not in KINDS:
                row.fail(f"unknown kind '{rest}'")
            row.kind = rest
        elif keyword == "flags":
            for flag in rest.split():
                if flag not in ROW_FLAGS:
                    row.fail(f"unknown flag '{flag}'")
                row.flags.update(ROW_FLAGS[flag])
        elif keyword == "float":
            widths = rest.split()
            if not 1 <= len(widths) <= 2 or not set(widths) <= FLOAT_WIDTHS.keys():
                row.fail(f"float takes one or two of {', '.join(FLOAT_WIDTHS)}: '{rest}'")
            row.floats = (FLOAT_WIDTHS[widths[0]], FLOAT_WIDTHS[widths[-1]])
        elif keyword == "over":
            row.over += rest.split()
        elif keyword in ("do", "cond"):
            statements.append(rest)
        elif keyword == "target":
            check_names(row, rest, ())
            row.lets["target"] = rest
            row.target = "target"
        elif keyword == "register":
            row.register = rest
        else:
            row.fail(f"unknown line '{keyword}'")
    finish_text(row, statements)
    return row


def parse(text, table):
    rows, sets = [], {}
    for number, header, lines in read_blocks(text, table):
        where = f"{table}:{number}"
        if header.startswith("set "):
            name = header.split()[1]
            if len(header.split()) != 2 or [k for k, _ in lines] != ["each"] or name in sets:
                raise TableError(f"{where}: a set is 'set NAME' with one each line, once")
            sets[name] = parse_alternatives(lines[0][1], sets, where)
            continue
        for keys in combinations(lines, sets, where):
            rows.append(parse_row(where, table.rsplit(".", 1)[0], header, lines, keys))
    return rows


# ---- checks and what is known from the text ----

def check_names(row, expression, forbidden):
    """An expression of where, let or target: fields, earlier lets, pc and functions."""
    for token in tokens(expression):
        if not is_name(token) or token in C_WORDS or TYPE.match(token):
            continue
        if token in forbidden or not (token in row.fields or token in row.lets or token == "pc"):
            row.fail(f"unknown name '{token}' in '{expression}'")


def finish_text(row, statements):
    """Joins the do lines and finds registers, flags and locals in them."""
    needs_register = row.kind in ("branch_reg", "call_reg", "ret")
    needs_target = row.kind in ("branch", "branch_cond", "call")
    if needs_register != (row.register is not None) or needs_target != (row.target is not None):
        wanted = "register" if needs_register else "target" if needs_target else "neither of both"
        row.fail(f"kind {row.kind} needs of register and target: {wanted}")
    if row.register:
        if row.register not in row.fields:
            row.fail(f"register {row.register} is no field")
        row.uses.append(("X_READ", row.register))
    if row.kind in ("call", "call_reg"):
        row.uses.append(("X_WRITE", "30"))
    if not statements:
        if row.kind in ("plain", "branch_cond", "svc", "trap"):
            row.fail("has no text")
        return
    row.text = " ".join(statements)
    if row.kind != "branch_cond" and row.text[-1] not in ";}":
        row.text += ";"
    words = [t for t in tokens(row.text) if not t.isspace()]
    if any(w.startswith(TWIN) for w in words) and 0 in row.floats:
        row.fail(f"{TWIN} without the width of its floats")
    local = find_locals(row, words)
    for i, word in enumerate(words):
        previous = words[i - 1] if i else ""
        following = words[i + 1] if i + 1 < len(words) else ""
        if not is_name(word) or word in C_WORDS or TYPE.match(word) or previous in (".", "->"):
            continue
        if re.match(r"[A-Z]", word):
            check_macro(row, words, i)
        elif word in ("pc", "word"):
            pass
        elif not (word in row.fields or word in row.lets or word in local
                  or word.startswith("__builtin_")):
            row.fail(f"unknown name '{word}'{' (function names begin with a64_)' * (following == '(')}")
    if local and row.kind != "branch_cond":
        row.text = "{ " + row.text + " }"


def find_locals(row, words):
    """Names declared in the text: after a type, or after a comma of the same declaration."""
    local = set()
    declaring, depth = False, 0
    for i, word in enumerate(words):
        if word in "([{" or word in ")]}":
            depth += 1 if word in "([{" else -1
        if word == ";":
            declaring = False
        if not is_name(word) or not i:
            continue
        starts = TYPE.match(words[i - 1]) and words[i + 1] in ("=", ";", "[", ",")
        if starts:
            declaring, level = True, depth
        if starts or (declaring and words[i - 1] == "," and depth == level):
            if word in row.fields or word in row.lets or word in RESERVED:
                row.fail(f"local {word}: the name is taken")
            local.add(word)
    return local


def check_flags(row, words, i):
    """An argument of SET_NZCV reads no flag but its own: lifted code sets them one after the other,
    and may leave any of them out."""
    own, depth = 0, 0
    for word in words[i + 1:]:
        depth += word in "([{"
        depth -= word in ")]}"
        if not depth:
            break
        own += word == "," and depth == 1
        if word == "COND" or (word.startswith("FLAG_") and word != "FLAG_" + "NZCV"[min(own, 3)]):
            row.fail(f"an argument of SET_NZCV reads {word}")


def check_macro(row, words, i):
    word = words[i]
    if word not in MACROS:
        row.fail(f"unknown macro '{word}'")
    for flag, macros in FLAG_MACROS.items():
        if word in macros:
            row.flags.add(flag)
    if word == "SET_NZCV":
        check_flags(row, words, i)
    if word not in BARE_MACROS:
        return
    argument = words[i + 2]
    simple = words[i + 1] == "(" and words[i + 3] in ",)"
    if not simple or not (argument in row.fields or argument in row.lets or argument.isdigit()):
        row.fail(f"the first argument of {word} must be one field, let or number")
    if word in REGISTER_MACROS:
        use = (REGISTER_MACROS[word], argument)
        if use not in row.uses:
            row.uses.append(use)


def python_conditions(row, functions):
    """The conditions as (code, field places) for eval; without those that call other functions."""
    for text in row.conditions:
        python = re.sub(r"!(?!=)", " not ", text.replace("&&", " and ").replace("||", " or "))
        called = set(re.findall(r"([A-Za-z_]\w*)\s*\(", python)) - {"and", "or", "not"}
        if called <= set(functions):
            yield (compile(python.strip(), row.where, "eval"),
                   {t: row.fields[t] for t in tokens(text) if t in row.fields})


def field_values(word, fields):
    return {name: word >> shift & ((1 << width) - 1) for name, (shift, width) in fields.items()}


def both_match(a, b):
    """Is there a word that matches both rows? Conditions that this cannot work out count as true."""
    fixed = a.mask | b.mask
    if (a.value ^ b.value) & a.mask & b.mask:
        return False
    conditions = [c for row in (a, b) for c in python_conditions(row, {})]
    bits = 0
    for _, fields in conditions:
        for shift, width in fields.values():
            bits |= ((1 << width) - 1) << shift
    free = [b for b in range(32) if (bits & ~fixed) >> b & 1]
    if not conditions or len(free) > 14:
        return True
    base = a.value | b.value
    for choice in range(1 << len(free)):
        word = base
        for i, bit in enumerate(free):
            word |= (choice >> i & 1) << bit
        if all(eval(code, {}, field_values(word, fields)) for code, fields in conditions):
            return True
    return False


def check_names_unique(rows):
    seen = {}
    for row in rows:
        if row.name in seen:
            row.fail(f"the name is taken by {seen[row.name].where}")
        seen[row.name] = row
    for row in rows:
        for name in row.over:
            if name not in seen:
                row.fail(f"over {name}: there is no such row")
