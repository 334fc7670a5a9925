#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes a header with the hash of the translator's sources, so that what another translator made is
not taken for its work, and a depfile that names them.

usage: translator_version.py OUTPUT DEPFILE FOLDER..."""
import glob
import hashlib
import os
import sys

KINDS = (".c", ".h", ".tbl", ".py", "meson.build")


def main():
    output, depfile, folders = sys.argv[1], sys.argv[2], sys.argv[3:]
    names = sorted(name for folder in folders for name in glob.glob(os.path.join(folder, "*"))
                   if name.endswith(KINDS) and not os.path.basename(name).startswith(("test_", "fuzz_")))
    version = hashlib.sha256()
    for name in names:
        with open(name, "rb") as f:
            content = f.read()
        version.update(f"{os.path.basename(name)} {len(content)}\n".encode() + content)
    with open(output, "w", encoding="utf-8") as f:
        f.write("/* SPDX-License-Identifier: MIT */\n/* Made by gpu/shader/translator_version.py. */\n"
                f'#define TRANSLATOR_VERSION "{version.hexdigest()}"\n')
    with open(depfile, "w", encoding="utf-8") as f:
        f.write(f"{output}: {' '.join(names)}\n")


main()
