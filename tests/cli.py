#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The commands as people and scripts call them. usage: cli.py BUILD_FOLDER"""
import json
import os
import shutil
import sys

from harness import Place, Tap, guest_lines, show

COMMANDS = ["run", "build", "lift", "info", "coverage", "pack", "vectors", "cache", "doctor"]


def help_texts(tap, place):
    done = place.call("--help")
    tap.check(done.status == 0 and all(f"windlass {c}" in done.out for c in COMMANDS),
              "--help lists the commands", show(done))
    tap.check(place.call().status == 2, "no command is wrong usage")
    done = place.call("--version")
    tap.check(done.status == 0 and done.out.startswith("windlass "), "--version", show(done))
    for command in ("run", "build", "lift", "coverage"):
        done = place.call(command, "--help")
        tap.check(done.status == 0 and "--headless" in done.out and "--cache-folder" in done.out
                  and "WINDLASS_SD_FOLDER" in done.out, f"{command} --help", show(done))


def wrong_usage(tap, place):
    program = place.guest("words.nro")
    cases = [
        ("an unknown command", ["sail"], 2, "there is no command 'sail'"),
        ("an unknown option", ["run", program, "--hedless"], 2, "did you mean --headless?"),
        ("an option without its value", ["run", program, "--frames"], 2, "--frames needs"),
        ("a number that is none", ["run", program, "--frames", "many"], 2, "'many' is not a number"),
        ("no file", ["run"], 2, "takes one FILE"),
        ("a missing file", ["run", "missing.nro"], 1, "missing.nro: No such file"),
        ("a missing file of info", ["info", "missing.nro"], 1, "missing.nro: No such file"),
        ("a file that is no program", ["info", place.write("text.nro", "no program\n" * 9)], 1,
         "text.nro"),
        ("cache without a word", ["cache"], 2, "list or clear"),
        ("pack into an unknown kind", ["pack", program, "x.exe"], 2, "must end in .nro or .nso"),
        ("a launcher that is missing", ["build", program, "--launcher", "no-such-launcher -v"], 1,
         "'no-such-launcher' cannot be run"),
        ("an unknown trace area", ["run", program, "--interpret", "--headless", "--trace", "wind"],
         71, "'wind' has an unknown area"),
    ]
    for name, words, status, text in cases:
        done = place.call(*words)
        tap.check(done.status == status and text in done.err and not done.out, name, show(done))


def parse(done):
    try:
        return json.loads(done.out)
    except ValueError:
        return {}


def info(tap, place):
    path = place.guest("romfs.nro")
    done = place.call("info", "--json", path)
    facts = parse(done)
    module = facts.get("modules", [{}])[0]
    tap.check(done.status == 0 and facts.get("format") == "NRO" and facts.get("title") == "romfs"
              and facts.get("author") == "windlass" and facts.get("version") == "1.0"
              and facts.get("file_size") == os.path.getsize(path), "info --json", show(done))
    tap.check([s["name"] for s in module.get("segments", [])] == ["text", "rodata", "data"]
              and module.get("relocations", {}).get("relative_relr", 0) > 0
              and len(module.get("build_id") or "") == 64, "segments, relocations, build id", module)
    tap.check(bool(facts.get("romfs")) and bool(facts.get("nacp")) and facts.get("icon") is None,
              "its assets", show(done))
    done = place.call("info", path)
    tap.check(done.status == 0 and "romfs" in done.out and "windlass" in done.out, "info as text",
              show(done))
    facts = parse(place.call("info", "--json", place.guest("crash.elf")))
    tap.check(facts.get("format") == "ELF"
              and facts.get("modules", [{}])[0].get("symbols", {}).get("functions", 0) > 10,
              "an ELF's symbols", facts)


WORDS = ["argument 0: sdmc:/switch/words/words.nro", "argument 1: 7", "argument 2: two words"]
ARGUMENTS = ["--args", "7 \"two words\"", "--trace", "guest"]


def says(done, status=7, lines=None):
    """The program printed this, and windlass no more than that it ended with the status."""
    printed, rest = guest_lines(done)
    return (done.status == status and printed == (WORDS if lines is None else lines)
            and all(line.startswith(f"windlass: main returned {status:#x}") for line in rest))


def lift(tap, place):
    folder = place.path("lifted")
    done = place.call("lift", place.guest("words.nro"), "--output", folder)
    tap.check(done.status == 0 and f"ninja -C {folder}" in done.out
              and os.path.exists(os.path.join(folder, "build.ninja")), "lift", show(done))
    made = place.execute(["ninja", "-C", folder])
    done = place.execute([os.path.join(folder, "program"), "--headless", "--portable",
                          place.path("lift.p"), *ARGUMENTS])
    tap.check(made.status == 0 and says(done), "what lift wrote is built by ninja and runs",
              show(made), show(done))
    done = place.call("lift", place.guest("words.nro"), "--machine", "x86-64-v2", "--output", folder)
    with open(os.path.join(folder, "build.ninja"), encoding="utf-8") as f:
        flags = f.read()
    made = place.execute(["ninja", "-C", folder])
    ran = place.execute([os.path.join(folder, "program"), "--headless", "--portable",
                         place.path("lift.p"), *ARGUMENTS])
    tap.check(done.status == 0 and "-march=x86-64-v2 " in flags and made.status == 0 and says(ran),
              "for an older processor", show(done), show(made), show(ran))
    done = place.call("lift", place.guest("words.nro"), "--machine", "x86-64-v9", "--output", folder)
    tap.check(done.status != 0 and "none of auto|x86-64-v2|x86-64-v3|x86-64-v4" in done.err,
              "for one that there is not", show(done))


