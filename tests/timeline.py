#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Traces as timelines: what Perfetto and Chrome's viewer rely on, and what is true of three cores.
usage: timeline.py BUILD_FOLDER"""
import bisect
import collections
import json
import os
import shutil
import signal
import subprocess
import sys

from harness import Place, Tap, show, until

CORES, PROGRAM = 1, 2  # processes
AREAS = "svc,ipc,sched,guest"


def load(path):
    try:
        with open(path, encoding="utf-8") as f:
            return json.load(f)
    except (OSError, ValueError) as error:
        return str(error)


def shape(events):
    """What is wrong with single events, and with each track by itself."""
    last, open_slices = {}, collections.Counter()
    names = {(e["pid"], e["tid"]) for e in events if e.get("name") == "thread_name"}
    for e in events:
        if not {"ph", "pid", "tid", "ts"} <= e.keys() or e["ph"] not in "MBEisf":
            yield f"{e}: a field is missing"
            continue
        track = e["pid"], e["tid"]
        if e["ph"] != "E" and not isinstance(e.get("name"), str):
            yield f"{e}: no name"
        if e["ph"] != "M" and track not in names:
            yield f"{e}: its track has no name"
        if e["ts"] < last.get(track, 0):
            yield f"{e}: earlier than the one before it"
        last[track] = e["ts"]
        open_slices[track] += {"B": 1, "E": -1}.get(e["ph"], 0)
        if open_slices[track] < 0:
            yield f"{e}: nothing to end"
        if e["ph"] in "sf" and not open_slices[track]:
            yield f"{e}: an arrow outside of a slice"
    yield from (f"{track}: {n} slices are open" for track, n in open_slices.items() if n)


def arrows(events):
    begins = {e["id"]: e for e in events if e["ph"] == "s"}
    ends = [e for e in events if e["ph"] == "f"]
    for e in ends:
        begin = begins.get(e["id"])
        if not begin or begin["ts"] > e["ts"] or (begin["name"], begin["cat"]) != (e["name"], e["cat"]):
            yield f"{e}: an arrow from {begin}"
    if len(begins) != sum(e["ph"] == "s" for e in events) or len(ends) != len({e["id"] for e in ends}):
        yield "two arrows have one number"


def held(events):
    """(core, thread, from, to) as the tracks of the cores say; and what is wrong with them."""
    slices, wrong, current = [], [], {}
    for e in (e for e in events if e["pid"] == CORES):
        if e["ph"] == "B":
            if e["tid"] in current:
                wrong.append(f"{e}: core {e['tid']} has {current[e['tid']]}")
            current[e["tid"]] = e
        elif e["ph"] == "E" and e["tid"] in current:
            begin = current.pop(e["tid"])
            slices.append((e["tid"], int(begin["name"].split()[1]), begin["ts"], e["ts"]))
    return slices, wrong


def cores(events):
    """A core has one thread, a thread has one core, and calls are made with one."""
    slices, wrong = held(events)
    yield from wrong
    by_thread = collections.defaultdict(list)
    for core, thread, begin, end in slices:
        by_thread[thread].append((begin, end, core))
    for thread, times in by_thread.items():
        times.sort()
        for before, after in zip(times, times[1:]):
            if before[1] > after[0]:
                yield f"thread {thread} is on two cores: {before}, {after}"
    for e in events:
        if e["ph"] != "B" or e.get("cat") != "svc":
            continue
        times = by_thread[e["tid"]]
        at = bisect.bisect_right(times, (e["ts"], float("inf"), 0)) - 1
        if at < 0 or e["ts"] > times[at][1]:
            yield f"{e}: the thread has no core"


def problems(events):
    if not isinstance(events, list) or not events:
        return [f"no events: {events}"]
    wrong = list(shape(events))
    return wrong or [*arrows(events), *cores(events)]


def is_sound(tap, name, events, *details):
    wrong = problems(events)
    return tap.check(not wrong, f"{name}: the events are sound", *wrong[:5], *details)


def mistakes_are_found(tap):
    """The checks of this test, on traces that are wrong."""
    def event(ph, pid, tid, ts, **more):
        return {"ph": ph, "pid": pid, "tid": tid, "ts": ts, "name": "thread 80", "cat": "sched", **more}
    named = [event("M", pid, tid, 0, name="thread_name")
             for pid, tid in ((CORES, 1), (CORES, 2), (PROGRAM, 80))]
    right = named + [event("B", CORES, 1, 1), event("B", PROGRAM, 80, 2, cat="svc"),
                     event("E", PROGRAM, 80, 3), event("E", CORES, 1, 4)]
    tap.check(not problems(right), "a sound trace is taken", problems(right))
    for what, wrong in {
            "an open slice": right[:-1],
            "a second end": right + [event("E", CORES, 1, 5)],
            "time that goes back": right + [event("i", CORES, 1, 3)],
            "a missing field": right + [{"ph": "i", "pid": 1, "tid": 1}],
            "a track without a name": right[1:],
            "two threads on a core": named + [event("B", CORES, 1, 1), event("B", CORES, 1, 2, name="thread 81"),
                                              event("E", CORES, 1, 3), event("E", CORES, 1, 4)],
            "a thread on two cores": right + [event("B", CORES, 2, 3), event("E", CORES, 2, 5)],
            "a call without a core": right + [event("B", PROGRAM, 80, 5, cat="svc"),
                                              event("E", PROGRAM, 80, 6)],
            "an arrow from nowhere": right + [event("B", PROGRAM, 80, 5), event("f", PROGRAM, 80, 5, id=1),
                                              event("E", PROGRAM, 80, 6)],
    }.items():
        tap.check(problems(wrong), f"{what} is found")


def slices_named(events, start):
    return [e for e in events if e["ph"] == "B" and e["name"].startswith(start)]


def trace(place, program, name, *words):
    done = place.run(place.guest(program), "--trace", AREAS, "--trace-file",
                     place.path(name + ".json"), *words)
    return done, load(place.path(name + ".json"))


def threads(tap, place):
    done, events = trace(place, "threads.nro", "threads", "--interpret")
    if not is_sound(tap, "threads", events, show(done)):
        return
    tap.check(done.status == 0 and not done.err, "threads: nothing goes to the terminal", show(done))
    calls = slices_named(events, "ArbitrateLock")
    tap.check(calls and all({"owner", "address", "tag"} <= e["args"].keys() for e in calls[:9]),
              "threads: calls have their arguments", calls[:3])
    results = [e for e in events if e["ph"] == "E" and e.get("args", {}).get("result")]
    tap.check(results, "threads: and their results")
    tap.check(any(e.get("args", {}).get("result name") for e in results), "threads: failures are named")
    tap.check(slices_named(events, "wait for a mutex") and any(e["ph"] == "s" for e in events)
              and any(e["ph"] == "f" for e in events), "threads: waits and who ends them")
    used = {thread for _, thread, _, _ in held(events)[0]}
    tap.check(len(used) > 3 and {core for core, _, _, _ in held(events)[0]} <= {1, 2, 3},
              "threads: the cores have threads", used)
    tap.check(any(e["ph"] == "i" and e["name"].startswith("debug: ok 1") for e in events),
              "threads: the program's text is on its track")


def preemption(tap, place):
    """Lifted, so that threads are interrupted in the middle of code."""
    done, events = trace(place, "schedule.nro", "schedule")
    if not is_sound(tap, "schedule", events, show(done)):
        return
    instants = collections.Counter(e["name"] for e in events if e["ph"] == "i")
    tap.check(done.status == 0 and all(instants[name] for name in
                                       ("it is to hand over", "its turn ends", "interrupt")),
              "schedule: preemption and turns are marked", instants)
    reasons = {e["args"]["left"] for e in events if e["pid"] == CORES and e["ph"] == "E" and "args" in e}
    tap.check(reasons >= {"blocked", "handed over", "ended"}, "schedule: why a core was left", reasons)


def requests(tap, place):
    done, events = trace(place, "files.nro", "files", "--interpret")
    if not is_sound(tap, "files", events, show(done)):
        return
    opened = [e for e in events if e["ph"] == "B" and e.get("cat") == "ipc" and "OpenFile" in e["name"]]
    tap.check(opened and all("data" in e["args"] and "in 0 bytes" in e["args"] for e in opened),
              "files: requests have their data and buffers", opened[:2])
    tap.check("works on the host" in {e["args"]["left"] for e in events
                                      if e["pid"] == CORES and e["ph"] == "E" and "args" in e},
              "files: a request gives the core back")


def fault(tap, place):
    done, events = trace(place, "crash.elf", "crash", "--interpret", "--args", "read")
    tap.check(done.status == 70, "a fault ends the program", show(done))
    is_sound(tap, "fault", events, show(done))


def deadlock(tap, place, number):
    """The file is whole when the deadlock is reported, and whatever ends the process then."""
    name = f"deadlock, {number.name}"
    file = place.path("deadlock.json")
    command = [place.windlass, "run", place.guest("deadlock.elf"), "--headless", "--quiet",
               "--interpret", "--portable", place.path("portable"), "--trace", AREAS,
               "--trace-file", file, "--watchdog", "1"]
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                          env=place.environment(), start_new_session=True) as process:
        text = until(process, "deadlock:")
        os.killpg(process.pid, number)
    events = load(file)
    if is_sound(tap, name, events, text):
        tap.check(len(slices_named(events, "wait for a mutex")) == 2, f"{name}: both waits are there")


def lines(tap, place):
    """Without a file, or with another name, a trace is text."""
    done = place.run(place.guest("threads.nro"), "--interpret", "--trace", "sched,svc")
    tap.check(" has core " in done.err and "[sched] " in done.err and "[svc] " in done.err,
              "lines on the terminal", done.err[:500])
    done = place.run(place.guest("threads.nro"), "--interpret", "--trace", "svc", "--trace-file",
                     place.path("trace.txt"))
    with open(place.path("trace.txt"), encoding="utf-8") as f:
        text = f.read()
    tap.check(done.status == 0 and not done.err and text.startswith("[svc] thread ")
              and "WaitSynchronization" in text, "lines in a file", text[:500])
    done = place.run(place.guest("threads.nro"), "--interpret", "--trace-file", "/nonexistent/x.json")
    tap.check(done.status and "/nonexistent/x.json" in done.err, "a file that cannot be made", show(done))


def main():
    tap, place = Tap(), Place("timeline", sys.argv[1])
    mistakes_are_found(tap)
    threads(tap, place)
    preemption(tap, place)
    requests(tap, place)
    fault(tap, place)
    deadlock(tap, place, signal.SIGKILL)
    deadlock(tap, place, signal.SIGTERM)
    lines(tap, place)
    if not tap.failures:
        shutil.rmtree(place.folder)
    tap.end()


main()
