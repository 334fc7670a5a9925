#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The headers that generated C includes must be exactly those that the build copies to the run-time
folder, and must include nothing else but headers of the compiler. Prints TAP.

    test_headers.py SOURCE_FOLDER NAME...    the folder of a64/, the names in a64_lifted_headers
"""
import os
import re
import sys

COMPILER = {"stdint.h", "stdbool.h", "stddef.h"}


def closure(folder, name, seen, problems):
    if name in seen:
        return
    seen.add(name)
    with open(os.path.join(folder, name), encoding="utf-8") as f:
        for kind, path in re.findall(r'^\s*#\s*include\s+([<"])([^>"]+)', f.read(), re.M):
            if kind == '"' and path.startswith("a64/"):
                closure(folder, path[len("a64/"):], seen, problems)
            elif path not in COMPILER:
                problems.append(f"{name} includes {path}")


def main():
    folder, listed = sys.argv[1], set(sys.argv[2:])
    seen, problems = set(), []
    closure(folder, "lifted_ops.h", seen, problems)
    problems += [f"{name} is not in a64_lifted_headers" for name in sorted(seen - listed)]
    problems += [f"{name} is in a64_lifted_headers for nothing" for name in sorted(listed - seen)]
    print("1..1")
    print("".join(f"# {p}\n" for p in problems), end="")
    print(("not ok" if problems else "ok") + " 1 - the headers of generated C stand on their own")
    return 1 if problems else 0


sys.exit(main())
