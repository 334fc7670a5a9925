#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Programs whose compiles go through ccache and through distcc, to a server on this machine, run as
any other. usage: launchers.py BUILD_FOLDER"""
import os
import shutil
import socket
import subprocess
import sys
import time

from harness import Place, Tap, passes, show

CLANG = "clang-19"
# A user's PATH may have a cache in the compiler's place.
PLAIN = "/usr/bin:/bin"


def make(place, name, launcher, **environment):
    """Builds a program that checks itself in a cache of its own, and runs it."""
    made = place.call("build", place.guest("jumps.nro"), "--launcher", launcher, "--cache-folder",
                      place.path(name + ".cache"), "--output", place.path(name),
                      env=place.environment(PATH=PLAIN, **environment))
    if made.status:
        return made, None
    return made, place.execute([place.path(name), "--headless", "--portable", place.path(name + ".p"),
                                "--trace", "guest"])


def through_ccache(tap, place):
    folder = place.make("ccache")
    for number, wanted in enumerate(("misses", "hits")):
        made, done = make(place, f"ccache{number}", "ccache", CCACHE_DIR=folder, CCACHE_NOHASHDIR="1",
                          CCACHE_BASEDIR=place.folder)
        tap.check(done is not None and passes(done), f"compiled through ccache: {wanted}", show(made),
                  show(done) if done else "not run")
    counters = place.execute(["ccache", "--print-stats"], env=place.environment(CCACHE_DIR=folder)).out
    figures = dict(line.split("\t") for line in counters.splitlines() if "\t" in line)
    hits = int(figures.get("direct_cache_hit", 0)) + int(figures.get("preprocessed_cache_hit", 0))
    misses = int(figures.get("cache_miss", 0))
    tap.check(hits > 0 and hits == misses, "the second build compiles nothing", counters)


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def start_server(place, port, log):
    """A server that takes jobs from this machine only."""
    server = subprocess.Popen(["distccd", "--no-detach", "--daemon", "--allow", "127.0.0.1", "--listen",
                               "127.0.0.1", "--port", str(port), "--jobs", "2", "--log-file", log],
                              env=place.environment(PATH=PLAIN), start_new_session=True)
    for _ in range(100):
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            break
        except OSError:
            time.sleep(0.05)
    return server


def through_distcc(tap, place):
    """No compile falls back on this side: what the server does not take fails."""
    folder, port = place.make("distcc"), free_port()
    log = os.path.join(folder, "log")
    os.chmod(folder, 0o777)  # the server gives up root
    with open(log, "w", encoding="utf-8"):
        os.chmod(log, 0o666)
    server = start_server(place, port, log)
    try:
        made, done = make(place, "distcc1", "distcc", DISTCC_HOSTS=f"127.0.0.1:{port}/2",
                          DISTCC_FALLBACK="0", DISTCC_DIR=place.make("distcc.state"))
    finally:
        os.killpg(server.pid, 15)
        server.wait()
    with open(log, encoding="utf-8", errors="replace") as f:
        told = f.read()
    tap.check(done is not None and passes(done), "compiled through distcc", show(made),
              show(done) if done else "not run", told[-2000:])
    tap.check(told.count("COMPILE_OK") >= 2, "on the server", told[-2000:])


def main():
    tap, place = Tap(), Place("launchers", sys.argv[1])
    for name, tools, test in (("ccache", ["ccache"], through_ccache),
                              ("distcc", ["distcc", "distccd"], through_distcc)):
        lacking = [t for t in [*tools, CLANG] if not shutil.which(t, path=PLAIN)]
        if lacking:
            tap.skip(name, "not installed: " + ", ".join(lacking))
        else:
            test(tap, place)
    if not tap.failures:
        shutil.rmtree(place.folder)
    tap.end()


main()
