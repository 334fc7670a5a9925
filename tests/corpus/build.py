# SPDX-License-Identifier: MIT
"""From sources to a linked file and what its compiler said of it."""
import json
import os
import subprocess

import assembly

LEVELS = ["O0", "O1", "O2", "O3", "Os", "Oz"]
COMPILERS = {"gcc": "aarch64-linux-gnu-gcc", "clang": "clang-19"}
COMMON = ["-fPIE", "-mcpu=cortex-a57", "-w"]


def answer(command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout.decode().strip()


def flags(compiler, source):
    if compiler == "gcc":
        out = ["-dp"]
        if not source.hosted:
            out += ["-isystem", answer([COMPILERS[compiler], "-print-file-name=include"])]
    else:
        out = ["--target=aarch64-linux-gnu"]
        out += ["-isystem", "/usr/aarch64-linux-gnu/include"] if source.hosted else \
               ["-isystem", answer([COMPILERS[compiler], "-print-resource-dir"]) + "/include"]
    return out + COMMON + source.flags


def to_assembly(compiler, level, source, path, out):
    """Compiles to text; of clang also the last machine code, function by function."""
    command = [COMPILERS[compiler], "-" + level, "-S", *flags(compiler, source), path, "-o", out]
    if compiler == "gcc":
        subprocess.run(command, check=True)
        return None
    process = subprocess.Popen(command + ["-mllvm", "-print-after=unpack-mi-bundles"],
                               stderr=subprocess.PIPE, text=True, errors="replace")
    machine = assembly.machine_branches(process.stderr)
    if process.wait():
        raise subprocess.CalledProcessError(process.returncode, command)
    return machine


def build(compiler, level, source, folder):
    """Path of the linked file, tables, branches. What is there already is not built again."""
    os.makedirs(folder, exist_ok=True)
    elf, notes = os.path.join(folder, source.name + ".elf"), os.path.join(folder, "truth.json")
    if os.path.exists(notes):
        with open(notes, encoding="utf-8") as f:
            truth = json.load(f)
        return elf, [assembly.Table(*t) for t in truth["tables"]], [assembly.Branch(*b)
                                                                    for b in truth["branches"]]
    tables, branches, objects = [], [], []
    text = os.path.join(folder, f"file-{os.getpid()}.s")  # two runs at once do not meet
    for number, path in enumerate(source.files):
        machine = to_assembly(compiler, level, source, path, text)
        with open(text, encoding="utf-8", errors="surrogateescape") as f:
            new, more_tables, more_branches = assembly.read(f.read(), number, machine)
        with open(text, "w", encoding="utf-8", errors="surrogateescape") as f:
            f.write(new)
        tables += more_tables
        branches += more_branches
        objects.append(os.path.join(folder, f"{number}-{os.getpid()}.o"))
        target = ["--target=aarch64-linux-gnu"] if compiler == "clang" else []
        subprocess.run([COMPILERS[compiler], *target, "-mcpu=cortex-a57", "-c", text, "-o",
                        objects[-1]], check=True)
    # Names that nothing here defines stay open: nothing of this is run. An entry it must have.
    with open(text, "w", encoding="utf-8") as f:
        f.write(".text\n.globl _start\n.type _start, %function\n_start: ret\n")
    objects.append(os.path.join(folder, f"start-{os.getpid()}.o"))
    subprocess.run(["clang-19", "--target=aarch64-linux-gnu", "-c", text, "-o", objects[-1]], check=True)
    subprocess.run(["ld.lld-19", "-pie", "--no-dynamic-linker", "--unresolved-symbols=ignore-all",
                    "--allow-multiple-definition", "-z", "separate-code", "--gc-sections",
                    "--export-dynamic", "-o", elf, *objects], check=True)
    for path in [text, *objects]:
        os.remove(path)
    with open(notes, "w", encoding="utf-8") as f:
        json.dump({"tables": tables, "branches": branches}, f)
    return elf, tables, branches
