# SPDX-License-Identifier: MIT
"""The public functions of deko3d, and which tests call them: to look at what comes of it, by themselves or by
what helps them; or to see one of their checks raise."""
import collections
import glob
import os
import re

from deko3d_checks import BODY

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

# Tests that look at what came of it: of the whole library on a device, and of what functions put into memory
# of the CPU; with what helps them.
EFFECTS = ["tests/deko3d/*.c", "src/deko3d/queue/test_queue.c", "src/deko3d/transfer/test_bytes_*.c",
           "src/deko3d/image/test_*.c", "src/deko3d/shader/test_*.c", "src/deko3d/device/test_*.c",
           "src/deko3d/host/test_*.c", "src/deko3d/record/test_*.c"]
TESTS = ["tests/deko3d/*.c", "src/deko3d/*/test_*.c", "src/deko3d/*/fake_*.c"]
# Where the picture is the same without the function: it says how the GPU may work, and not what comes of it.
UNSEEN = {
    "dkCmdBufBarrier": "work of a queue is in order here, and caches are followed",
    "dkCmdBufSetConservativeRasterDilate": "devices dilate by what they have",
    "dkCmdBufSetCoverageModulationTable": "of targets with fewer samples than are rasterized, which no device has",
    "dkCmdBufSetSubpixelPrecisionBias": "devices have one precision",
    "dkCmdBufSetTileSize": "a hint",
    "dkCmdBufTiledCacheOp": "a hint",
    "dkCmdBufDiscardColor": "a hint",
    "dkCmdBufDiscardDepthStencil": "a hint",
    "dkCmdBufResolveDepthValues": "a hint",
    "dkMemBlockFlushCpuCache": "caches of this machine are coherent",
}
STATE = re.compile(r"^static (void|int) (\w+)\(void \*\*state\)", re.M)
NAME = re.compile(r"\b(\w+)\b")
RAISES = re.compile(r"\b\w*(?:raise|refuse|RAISE|REFUSE)\w*\((.*?)\);", re.S)
ROW = re.compile(r"\bFAIL\(\w+, (\w+)")


def read(path):
    with open(path, encoding="utf-8") as f:
        return f.read()


def found(patterns):
    return sorted({p for pattern in patterns for p in glob.glob(os.path.join(TOP, pattern))})


def public():
    prototypes = "".join(read(p) for p in found(["include/deko3d/*.h"]))
    return sorted(set(re.findall(r"^(?!static|DK_CONSTEXPR|typedef)[A-Za-z][\w ]*?[ *]+(dk[A-Z]\w+)\([^;{]*\);",
                                 prototypes, re.M)))


def helpers():
    """Inline helpers of the headers: name -> the public function that it calls."""
    text = "".join(read(p) for p in found(["include/deko3d/*.h"]))
    return {name: set(re.findall(r"\b(dk[A-Z]\w+)\(", body)) - {name} for name, body
            in re.findall(r"^static inline [\w ]*?[ *]+(dk[A-Z]\w+)\([^{]*\) \{\n(.*?)^\}", text, re.M | re.S)}


class Tests:
    """Functions of a folder's test files, and what each leads to."""

    def __init__(self, paths):
        self.bodies = collections.defaultdict(dict)  # file -> function -> text
        self.shared = collections.defaultdict(dict)  # folder -> function -> file
        self.whole = {}
        for path in paths:
            text = read(path)
            self.whole[path] = text
            for static, name, _, body in BODY.findall(text):
                body = RAISES.sub("", body)  # what is refused has no effect
                self.bodies[path][name] = body
                if not static:
                    self.shared[os.path.dirname(path)][name] = path

    def home(self, path, name):
        """The file that has the function as this one sees it, if any has."""
        return path if name in self.bodies[path] else self.shared[os.path.dirname(path)].get(name)

    def reached(self, path, names):
        """The public functions that they call, by way of others too."""
        seen, queue, out = set(), [(path, name) for name in names], set()
        while queue:
            place = queue.pop()
            if place in seen:
                continue
            seen.add(place)
            for word in NAME.findall(self.bodies[place[0]][place[1]]):
                home = self.home(place[0], word)
                if word.startswith("dk") and word[2:3].isupper():
                    out.add(word)
                elif home:
                    queue.append((home, word))
        return out

    def units(self, path):
        """Each test that main runs -> it, with what goes before and behind tests of the file."""
        main = self.bodies[path].get("main", "")
        around = STATE.findall(self.whole[path])
        return {name: [name, *(n for kind, n in around if kind == "int")] for kind, name in around
                if kind == "void" and re.search(rf"\b{name}\b", main)}


def effects(tests):
    inline, out = helpers(), collections.defaultdict(list)
    for path in found(EFFECTS):
        for test, names in tests.units(path).items():
            called = tests.reached(path, names)
            for name in set(called):
                called |= inline.get(name, set())
            own = set(NAME.findall(tests.bodies[path][test]))
            own |= {public for name in own for public in inline.get(name, ())}
            for name in called:
                out[name].append((name not in own, path, test))
    # Those that call it themselves stand in front of those that are helped.
    return {name: [place[1:] for place in sorted(places)] for name, places in out.items()}


def test_around(tests, path, at):
    """The function that holds a place of the file."""
    text = tests.whole[path]
    for match in BODY.finditer(text):
        if match.start() <= at < match.end():
            return match[2]
    return None


def checks(tests):
    out = collections.defaultdict(list)
    for path, text in tests.whole.items():
        for match in RAISES.finditer(text):
            for name in re.findall(r"\b(dk[A-Z]\w+)\(", match[1]):
                out[name].append((path, test_around(tests, path, match.start()) or "?"))
        for match in ROW.finditer(text):
            out["dkCmdBuf" + match[1]].append((path, "every row of its table"))
        if re.search(r"raised_by", text):  # tables of calls, of which the raised name is compared
            for match in re.finditer(r'"(dk[A-Z]\w+)"', text):
                out[match[1]].append((path, "every row of its table"))
    return out
