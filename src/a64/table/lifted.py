# SPDX-License-Identifier: MIT
"""The text of a row as lifted code has it: registers and flags are the names of C locals, and what
only the word tells is a place that is filled when an instruction is printed (row.h lists them). A
macro fewer is less for the compiler to expand, and a place knows of register 31, of a shift by
nothing and of flags that nobody reads."""
import re

from rows import BARE_MACROS, TWIN, is_name, tokens

READ = {"X": "$x", "W": "$w", "XSP": "$b", "WSP": "$c"}
WRITTEN = {"SET_X": "$X", "SET_W": "$W", "SET_XSP": "$B", "SET_WSP": "$C"}
VECTOR = {"Q": "q{}", "D": "q{}[0]", "S": "((a64_vu32)q{})[0]", "H": "((a64_vu16)q{})[0]",
          "B": "((a64_vu8)q{})[0]", "F32": "((a64_vf32)q{})[0]", "F64": "((a64_vf64)q{})[0]"}
FLAGS = {"fn": 8, "fz": 4, "fc": 2, "fv": 1}
NAMES = {"FLAG_N": "fn", "FLAG_Z": "fz", "FLAG_C": "fc", "FLAG_V": "fv"}
# What a row does beside writing the register: it is printed for register 31, too.
EFFECTS = {"READS_MEMORY", "WRITES_MEMORY", "EXCLUSIVE", "SYSTEM", "FPCR_READ", "FPSR_WRITTEN"}
SLOT_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def arguments(words, at):
    """Those of the call whose "(" stands at `at`, and what is behind its ")"."""
    found, depth = [[]], 0
    for i in range(at, len(words)):
        word = words[i]
        depth += (word in "([{") - (word in ")]}")
        if not depth:
            return found, i + 1
        if word == "," and depth == 1:
            found.append([])
        elif i > at:
            found[-1].append(word)
    raise AssertionError("rows.py checked that macros are closed")


class Template:
    """slot(row, name) gives a number that is known at decode time; the text uses self.slots."""

    def __init__(self, row, slot):
        self.row, self.slot, self.slots = row, slot, []
        text = self.convert(tokens(row.text))
        # Only where nothing behind it binds stronger.
        text = re.sub(r" << \$v(\w)(?=[),;]|$)", r"$s\1", text)
        self.text = re.sub(r" \+ \$v(\w)(?=[),;]|$)", r"$a\1", text)

    def place(self, name):
        s = self.slot(self.row, name)
        if s not in self.slots:
            self.slots.append(s)
        return SLOT_DIGITS[self.slots.index(s)]

    def is_known(self, words, i):
        return words[i] in self.row.fields or words[i] in self.row.lets or words[i] in ("pc", "word")

    def written(self, macro, values):
        (register,), value = values[0], self.convert(values[1]).strip()
        place = self.place(register)
        text = f"{WRITTEN[macro]}{place}({value})"
        kept = macro in ("SET_XSP", "SET_WSP") or EFFECTS & self.row.flags
        return text if kept else f"$z{place}{text}$e"

    def macro(self, word, values):
        """None: it stays one."""
        if word == "SET_NZCV":
            return "".join(f"$f{FLAGS[flag]}{flag} = {self.convert(value).strip()}$e"
                           for flag, value in zip(FLAGS, values))
        if word in READ:
            return READ[word] + self.place(values[0][0])
        if word in VECTOR:
            return VECTOR[word].format("$r" + self.place(values[0][0]))
        if word == "COND":
            return "$i" + self.place(values[0][0])
        if word == "SET_Q":
            return f"q$r{self.place(values[0][0])} = (a64_v2u64)({self.convert(values[1]).strip()})"
        return self.written(word, values) if word in WRITTEN else None

    def convert(self, words):
        out, i = [], 0
        while i < len(words):
            word, text = words[i], None
            if i + 1 < len(words) and words[i + 1] == "(":
                values, behind = arguments(words, i + 1)
                text = self.macro(word, values)
            if text is not None:
                out.append(text)
                i = behind
                continue
            if is_name(word) and self.is_known(words, i) and not (i and words[i - 1] in (".", "->")):
                bare = i > 1 and words[i - 1] == "(" and words[i - 2] in BARE_MACROS
                out.append(("$r" if bare else "$v") + self.place(word))
            else:
                out.append(NAMES.get(word, word.replace(TWIN, "a64_$h")))
            i += 1
        return "".join(out)
