# SPDX-License-Identifier: MIT
"""The programs that are measured, and how they become executables."""
import collections
import glob
import os
import shutil

import measure

HERE = os.path.join(measure.TOP, "bench", "cpu")
BARE = os.path.join(measure.TOP, "tests", "linux", "programs")

# rounds: about 0.15 seconds of native time. kind: what the target for its ratio is.
Program = collections.namedtuple("Program", "name executable rounds kind")

PROGRAMS = [
    Program("calls", "kernels", 1000, "scalar"),
    Program("virtual calls", "kernels", 8000000, "scalar"),
    Program("sha256", "kernels", 500000, "scalar"),
    Program("mandelbrot", "kernels", 14000, "scalar"),
    Program("n-body", "kernels", 900000, "scalar"),
    Program("matrix", "kernels", 12000, "vector"),
    Program("sort", "kernels", 700, "scalar"),
    Program("hash", "kernels", 600, "scalar"),
    Program("chase", "kernels", 2000, "scalar"),
    Program("json", "kernels", 2400, "scalar"),
    Program("strings", "kernels", 600, "scalar"),
    Program("bytecode", "kernels", 1400, "scalar"),
    Program("lz4", "libraries", 600, "scalar"),
    Program("zstd", "libraries", 200, "scalar"),
    Program("zlib", "libraries", 20, "scalar"),
    Program("lua", "libraries", 700, "scalar"),
    Program("sqlite", "libraries", 60, "scalar"),
]

# Of native and of lifted code.
MACHINE = "x86-64-v3"
NATIVE = ["clang-19", "-march=" + MACHINE]
GUEST = ["clang-19", "--target=aarch64-linux-gnu", "-mcpu=cortex-a57"]
FLAGS = ["-O2", "-ffp-contract=off", "-fno-math-errno", "-Wall", "-Wextra", "-Werror",
         "-Wno-unused-command-line-argument", "-I" + HERE, "-I" + BARE]
# No library of the host or the guest in them, so that they are small to lift.
KERNEL_FLAGS = ["-ffreestanding", "-fno-builtin", "-fno-exceptions", "-fno-rtti"]
ARCHIVES = ["liblz4.a", "libzstd.a", "libz.a", "liblua5.4.a", "libsqlite3.a"]
LIBRARY_FLAGS = ["-I/usr/include/lua5.4", *(f"-l:{a}" for a in ARCHIVES), "-lm"]

# What stands in bench/cpu/NAME, and how a native program and one of the guest are made of it.
EXECUTABLES = {
    "kernels": ([*NATIVE, *FLAGS, *KERNEL_FLAGS, os.path.join(HERE, "clock_hosted.c"), "-lm"],
                [*GUEST, *FLAGS, *KERNEL_FLAGS, os.path.join(HERE, "clock_bare.c"),
                 os.path.join(BARE, "bare.c"), "-nostdlib", "-static-pie", "-fuse-ld=lld",
                 "-Wl,-z,separate-code"]),
    "libraries": ([*NATIVE, *FLAGS, os.path.join(HERE, "clock_hosted.c"), *LIBRARY_FLAGS],
                  [*GUEST, *FLAGS, os.path.join(HERE, "clock_hosted.c"), *LIBRARY_FLAGS,
                   "-static-pie", "-fuse-ld=lld", "-I/usr/include"]),
}


def missing():
    """Archives of the libraries that are not here, for this machine or for AArch64."""
    found = {(a, m): measure.run([*c, "-print-file-name=" + a]).out.strip()
             for a in ARCHIVES for m, c in (("this machine", NATIVE), ("AArch64", GUEST))}
    return [f"{a} for {m}" for (a, m), path in found.items() if not os.path.isabs(path)]


def newer(output, inputs):
    """Whether the output is there and no input has changed since."""
    return os.path.exists(output) and all(os.path.getmtime(i) <= os.path.getmtime(output)
                                          for i in inputs)


LAST_INCLUDE = '#include "a64/lifted_ops.h"\n'


def remove_checks(path):
    with open(path, encoding="utf-8") as f:
        before, include, after = f.read().partition(LAST_INCLUDE)
    if not include:
        raise measure.Failed(f"{path}: does not begin with the includes of lifted C")
    with open(path, "w", encoding="utf-8") as f:
        f.write(f"{before}{include}#undef LIFTED_AFTER\n#define LIFTED_AFTER(...)\n{after}")


class Build:
    """Executables by name in build/bench/cpu; what is new enough is left alone."""

    def __init__(self):
        self.folder = os.path.join(measure.BUILD, "bench", "cpu")
        os.makedirs(self.folder, exist_ok=True)
        linux = os.path.join(measure.BUILD, "tests", "linux")
        self.tool = os.path.join(linux, "linux-tool")
        self.runtime = os.path.join(linux, "liblinux_rt.a")

    def sources(self, name):
        folder = os.path.join(HERE, name)
        own = sorted(f for f in os.listdir(folder) if f.endswith((".c", ".cc")))
        return [os.path.join(HERE, "main.c"), *(os.path.join(folder, f) for f in own)]

    def make(self, name, which, command):
        output = os.path.join(self.folder, f"{name}.{which}")
        parts = [os.path.join(folder, f) for top in (HERE, BARE)
                 for folder, _, files in os.walk(top) for f in files if not f.endswith(".pyc")]
        if not newer(output, parts):
            measure.run([*command[:1], *self.sources(name), *command[1:], "-o", output])
        return output

    def native(self, name):
        return self.make(name, "native", EXECUTABLES[name][0])

    def guest(self, name):
        return self.make(name, "guest", EXECUTABLES[name][1])

    def lifted(self, name, float_mode="auto"):
        guest, output = self.guest(name), os.path.join(self.folder, f"{name}.lifted.{float_mode}")
        if not newer(output, [guest, self.tool, self.runtime]):
            folder = output + ".c"
            measure.run([self.tool, "lift", guest, folder, os.path.join(measure.TOP, "src"),
                         self.runtime, float_mode, MACHINE])
            shutil.copy(os.path.join(folder, "program"), output)
        return output

    def unchecked(self, name):
        """Lifted code that does not look for attention behind a call: nobody could take its core, and
        where the guest goes elsewhere than back it goes wrong, which none of the programs does."""
        lifted, output = self.lifted(name), os.path.join(self.folder, f"{name}.unchecked")
        if not newer(output, [lifted]):
            folder = output + ".c"
            shutil.rmtree(folder, ignore_errors=True)
            shutil.copytree(lifted + ".c", folder)
            for file in glob.glob(os.path.join(folder, "code_*.c")):
                remove_checks(file)
            measure.run(["ninja", "-C", folder])
            shutil.copy(os.path.join(folder, "program"), output)
        return output
