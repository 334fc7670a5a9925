#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What is said of a program in which all threads wait for each other.
usage: watchdog.py BUILD_FOLDER"""
import os
import re
import shutil
import signal
import subprocess
import sys

from harness import Place, Tap, until

def deadlock(tap, place, way, words):
    command = [place.windlass, "run", place.guest("deadlock.elf"), "--headless", "--quiet",
               "--cache-folder", place.cache, "--portable", place.path("portable"),
               "--watchdog", "1", *words]
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                          env=place.environment(), start_new_session=True) as process:
        text = until(process, "deadlock:")
        alive = process.poll() is None
        if alive:
            os.killpg(process.pid, signal.SIGKILL)
    tap.check(alive, f"{way}: the program is left as it is", text)
    waits = dict(re.findall(r"thread (\d+) \(priority \d+\) waits for the mutex at 0x[0-9a-f]+, "
                            r"which thread (\d+) holds", text))
    tap.check(len(waits) == 2 and all(waits.get(owner) == waiter
                                      for waiter, owner in waits.items()),
              f"{way}: both threads are named with what they wait for", text)
    ring = re.search(r"deadlock: thread (\d+) -> thread (\d+) -> thread (\d+)\n", text)
    tap.check(ring and ring[1] == ring[3] and waits.get(ring[1]) == ring[2],
              f"{way}: and the ring that they make", text)
    tap.check("main" in text and "mutex_lock" in text, f"{way}: with the way to each wait", text)


def main():
    tap, place = Tap(), Place("watchdog", sys.argv[1])
    deadlock(tap, place, "lifted", [])
    deadlock(tap, place, "interpreted", ["--interpret"])
    if not tap.failures:
        shutil.rmtree(place.folder)
    tap.end()


main()
