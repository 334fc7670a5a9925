#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""gdb-multiarch on guest programs, lifted and interpreted. usage: gdb.py BUILD_FOLDER"""
import os
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time

from harness import Place, Tap

TIMEOUT = 120


class Session:
    """A program that waits for gdb, and one gdb that runs a script; both end with the block."""

    def __init__(self, place, *words, program="debugged.elf"):
        self.place = place
        self.lines, self.said = [], threading.Condition()
        self.program = subprocess.Popen(
            [place.windlass, "run", place.guest(program), "--headless", "--quiet",
             "--cache-folder", place.cache, "--portable", place.path("portable"), "--trace", "guest",
             "--gdb", "0", *words],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
            env=place.environment(), start_new_session=True)
        threading.Thread(target=self.read, daemon=True).start()
        found = re.search(r"127\.0\.0\.1:(\d+)", self.wait_for("waits for gdb"))
        self.port = int(found[1]) if found else 0

    def read(self):
        for line in self.program.stderr:
            with self.said:
                self.lines.append(line.rstrip("\n"))
                self.said.notify_all()
        with self.said:
            self.lines.append(None)
            self.said.notify_all()

    def wait_for(self, text):
        """The line of the program that has the text; "" where it ends without one."""
        def there():
            return next((x for x in self.lines if x is None or text in x), False)
        with self.said:
            self.said.wait_for(lambda: there() is not False, TIMEOUT)
            return there() or ""

    def gdb(self, script, interrupt_at=()):
        """What gdb prints. Its user presses ctrl-C when the program has printed each text."""
        path = self.place.write("script.gdb", "set pagination off\nset confirm off\nset width 0\n"
                                f"target remote 127.0.0.1:{self.port}\n" + script)
        gdb = subprocess.Popen(["gdb-multiarch", "--batch", "-nx", "-x", path,
                                self.place.guest("debugged.elf")],
                               stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT, text=True, env=self.place.environment(),
                               start_new_session=True)
        for text in interrupt_at:
            if self.wait_for(text):
                time.sleep(1)  # the text is printed by a call, which ends before the loop begins
                os.kill(gdb.pid, signal.SIGINT)
        try:
            return gdb.communicate(timeout=TIMEOUT)[0]
        except subprocess.TimeoutExpired:
            os.killpg(gdb.pid, signal.SIGKILL)
            return gdb.communicate()[0] + "\n(gdb did not end)"

    def status(self):
        try:
            return self.program.wait(TIMEOUT)
        except subprocess.TimeoutExpired:
            return "timeout"

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        if self.program.poll() is None:
            os.killpg(self.program.pid, signal.SIGKILL)
            self.program.wait()


