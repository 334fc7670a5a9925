# SPDX-License-Identifier: MIT
"""The differential of shaders as TAP: a case a program. The programs lie outside of the source tree;
where they are missing, all is skipped.

usage: test_pairs.py TOOL CACHE [--index INDEX.tsv] [OPTION|NAME...]"""
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), *[os.pardir] * 2))

from harness import TOP, Tap

INDEX = os.path.join(os.path.dirname(TOP), "shared", "data", "dksh", "INDEX.tsv")


def main():
    tap = Tap()
    tool, cache, words = sys.argv[1], sys.argv[2], sys.argv[3:]
    index = INDEX
    if words[:1] == ["--index"]:
        index, words = words[1], words[2:]
    if not os.path.exists(index):
        tap.skip("programs of two compilers", f"{index} is not there")
        tap.end()
    done = subprocess.run([tool, index, "--cache", cache, *words], stdout=subprocess.PIPE, text=True, check=False)
    cases = re.findall(r"^(\S+) (passed|FAILED|skipped)\n((?: .*\n|#.*\n|(?!\S+ (?:passed|FAILED|skipped)\n).*\n)*?)"
                       r"(?=\S+ (?:passed|FAILED|skipped)\n|\d+ passed)", done.stdout, re.M)
    for name, outcome, lines in cases:
        if outcome == "skipped":
            tap.skip(name, lines.strip().splitlines()[-1].strip())
        else:
            tap.check(outcome == "passed", name, lines)
    failed = sum(outcome == "FAILED" for _, outcome, _ in cases)
    tap.check(cases and re.search(rf"^\d+ passed, {failed} failed, \d+ skipped$", done.stdout, re.M)
              and done.returncode == (failed > 0), "all of them have an end", done.stdout[-1000:])
    print(f"# count programs {len(cases)}\n# count differences {failed}")
    tap.end()


main()
