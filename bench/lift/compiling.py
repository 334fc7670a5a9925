# SPDX-License-Identifier: MIT
"""What compiling the lifter's C costs."""
import os
import shlex
import shutil

import measure
from lifter import lift
from text import Text

SIZE = 100_000


def compilers(folder):
    """The commands that compile C, one a file: the compiler itself, no launcher before it, and not
    what is done with the object behind it."""
    commands = measure.run(["ninja", "-C", folder, "-t", "commands"]).out.splitlines()
    words = [shlex.split(c.partition(" && ")[0]) for c in commands if " -c code_" in c]
    real = shutil.which(words[0][0], path="/usr/bin:/usr/lib/llvm-19/bin") or words[0][0]
    return [[real, *w[1:]] for w in words]


def bench(write):
    text = Text("compile")
    program, folder = text.program(SIZE), text.path("compiled")
    count, emitted, _ = lift(program, folder)
    taken = [measure.run(command, cwd=folder) for command in compilers(folder)]
    size = sum(os.path.getsize(os.path.join(folder, f)) for f in os.listdir(folder)
               if f.startswith("code_") and f.endswith(".c"))
    shutil.rmtree(folder)
    os.unlink(program)
    seconds = sum(t.cpu for t in taken)
    out = measure.table(
        ["instructions", "in the C", "C files", "bytes of C", "CPU s",
         "CPU s per 100,000 instructions", "peak MB of a compiler"],
        [[f"{count:,}", f"{emitted:,}", len(taken), f"{size:,}", f"{seconds:.1f}",
          f"{seconds / count * 1e5:.1f}", f"{max(t.peak for t in taken):.0f}"]])
    measure.publish("compile", measure.versions(["clang-19"]) + "\n\n" + out, write)
