# SPDX-License-Identifier: MIT
"""What a compiler says of its own jump tables, read from its assembly text.

Local labels are renamed, so that the assembler keeps them and names are unique in the whole link; and
each BR gets a label. Then a table is: its label, the labels of its entries, and what they count from;
the linked file's symbol table gives the addresses."""
import collections
import re

# label: of the table; size: bytes an entry; base: label that entries count from, None for pointers.
Table = collections.namedtuple("Table", "label size base targets")
# label: of the BR; tail: it is a call in tail position, by the word of the compiler.
Branch = collections.namedtuple("Branch", "label tail")

SIZES = {"byte": 1, "2byte": 2, "hword": 2, "half": 2, "short": 2, "4byte": 4, "word": 4, "long": 4,
         "8byte": 8, "xword": 8, "quad": 8}
LABEL = re.compile(r"^([A-Za-z_$.][\w$.]*):")
DIRECTIVE = re.compile(r"^\s+\.(\w+)(?:\s+([^/\n]*))?")
ENTRY = re.compile(r"^\(*\s*([A-Za-z_$.][\w$.]*)\s*(?:-\s*([A-Za-z_$.][\w$.]*)\s*)?\)*\s*(?:(?:/|>>)\s*\d+)?$")
BRANCH = re.compile(r"^\s+br\s+x\d+")
ASM_BEGIN = re.compile(r"#APP|\s*//APP|// Start of file scope inline assembly")
ASM_END = re.compile(r"#NO_APP|\s*//NO_APP|// End of file scope inline assembly")
LOCAL = re.compile(r"(?<![\w$.])\.L(?=[\w$.])")
TEXT = re.compile(r"^\s+\.(?:text\b|section\s+\.text|section\s+\.init|section\s+\.fini)")
# gcc -dp: the pattern of the instruction.
GCC_PATTERN = re.compile(r"//\s*\d+\s+\[[^]]*\]\s+\*?([\w.]+)")
# Those that end in BR: is it a call in tail position?
GCC_PATTERNS = {"casesi_dispatch": False, "indirect_jump": False, "tablejump": False,
                "sibcall_insn": True, "sibcall_value_insn": True}
# clang -mllvm -print-after: machine code.
MACHINE_FUNCTION = re.compile(r"^# Machine code for function (\S+):")
MACHINE_BRANCH = re.compile(r"^\s+(?:frame-destroy )?(BR|TCRETURNr\w*)\b")


def machine_branches(lines):
    """Function -> [is it a tail call] of its BRs, in order, from clang's last machine code."""
    found = collections.defaultdict(list)
    name = None
    for line in lines:
        m = MACHINE_FUNCTION.match(line)
        if m:
            name = m[1]
        m = MACHINE_BRANCH.match(line)
        if m:
            found[name].append(m[1] != "BR")
    return found


class Reader:
    """Reads and rewrites one file's assembly."""

    def __init__(self, number, machine):
        self.prefix = f"_f{number}_L"
        self.machine = machine
        self.function = None
        self.in_text = True
        self.code_labels = set()
        self.candidates = []
        self.open = None
        self.branches = []
        self.in_asm = False  # written by a person: the compiler says nothing of it
        self.pattern = None  # of the instruction that the line belongs to; stands on its first line

    def is_tail(self, line):
        if self.machine is None:
            if self.pattern not in GCC_PATTERNS:
                raise ValueError(f"gcc names {self.pattern} as the pattern of: {line}")
            return GCC_PATTERNS[self.pattern]
        left = self.machine.get(self.function)
        if not left:
            raise ValueError(f"clang's machine code has fewer BR than {self.function}")
        return left.pop(0)

    def label(self, name):
        if self.in_text:
            self.code_labels.add(name)
            if not name.startswith(self.prefix):
                self.function = name
        self.open = [name, 0, []]
        self.candidates.append(self.open)

    def directive(self, kind, argument):
        if kind not in SIZES:
            if kind not in ("p2align", "align", "balign", "type", "size", "loc"):
                self.open = None
            return
        if not self.open:
            return
        entries = [ENTRY.match(e.strip()) for e in argument.split(",")]
        if not all(entries) or self.open[1] not in (0, SIZES[kind]):
            self.open = None
            return
        self.open[1] = SIZES[kind]
        self.open[2] += [(e[1], e[2]) for e in entries]

    def line(self, line):
        if not re.match(r'\s+\.(string|ascii|asciz)\b', line):
            line = LOCAL.sub(self.prefix, line)
        if ASM_BEGIN.match(line) or ASM_END.match(line):
            self.in_asm = bool(ASM_BEGIN.match(line))
        m = LABEL.match(line)
        if m:
            self.label(m[1])
        m = GCC_PATTERN.search(line)
        if m:
            self.pattern = m[1]
        m = DIRECTIVE.match(line)
        if m:
            if m[1] in ("text", "section", "data", "bss", "previous", "popsection", "pushsection"):
                self.in_text = bool(TEXT.match(line))
            self.directive(m[1], (m[2] or "").strip())
        elif BRANCH.match(line):
            self.open = None
            if self.in_asm or (self.machine is None and self.pattern == "do_return"):
                return line
            name = f"{self.prefix}br{len(self.branches)}"
            self.branches.append(Branch(name, self.is_tail(line)))
            return f"{name}:\n{line}"
        elif line[:1] in " \t" and not line.lstrip().startswith((".", "//")):
            self.open = None
        return line

    def tables(self):
        """Lists of labels inside functions; lists of functions are something else."""
        for label, size, entries in self.candidates:
            bases = {base for _, base in entries}
            if not entries or len(bases) != 1 or not all(
                    target in self.code_labels and target.startswith(self.prefix)
                    for target, _ in entries):
                continue
            base = bases.pop()
            if base is None and size != 8:
                continue
            yield Table(label, size, base, [target for target, _ in entries])


def read(text, number, machine):
    """The rewritten text, its tables and branches. machine: of machine_branches, None for gcc."""
    reader = Reader(number, machine)
    lines = [reader.line(line) for line in text.split("\n")]
    if machine is not None and any(machine.values()):
        raise ValueError(f"clang's machine code has more BR than its text: {dict(machine)}")
    return "\n".join(lines), list(reader.tables()), reader.branches
