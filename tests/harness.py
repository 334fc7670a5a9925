# SPDX-License-Identifier: MIT
"""What the whole-program tests share: TAP output, and windlass run in a place of its own."""
import collections
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

PATIENCE = 120  # seconds after which what a program should say will not come any more

Done = collections.namedtuple("Done", "status out err")


class Tap:
    """Prints a line a case."""

    def __init__(self):
        self.cases = self.failures = 0

    def check(self, ok, name, *details):
        self.cases += 1
        self.failures += not ok
        print(f"{'ok' if ok else 'not ok'} {self.cases} - {name}", flush=True)
        if not ok:
            for detail in details:
                for line in str(detail).splitlines() or [""]:
                    print("#   " + line[:2000], flush=True)
        return ok

    def skip(self, name, why):
        self.cases += 1
        print(f"ok {self.cases} - {name} # SKIP {why}", flush=True)

    def end(self):
        print(f"1..{self.cases}", flush=True)
        sys.exit(1 if self.failures or not self.cases else 0)


class Place:
    """A fresh folder in the build folder that holds everything a test leaves behind."""

    def __init__(self, name, build):
        self.build = os.path.abspath(build)
        self.windlass = os.path.join(self.build, "windlass")
        self.folder = os.path.join(self.build, "tests", name + ".work")
        shutil.rmtree(self.folder, ignore_errors=True)
        self.home = self.make("home")
        self.cache = os.path.join(self.folder, "cache")

    def guest(self, name):
        return os.path.join(self.build, "guest", name)

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def make(self, *names):
        os.makedirs(self.path(*names), exist_ok=True)
        return self.path(*names)

    def write(self, name, text):
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        with open(self.path(name), "w", encoding="utf-8") as f:
            f.write(text)
        return self.path(name)

    def environment(self, **more):
        """Nothing of the user's settings, display and folders."""
        return {"PATH": os.environ["PATH"], "HOME": self.home, "LC_ALL": "C.UTF-8", **more}

    def execute(self, command, env=None, cwd=None, timeout=120):
        """The process and all that it starts end by the timeout; the status is "timeout" then."""
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, cwd=cwd or self.folder,
                                   env=self.environment() if env is None else env,
                                   start_new_session=True)
        try:
            out, err = process.communicate(timeout=timeout)
            status = process.returncode
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            out, err = process.communicate()
            status = "timeout"
        return Done(status, out.decode(errors="replace"), err.decode(errors="replace"))

    def call(self, *words, **how):
        return self.execute([self.windlass, *words], **how)

    def run(self, program, *words, portable="portable", **how):
        """`windlass run` without a window, with this place's folders and cache."""
        return self.call("run", program, "--headless", "--quiet", "--cache-folder", self.cache,
                         "--portable", self.path(portable), *words, **how)


def show(done):
    return f"status {done.status}\n--- stdout\n{done.out[-3000:]}\n--- stderr\n{done.err[-3000:]}"


def until(process, wanted):
    """stderr up to the line that `wanted` matches, or to its end."""
    lines = []
    alarm = threading.Timer(PATIENCE, os.killpg, (process.pid, signal.SIGKILL))
    alarm.start()
    for line in process.stderr:
        lines.append(line)
        if re.search(wanted, line):
            break
    alarm.cancel()
    return "".join(lines)


MARK = "[guest] debug: "


def guest_lines(done):
    """What the program printed (--trace guest), and what else stands on stderr."""
    lines = done.err.splitlines()
    return ([line[len(MARK):] for line in lines if line.startswith(MARK)],
            [line for line in lines if not line.startswith(MARK)])


def all_hold(lines):
    """The TAP of a program that checks itself (guest/programs/check.h)."""
    return (len(lines) > 1 and lines[-1] == f"1..{len(lines) - 1}" and
            all(re.match(rf"ok {i + 1} - .", line) for i, line in enumerate(lines[:-1])))


def passes(done):
    """Did a program that checks itself hold in every case, and say nothing else?"""
    lines, rest = guest_lines(done)
    return done.status == 0 and not rest and all_hold(lines)


def report(place, name):
    """What a run wrote for --report; nothing where it wrote none."""
    try:
        with open(place.path(name), encoding="utf-8") as f:
            return json.load(f)
    except (OSError, ValueError):
        return {}