def build(tap, place):
    """The executable needs neither windlass nor any tool."""
    made = place.call("build", place.guest("words.nro"), "--cache-folder", place.cache, "--output",
                      place.path("words"))
    tap.check(made.status == 0 and os.access(place.path("words"), os.X_OK), "build", show(made))
    away = place.make("away")
    shutil.move(place.path("words"), away)
    bare = {"PATH": "/nonexistent", "HOME": place.make("away", "home")}
    done = place.execute([os.path.join(away, "words"), "--headless", *ARGUMENTS], env=bare, cwd=away)
    tap.check(says(done), "it runs elsewhere without windlass", show(done))
    tap.check(os.path.isdir(place.path("away", "home", ".local", "share", "windlass", "sd")),
              "its SD card is in the user's data folder", os.listdir(place.path("away", "home")))
    done = place.execute([os.path.join(away, "words"), "--help"], env=bare, cwd=away)
    tap.check(done.status == 0 and "--sd-folder" in done.out, "its --help", show(done))


def cache(tap, place):
    """No compiler runs where the cache has the program."""
    tools = place.make("failing")
    for name in ("clang-19", "ninja"):
        path = place.write(os.path.join("failing", name), "#!/bin/sh\necho no compiler here >&2\nexit 1\n")
        os.chmod(path, 0o755)
    env = place.environment(PATH=tools + ":" + os.environ["PATH"])
    done = place.run(place.guest("words.nro"), *ARGUMENTS, env=env)
    tap.check(says(done), "a program in the cache needs no compiler", show(done))
    done = place.run(place.guest("chain.nro"), env=env)
    tap.check(done.status == 1 and "compil" in done.err and "no compiler here" in done.err,
              "one that is not there does, and its message is shown", show(done))
    done = place.call("cache", "list", "--cache-folder", place.cache)
    tap.check(done.status == 0 and "words (" in done.out and "1 programs" in done.out, "cache list",
              show(done))
    place.run(place.guest("words.nro"), "--lift-report", place.path("figures.json"))
    with open(place.path("figures.json"), encoding="utf-8") as f:
        tap.check(json.load(f)["functions"] > 0, "figures of the lift come from the cache, too")


def clear_cache(tap, place):
    done = place.call("cache", "clear", "--cache-folder", place.cache)
    listed = place.call("cache", "list", "--cache-folder", place.cache)
    tap.check(done.status == 0 and "0 programs" in listed.out, "cache clear", show(done), show(listed))


def next_load(tap, place):
    """chain asks for words.nro on the card."""
    card = place.make("chain", "sd", "switch")
    shutil.copy(place.guest("words.nro"), card)
    expected = ["chain: words is next",
                "argument 0: sdmc:/switch/words.nro", "argument 1: 9",
                "argument 2: from the chain", "argument 3: end"]
    for way, words in (("lifted", []), ("interpreted", ["--interpret"])):
        done = place.run(place.guest("chain.nro"), *words, "--trace", "guest", portable="chain")
        tap.check(says(done, 9, expected), f"a program loads the next one, {way}", show(done))
    os.remove(os.path.join(card, "words.nro"))
    done = place.run(place.guest("chain.nro"), portable="chain")
    tap.check(done.status == 1 and "sdmc:/switch/words.nro" in done.err,
              "a next program that is not there", show(done))
    shutil.copy(place.guest("words.nro"), place.path("chain"))
    os.symlink(place.path("chain", "words.nro"), os.path.join(card, "words.nro"))
    done = place.run(place.guest("chain.nro"), portable="chain")
    tap.check(done.status == 1 and "sdmc:/switch/words.nro" in done.err,
              "a next program behind a link out of the card", show(done))
    done = place.run(place.guest("chain.nro"), "--args", "sdmc:/../words.nro", portable="chain")
    tap.check(done.status == 1 and "sdmc:/../words.nro" in done.err,
              "a next program above the card", show(done))


def settings(tap, place):
    """The same option by file, environment and flag: the later wins."""
    place.write("ini/windlass.ini", "[windlass]\nargs = 3\ntrace = guest\n[build]\nquiet = yes\n")
    program = place.guest("words.nro")
    common = ["--interpret", "--headless", "--portable", place.path("ini")]
    done = place.call("run", program, *common)
    tap.check(done.status == 3 and "argument 1: 3" in done.err, "windlass.ini", show(done))
    env = place.environment(WINDLASS_ARGS="4")
    tap.check(place.call("run", program, *common, env=env).status == 4, "the environment wins over it")
    done = place.call("run", program, *common, "--args=5", env=env)
    tap.check(done.status == 5, "and a flag over both", show(done))
    place.write("ini/windlass.ini", "[windlass]\nsails = 3\n")
    done = place.call("run", program, *common)
    tap.check(done.status == 2 and "windlass.ini" in done.err and "sails" in done.err,
              "an unknown name in windlass.ini", show(done))


def doctor(tap, place):
    done = place.call("doctor")
    lines = [line for line in done.out.splitlines() if not line.startswith("    ")]
    tap.check(done.status in (0, 1) and len(lines) >= 8
              and all(line[:2] in ("ok", "--", "!!") for line in lines), "doctor", show(done))
    done = place.call("doctor", env=place.environment(PATH="/nonexistent"))
    tap.check(done.status == 1 and "!!  clang 19" in done.out and "install clang-19" in done.out,
              "doctor says what to install", show(done))


def main():
    tap, place = Tap(), Place("cli", sys.argv[1])
    for part in (help_texts, wrong_usage, info, lift, build, cache, next_load, clear_cache,
                 settings, doctor):
        part(tap, place)
    if not tap.failures:
        shutil.rmtree(place.folder)
    tap.end()


main()
