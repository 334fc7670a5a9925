# SPDX-License-Identifier: MIT
"""Assembles macros for the GPU's macro processor into a C header: assemble.py OUT METHODS FILE...

Instructions are those of envytools' documentation of the processor; src/gpu/command/macro.c runs
them. A line is a label (`again:`), or an instruction, `#` begins a comment:

    r3 = EXPR                    a register gets a result
    fetch r3                     ... the next word of the call; r1 has the first one
    send EXPR [-> r3]            the result is sent to the method that is next
    send EXPR, fetch r3
    to EXPR [-> r3]              the result says which method is next
    to EXPR, fetch r3
    to EXPR, send fetch [-> r3]  ... and the next word is sent there
    to EXPR, send high [-> r3]   ... and so are the result's bits 12 to 17 (0 where there is no step)
    if r3 goto LABEL [now]       where r3 is not 0; `unless`: where it is 0. The next instruction
                                 runs in any case, unless it says `now`
    nop

EXPR is a number, a register, `r3 + 4`, `r3 + r4` (- & | ^), `r3 << 2`, `r3 >> 2`, `read PLACE`,
`read r3 + PLACE`, `field(r3, FROM, WIDTH)`, `insert(r4, r3, FROM, WIDTH, TO)` (the field into a
copy of r4). Numbers are sums of numbers and methods' names; `NAME step 1` goes on to the next
method after each word. `last` before an instruction: the next one is the last that runs, unless this
one branches."""
import ast
import os
import re
import sys

ADD_IMMEDIATE, INSERT, READ, BRANCH = 1, 2, 5, 7
ALU = {"+": 0, "-": 2, "^": 8, "|": 9, "&": 10}
(FETCH, MOVE, MOVE_METHOD, FETCH_SEND, MOVE_SEND, FETCH_METHOD, MOVE_METHOD_FETCH_SEND,
 MOVE_METHOD_SEND) = range(8)
REGISTER = r"r([0-7])"


class Wrong(Exception):
    pass


def number(text, names):
    """A sum or product of numbers and names."""
    def value(node):
        if isinstance(node, ast.Constant) and isinstance(node.value, int):
            return node.value
        if isinstance(node, ast.Name) and node.id in names:
            return names[node.id]
        if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub, ast.Mult, ast.LShift, ast.BitOr)):
            left, right = value(node.left), value(node.right)
            return {ast.Add: left + right, ast.Sub: left - right, ast.Mult: left * right,
                    ast.LShift: left << max(right, 0), ast.BitOr: left | right}[type(node.op)]
        raise Wrong(f"{text!r} is no number, nor a method's name")
    text = re.sub(r"\bstep\s+(\w+)", r"+ \1 * 0x1000", text)
    try:
        return value(ast.parse(text.strip(), mode="eval").body)
    except SyntaxError:
        raise Wrong(f"{text!r} is no number")


def immediate(value):
    if not -0x20000 <= value < 0x40000:
        raise Wrong(f"{value:#x} has more than 18 bits")
    return (value & 0x3ffff) << 14


def bits(a, b, start, width, to):
    if not (0 <= start < 32 and 0 < width < 32 and 0 <= to < 32):
        raise Wrong("a field has 1 to 31 bits in a word of 32")
    return INSERT | a << 11 | b << 14 | start << 17 | width << 22 | to << 27


def expression(text, names):
    """The word of an instruction whose result this is, without what becomes of it."""
    text = text.strip()
    if m := re.fullmatch(REGISTER, text):
        return ADD_IMMEDIATE | int(m[1]) << 11
    if m := re.fullmatch(REGISTER + r"\s*([-+&|^])\s*" + REGISTER, text):
        return int(m[1]) << 11 | int(m[3]) << 14 | ALU[m[2]] << 17
    if m := re.fullmatch(REGISTER + r"\s*(<<|>>)\s*(\d+)", text):
        by = int(m[3])
        return bits(0, int(m[1]), 0, 32 - by, by) if m[2] == "<<" else bits(0, int(m[1]), by, 32 - by, 0)
    if m := re.fullmatch(r"field\(\s*" + REGISTER + r"\s*,(.*),(.*)\)", text):
        return bits(0, int(m[1]), number(m[2], names), number(m[3], names), 0)
    if m := re.fullmatch(r"insert\(\s*" + REGISTER + r"\s*,\s*" + REGISTER + r"\s*,(.*),(.*),(.*)\)", text):
        return bits(int(m[1]), int(m[2]), *(number(m[i], names) for i in (3, 4, 5)))
    if m := re.fullmatch(r"read\s+(?:" + REGISTER + r"\s*\+)?(.*)", text):
        return READ | int(m[1] or 0) << 11 | immediate(number(m[2], names))
    if m := re.fullmatch(REGISTER + r"\s*([-+])(.*)", text):
        value = number(m[3], names)
        return ADD_IMMEDIATE | int(m[1]) << 11 | immediate(-value if m[2] == "-" else value)
    return ADD_IMMEDIATE | immediate(number(text, names))


