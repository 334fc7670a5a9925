# SPDX-License-Identifier: MIT
"""What the benchmarks share: commands with what they took, figures, tables, and the page that keeps
them."""
import collections
import os
import platform
import re
import subprocess
import sys
import tempfile
import time

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BUILD = os.path.join(TOP, "build")
PAGE = os.path.join(TOP, "docs", "performance.md")

# wall and cpu in seconds, peak in MB (of the largest process of the command)
Taken = collections.namedtuple("Taken", "out wall cpu peak")


class Failed(Exception):
    """Something that is measured, or needed for it, does not run; says what to do."""


def run(command, cwd=None):
    """Runs a command to its end; Failed with what it said if it fails."""
    with tempfile.TemporaryFile() as out:
        start = time.monotonic()
        child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out,
                                 stderr=subprocess.STDOUT, cwd=cwd)
        _, status, used = os.wait4(child.pid, 0)
        wall = time.monotonic() - start
        child.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        text = out.read().decode(errors="replace")
    if child.returncode:
        raise Failed(f"{' '.join(command)}\nended with {child.returncode}:\n{text[-2000:]}")
    return Taken(text, wall, used.ru_utime + used.ru_stime, used.ru_maxrss / 1000)


def first_line(*command):
    try:
        return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              check=True).stdout.splitlines()[0].strip()
    except (OSError, subprocess.CalledProcessError, IndexError):
        return command[0] + ": not here"


def processor():
    with open("/proc/cpuinfo", encoding="utf-8") as f:
        name = re.search(r"model name\s*: (.*)", f.read())
    return name[1] if name else platform.machine()


def machine():
    """One line of where the figures come from."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return f"{processor()}, {os.cpu_count()} processors, {memory:.0f} GiB"


def versions(*commands):
    """The machine, the day and the commands that count, in a line."""
    tools = [first_line(*c, "--version") for c in commands]
    return "; ".join([machine(), time.strftime("%Y-%m-%d"), *tools])


def table(head, rows):
    """Markdown, with columns as wide as what stands in them."""
    cells = [head, *([str(c) for c in row] for row in rows)]
    widths = [max(len(row[i]) for row in cells) for i in range(len(head))]
    lines = ["| " + " | ".join(c.ljust(w) if not i else c.rjust(w)
                               for i, (c, w) in enumerate(zip(row, widths))) + " |"
             for row in cells]
    lines.insert(1, "|" + "|".join(":" + "-" * (w + 1) if not i else "-" * (w + 1) + ":"
                                   for i, w in enumerate(widths)) + "|")
    return "\n".join(lines)


def publish(name, text, write):
    """Prints the figures, and with `write` puts them between their marker lines in the page."""
    print(text)
    if not write:
        return
    begin, end = (f"<!-- {name}: {edge}, written by scripts/bench -->" for edge in ("begin", "end"))
    with open(PAGE, encoding="utf-8") as f:
        before, found, rest = f.read().partition(begin)
    _, closed, after = rest.partition(end)
    if not found or not closed:
        raise Failed(f"{PAGE} lacks the lines\n{begin}\n{end}\nso that the figures have no place")
    with open(PAGE, "w", encoding="utf-8") as f:
        f.write(f"{before}{begin}\n{text}\n{end}{after}")
    print(f"bench: {os.path.relpath(PAGE)} has the new figures", file=sys.stderr)
