# SPDX-License-Identifier: MIT
"""What the public functions of src/deko3d refuse, read from their sources: the checks in their bodies,
and in the functions that they call with their name as context."""
import collections
import os
import re

Refusals = collections.namedtuple("Refusals", "both debug")  # name -> messages

MACRO = re.compile(r"^#define (\w*CHECK\w*)\(([^)]*)\)((?:.*\\\n)*.*)$", re.M)
BODY = re.compile(r"^(static )?(?:_Noreturn |inline )*[A-Za-z_][\w ]*?[ *]+(\w+)\(([^;{}]*)\) \{\n(.*?)^\}", re.M | re.S)
# Said once, at the head of the page: what recording may come to, and what is wrong with views.
EVERYWHERE = re.compile(r"record_\w+|add_steps")
VIEWS = "image_surface"


def arguments(text, at):
    """Those of a call whose opening bracket is at `at`."""
    depth, start, out, quoted = 0, at + 1, [], False
    for i in range(at, len(text)):
        c = text[i]
        if c == '"' and text[i - 1] != "\\":
            quoted = not quoted
        elif quoted:
            continue
        elif c in "([{":
            depth += 1
        elif c in ")]}":
            depth -= 1
            if not depth:
                return out + [text[start:i].strip()], i + 1
        elif c == "," and depth == 1:
            out.append(text[start:i].strip())
            start = i + 1
    return out, len(text)


def expand(macro, given):
    names, body = macro
    values = dict(zip(names, given))
    text = re.sub(r"\\\n", "\n", body)
    text = re.sub(r"#(\w+)", lambda m: '"' + values.get(m[1], m[1]).replace('"', "'") + '"', text)
    return re.sub(r"\b(\w+)\b(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)", lambda m: values.get(m[1], m[1]), text)


def sentences(expression):
    """The texts of a message; of a choice between several, each."""
    joined = re.sub(r'"\s*"', "", expression)
    return [re.sub(r"\(uintptr_t\)|maker->|m->|r->", "", t) for t in re.findall(r'"((?:[^"\\]|\\.)*)"', joined)]


class Sources:
    def __init__(self, folder):
        self.macros, self.functions = {}, {}
        for where, _, names in sorted(os.walk(folder)):
            for name in sorted(names):
                if not name.endswith((".c", ".h")) or name.startswith(("test_", "fake_", "fuzz_")):
                    continue
                path = os.path.join(where, name)
                with open(path, encoding="utf-8") as f:
                    text = f.read()
                for m in MACRO.finditer(text):
                    self.macros[m[1]] = ([p.strip() for p in m[2].split(",")], m[3])
                for m in BODY.finditer(text):
                    key = (path, m[2]) if m[1] else m[2]
                    self.functions[key] = (path, m[3], m[4])

    def find(self, path, name):
        return self.functions.get((path, name)) or self.functions.get(name)

    def told(self, path, text, public, seen):
        """(both libraries, result, message) of a piece of code that acts for a public function."""
        own = {"__func__", "context", "t->context", f'"{public}"'}
        for m in re.finditer(r"\b(\w+)\(", text):
            name = m[1]
            given, _ = arguments(text, m.end() - 1)
            if name == "dk_raise" and len(given) == 4 and given[1] in own:
                for message in sentences(given[3]):
                    yield True, given[2], message
            elif name == "DK_CHECK_IN" and len(given) == 5 and given[1] in own:
                for message in sentences(given[4]):
                    yield False, given[3], message
            elif name in self.macros and name != "DK_CHECK_IN":
                yield from self.told(path, expand(self.macros[name], given), public, seen)
            elif name == VIEWS and public != VIEWS:
                yield False, "", "views: see above"
            elif not EVERYWHERE.fullmatch(name) and name not in seen and not name.startswith("dk_"):
                callee = self.find(path, name)
                passes_on = own.intersection(given) or any(g.lstrip("&") in ("t", "maker") for g in given)
                if callee and passes_on:
                    yield from self.told(callee[0], callee[2], public, seen | {name})


def refusals(folder):
    sources = Sources(folder)
    out = Refusals({}, {})
    for key, (path, _, body) in sources.functions.items():
        if not isinstance(key, str) or not (re.match(r"dk[A-Z]", key) or key == VIEWS):
            continue
        for both, result, message in sources.told(path, body, key, {key}):
            kind = re.search(r"DkResult_(\w+)", result)
            line = f"{kind[1]}: {message}" if kind else message
            told = (out.both if both else out.debug).setdefault(key, [])
            if line not in told:
                told.append(line)
    return out


def misnamed(folder):
    """Functions that are not public and check in their own name, which means nothing to a program."""
    for key, (path, _, body) in Sources(folder).functions.items():
        name = key if isinstance(key, str) else key[1]
        if not re.match(r"dk[A-Z]", name):
            for check in re.findall(r"\b(DK_CHECK\w*)\(", body):
                if check != "DK_CHECK_IN":
                    yield f"{os.path.basename(path)}: {name}, {check}"