def assigned(text, names):
    """An instruction with a result."""
    def done(how, register, result):
        return expression(result, names) | how << 4 | int(register or 0) << 8
    if text == "nop":
        return done(MOVE, 0, "0")
    if m := re.fullmatch(r"fetch\s+" + REGISTER, text):
        return done(FETCH, m[1], "0")
    for word, fetch, move in (("send", FETCH_SEND, MOVE_SEND), ("to", FETCH_METHOD, MOVE_METHOD)):
        if m := re.fullmatch(word + r"\s+(.*),\s*fetch\s+" + REGISTER, text):
            return done(fetch, m[2], m[1])
        if m := re.fullmatch(r"to\s+(.*),\s*send\s+(fetch|high)(?:\s*->\s*" + REGISTER + ")?", text):
            return done(MOVE_METHOD_FETCH_SEND if m[2] == "fetch" else MOVE_METHOD_SEND, m[3], m[1])
        if m := re.fullmatch(word + r"\s+(.*?)(?:\s*->\s*" + REGISTER + ")?", text):
            return done(move, m[2], m[1])
    if m := re.fullmatch(REGISTER + r"\s*=(.*)", text):
        return done(MOVE, m[1], m[2])
    raise Wrong(f"{text!r} is no instruction")


def branch(text, at, labels):
    m = re.fullmatch(r"(if|unless)\s+" + REGISTER + r"\s+goto\s+(\w+)(\s+now)?", text)
    if not m:
        return None
    if m[3] not in labels:
        raise Wrong(f"there is no label {m[3]!r}")
    return (BRANCH | (m[1] == "if") << 4 | bool(m[4]) << 5 | int(m[2]) << 11
            | immediate(labels[m[3]] - at))


def lines(path):
    with open(path, encoding="utf-8") as f:
        for n, line in enumerate(f, 1):
            line = line.split("#")[0].strip()
            if line:
                yield n, line


def assemble(path, names):
    """The words of one macro; where it lies does not matter to them."""
    labels, code = {}, []
    for n, line in lines(path):
        if m := re.fullmatch(r"(\w+):", line):
            labels[m[1]] = len(code)
        else:
            code.append((n, line))
    words = []
    for at, (n, line) in enumerate(code):
        last = line.startswith("last ")
        text = line[len("last "):].strip() if last else line
        try:
            word = branch(text, at, labels)
            words.append((assigned(text, names) if word is None else word) | last << 7)
        except Wrong as e:
            sys.exit(f"{path}:{n}: {e}")
    return words


def main():
    out, methods, *paths = sys.argv[1:]
    names = {}
    for n, line in lines(methods):
        name, value = line.split()
        names[name] = int(value, 16) // 4
    code, starts = [], []
    for path in paths:
        starts.append((os.path.splitext(os.path.basename(path))[0].upper(), len(code)))
        code += assemble(path, names)
    with open(out, "w", encoding="utf-8") as f:
        f.write("/* Made by macro/assemble.py. */\n#include \"deko3d/macro/macros.h\"\n\n")
        f.write("static const uint32_t macro_code[] = {\n")
        for i in range(0, len(code), 8):
            f.write("    " + " ".join(f"0x{w:08x}," for w in code[i:i + 8]) + "\n")
        f.write("};\nstatic const uint16_t macro_starts[MACROS] = {\n")
        f.write("".join(f"    [MACRO_{name}] = {at},\n" for name, at in starts) + "};\n")


main()
