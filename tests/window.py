#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""hello in a window of a virtual display. usage: window.py BUILD_FOLDER"""
import json
import shutil
import subprocess
import sys

import picture
from harness import Place, Tap, show
from pictures import PICTURES, golden


def start_display():
    """Xvfb chooses a free number and tells it when it is ready."""
    process = subprocess.Popen(["Xvfb", "-displayfd", "1", "-screen", "0", "1400x900x24", "-nolisten",
                                "tcp"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.DEVNULL)
    number = process.stdout.readline().decode().strip()
    return process, f":{number}" if number else None


def run(place, display, script, *words):
    env = place.environment(DISPLAY=display, SDL_VIDEODRIVER="x11", SDL_AUDIODRIVER="dummy")
    report = place.path("report.json")
    done = place.call("run", place.guest("hello.nro"), "--quiet", "--cache-folder", place.cache,
                      "--portable", place.path("portable"), "--report", report, "--input",
                      place.write("script", script), *words, env=env)
    try:
        with open(report, encoding="utf-8") as f:
            return done, json.load(f)
    except (OSError, ValueError):
        return done, {}


def main():
    tap, place = Tap(), Place("window", sys.argv[1])
    if not shutil.which("Xvfb"):
        tap.skip("a window", "there is no Xvfb here")
        tap.end()
    server, display = start_display()
    try:
        if not tap.check(display is not None, "Xvfb starts"):
            tap.end()
        frame, script = PICTURES["hello"]
        shot = place.path("hello.png")
        done, report = run(place, display, script, "--frames", str(frame), "--screenshot", shot)
        tap.check(done.status == 0 and report.get("frames") == frame, "frames in a window", show(done),
                  report)
        difference = picture.compare(shot, golden("hello"))
        tap.check(picture.alike(difference), "its picture", difference.text)
        done, report = run(place, display, "20 close\n", "--frames", "2000")
        tap.check(done.status == 0 and report.get("verdict") == "stopped"
                  and 20 <= report.get("frames", 0) < 2000, "closed by the script", show(done), report)
        done, report = run(place, display, "20 tap plus\n", "--frames", "2000")
        tap.check(done.status == 0 and report.get("verdict") == "returned", "left by Plus", show(done),
                  report)
        done, report = run(place, ":-1", "20 close\n", "--frames", "5")
        tap.check(done.status == 71 and report.get("verdict") == "not started"
                  and "--headless" in done.err, "without a display it says so", show(done), report)
    finally:
        server.terminate()
        server.wait()
    if not tap.failures:
        shutil.rmtree(place.folder)
    tap.end()


main()