class Client:
    """The protocol by hand: what gdb would never do so often."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), TIMEOUT)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.file = self.socket.makefile("rb")

    def send(self, text):
        self.socket.sendall(f"${text}#{sum(text.encode()) & 255:02x}".encode())

    def receive(self):
        """The text of the next packet; "" at the end of the connection."""
        while (byte := self.file.read(1)) != b"$":
            if not byte:
                return ""
        text = bytearray()
        while (byte := self.file.read(1)) not in (b"#", b""):
            text += byte
        self.file.read(2)
        return text.decode("latin-1")

    def ask(self, text):
        self.send(text)
        return self.receive()

    def interrupted(self, text, seconds):
        """Lets threads go on, and halts them soon."""
        self.send(text)
        time.sleep(seconds)
        try:
            self.socket.sendall(b"\x03")
        except ConnectionError:  # the program has ended meanwhile, and said so
            pass
        return self.receive()


def in_order(text, *patterns):
    """The patterns stand in the text one behind the other: the first one that does not, or None."""
    at = 0
    for pattern in patterns:
        found = re.compile(pattern, re.M).search(text, at)
        if not found:
            return pattern
        at = found.end()
    return None


def check(tap, name, text, *patterns, more=()):
    missing = in_order(text, *patterns)
    tap.check(missing is None, name, f"not found in its place: {missing}", text[-6000:], *more)


BREAK = """
break inner
continue
backtrace
info registers x0 pc
print value
print $sp == $x29 || $sp < $x29
info threads
stepi
stepi
print $pc - (unsigned long)&inner > 0 && $pc - (unsigned long)&inner < 64
finish
print sum + local
continue
delete
break middle if value == 12
continue
print value
set var value = 20
next
step
backtrace 3
delete
set var spinning = 0
continue
"""


def breaks(tap, place, name, words):
    with Session(place, *words) as s:
        out = s.gdb(BREAK)
        check(tap, f"{name}: breakpoint, backtrace, registers", out,
              r"^(?:Thread .* hit )?Breakpoint 1, (?:0x\w+ in )?inner \(value=10,", r"^#0 .*inner \(value=10",
              r"^#1 .* in middle \(value=10\)", r"^#2 .* in outer \(value=3\)", r"^#3 .* in main \(\)",
              r"^x0 +0xa +10$", r"^pc +0x80\w+ +0x80\w+ <inner\+?\d*>$", r"^\$1 = 10$", r"^\$2 = 1$",
              more=s.lines)
        check(tap, f"{name}: threads", out, r"^\* 1 +Thread.* \(main, priority 44, core 0\).*inner",
              r"^  2 +Thread.* \(thread_\w+, priority 44, core 0, waits for readable event\)", more=s.lines)
        check(tap, f"{name}: steps", out, r"^0x0*80\w+.*|^\d+\s", r"^\$3 = 1$",
              r"in middle \(value=10\)|middle \(value=10\) at",
              r"^Value returned is \$\d+ = 20$", r"Breakpoint 1, .*inner \(value=11,")
        check(tap, f"{name}: a condition, source lines, a new value", out,
              r"Breakpoint 2, .*middle \(value=12\)", r"^\$\d+ = 12$", r"inner \(value=20,",
              r"^#0 .*inner \(value=20", r"^#1 .*middle \(value=20\)", r"\[Inferior 1 .* exited normally\]")
        tap.check(s.status() == 0 and s.wait_for("outer gave 167"), f"{name}: the program saw it",
                  s.lines, out)


INTERRUPT = """
continue
backtrace
print spinning
set var spinning = 0
print $v0
set var $v1.d.u[0] = 5
print $v1.d.u[0]
set var $x19 = 0x1234
info registers x19
continue
"""


def interrupts(tap, place, name, words):
    with Session(place, *words) as s:
        out = s.gdb(INTERRUPT, ["spins"])
        check(tap, f"{name}: ctrl-C in a loop without calls", out,
              r"received signal SIGINT, Interrupt\.", r"^#0 .*spin \(\)", r"^#1 .* in main \(\)",
              r"^\$1 = 1$", r"^\$2 = \{d = \{f = \{", r"^\$3 = 5$", r"^x19 +0x1234 +4660$",
              r"exited normally", more=s.lines)
        tap.check(s.status() == 0 and s.wait_for("spins no more"), f"{name}: and it goes on", s.lines,
                  out)


WATCH = """
watch results[3]
continue
backtrace 2
delete
rwatch depth
python
try: gdb.execute("continue")
except gdb.error as e: print(e)
end
delete
monitor base
monitor threads
monitor memory
monitor nonsense
set var spinning = 0
detach
"""


def watches(tap, place, name, words):
    with Session(place, *words) as s:
        out = s.gdb(WATCH)
        check(tap, f"{name}: a watchpoint", out, r"^Hardware watchpoint 1: results\[3\]",
              r"^Old value = 0$", r"^New value = 22$", r"^#0 .*inner \(value=11",
              r"^#1 .*middle \(value=11\)",
              r"Could not insert hardware watchpoint", more=s.lines)
        check(tap, f"{name}: monitor", out, r"^0x8000000-0x80\w+ debugged$",
              r"^\w+: main, priority 44, core 0, at 0x80\w+$", r"^\w+: thread_\w+, priority 44, core 0, waits for readable event, at 0x80\w+$",
              r"^0x0008000000-0x00080\w+ r-x type 0x08$", r"'monitor help' lists the commands")
        tap.check(s.status() == 0 and s.wait_for("results 20 22"),
                  f"{name}: detached, it runs on", s.lines, out)


FAULT = """
set var way = %d
set var spinning = 0
continue
backtrace 2
%s
"""
# way -> the signal, the function, what gdb does then, the status of the program
FAULTS = {
    "a bad pointer": (1, "SIGSEGV, Segmentation fault", "fault", "continue", 70),
    "brk, passed over": (2, "SIGTRAP, Trace/breakpoint trap", "fault", "set var $pc = $pc + 4\ncontinue", 0),
    "brk, passed on": (2, "SIGTRAP, Trace/breakpoint trap", "fault", "signal SIGTRAP", 70),
    "an undefined word": (3, "SIGILL, Illegal instruction", "fault", "continue", 70),
    "svcBreak": (4, "SIGABRT, Aborted", "svcBreak", "continue", 70),
    "a call that is none": (5, "SIGSYS, Bad system call", "fault", "continue", 70),
}


def faults(tap, place, name, words):
    for what, (way, told, function, then, status) in FAULTS.items():
        with Session(place, *words) as s:
            out = s.gdb(FAULT % (way, then))
            check(tap, f"{name}: {what}", out, f"received signal {told}", rf"^#0 .*{function} \(",
                  r"exited normally" if status == 0 else r"exited with code 0106", more=s.lines)
            tap.check(s.status() == status and bool(s.wait_for("went on behind")) == (status == 0),
                      f"{name}: {what}: the end", s.status(), s.lines, out)


def kills(tap, place, name, words):
    with Session(place, *words) as s:
        out = s.gdb("break outer\ncontinue\nkill\n")
        tap.check(s.status() == 0 and "killed" in out and not s.wait_for("outer gave"),
                  f"{name}: kill", s.status(), s.lines, out)


def comes_back(tap, place, name, words):
    """Who loses the connection leaves the program running, and may come back."""
    with Session(place, *words) as s:
        out = s.gdb("break middle\ncontinue\ndetach\n")
        s.wait_for("spins")
        again = s.gdb("backtrace\nset var spinning = 0\ncontinue\n")
        check(tap, f"{name}: a second gdb", out + again, "Breakpoint 1, ", r"^#0 .*spin \(\)",
              "exited normally", more=s.lines)
        tap.check(s.status() == 0, f"{name}: and the end", s.lines)


def halts_anywhere(tap, place, name, words):
    """Threads that are halted and stepped at any time do what they do otherwise."""
    with Session(place, *words, program="threads.nro") as s:
        gdb, chance = Client(s.port), random.Random(1)
        gdb.ask("qSupported:swbreak+")
        stop, causes, odd = gdb.ask("?"), {}, []
        for _ in range(300):
            if not stop.startswith("T"):
                break
            thread = chance.choice(gdb.ask("qfThreadInfo")[1:].split(","))
            odd += [x for x in (gdb.ask("Hg" + thread), gdb.ask("g")) if x != "OK" and len(x) < 1000]
            stop = gdb.interrupted(f"vCont;s:{thread};c" if chance.random() < 0.3 else "vCont;c",
                                   0.004 * chance.random())
            causes[stop[:3]] = causes.get(stop[:3], 0) + 1
        while stop.startswith("T"):
            stop = gdb.ask("vCont;c")
        tap.check(stop == "W00" and s.status() == 0 and not odd and causes.get("T02", 0) > 10
                  and s.wait_for("1..") and not any("not ok" in (x or "") for x in s.lines),
                  f"{name}: halted at any time", stop, causes, odd, s.lines)


def turns_away(tap, place, name, words):
    """What is no gdb gets no answer, and does not make the program run."""
    with Session(place, *words) as s:
        with socket.create_connection(("127.0.0.1", s.port)) as other:
            other.sendall(b"POST / HTTP/1.1\r\n\r\n$k#6b")
            other.settimeout(TIMEOUT)
            try:
                answer = other.recv(100)
            except ConnectionResetError:
                answer = b""
        with socket.create_connection(("127.0.0.1", s.port)):
            pass
        out = s.gdb("set var spinning = 0\nset var depth = 1\nbreak outer\ncontinue\ncontinue\n")
        check(tap, f"{name}: who is no gdb is turned away", out, r"Breakpoint 1, .*outer \(value=1\)",
              "exited normally", more=[answer, *s.lines])
        tap.check(answer == b"" and s.status() == 0, f"{name}: without an answer", answer)


def scheduler_locks(tap, place, name, words):
    """One thread steps while the others stay; a thread in a call cannot be given registers."""
    with Session(place, *words) as s:
        out = s.gdb("break inner\ncontinue\nset scheduler-locking on\nstepi 3\nthread 2\nbacktrace\n"
                    "python\ntry: gdb.execute('set var $x19 = 1')\nexcept gdb.error as e: print(e)\nend\nthread 1\nset scheduler-locking off\ndelete\n"
                    "set var spinning = 0\ncontinue\n")
        check(tap, f"{name}: threads one by one", out, r"Breakpoint 1, ", r"Switching to thread 2",
              r"^#1 .* in wait_for_release", r"Could not write register \"x19\"", "exited normally",
              more=s.lines)


def refuses(tap, place):
    """A program that was built for speed, a port in use, and what is no port."""
    program = place.path("fast")
    place.call("build", place.guest("hello.elf"), "--quiet", "--cache-folder", place.cache, "--output",
               program)
    done = place.execute([program, "--headless", "--gdb", "0", "--portable", place.path("p")])
    tap.check(done.status == 71 and "--debug" in done.err, "fast code is refused", done)
    done = place.run(place.guest("hello.elf"), "--interpret", "--gdb", "70000")
    tap.check(done.status == 71 and "is no port" in done.err, "a bad port", done)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        done = place.run(place.guest("hello.elf"), "--interpret", "--gdb", str(taken.getsockname()[1]))
    tap.check(done.status == 71 and "cannot be used" in done.err, "a port in use", done)


def main():
    tap, place = Tap(), Place("gdb", sys.argv[1])
    if not shutil.which("gdb-multiarch"):
        tap.skip("gdb", "gdb-multiarch is not installed")
        tap.end()
    for name, words in (("interpreted", ["--interpret"]), ("lifted", [])):
        for case in (breaks, interrupts, watches, faults, kills, comes_back, halts_anywhere, turns_away, scheduler_locks):
            case(tap, place, name, words)
    refuses(tap, place)
    if not tap.failures:
        shutil.rmtree(place.folder)
    tap.end()


main()
