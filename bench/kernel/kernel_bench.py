# SPDX-License-Identifier: MIT
"""The kernel's common calls in a lifted program beside the same done by the host's own means, and how
long a loop without calls keeps its core. guest/programs/costs.c and host.c take the times."""
import os
import re
import statistics

import measure

HERE = os.path.dirname(os.path.abspath(__file__))
GUEST = os.path.join(measure.BUILD, "guest", "costs.nro")
ROUNDS = 10000
INTERRUPTIONS = 1000

# Name in the guest program, and in the host's -> what was done.
ROWS = {
    ("mutex", "mutex"): ("mutex without contention, locked and unlocked", "pthread_mutex_t"),
    ("event", "event"): ("event signalled, waited for and reset", "eventfd, poll"),
    ("switch", "switch"): ("word signalled to a thread on another core", "futex"),
    ("switch-same", "switch"): ("word signalled to a thread on the same core", "futex"),
    ("thread-ipc", "ipc"): ("request to a thread, and its reply", "socketpair"),
    ("service-ipc", "ipc"): ("request to a service, and its reply", "socketpair"),
}


def host_program():
    folder = os.path.join(measure.BUILD, "bench", "kernel")
    os.makedirs(folder, exist_ok=True)
    output = os.path.join(folder, "host")
    measure.run(["clang-19", "-O2", "-D_GNU_SOURCE", "-pthread", os.path.join(HERE, "host.c"), "-o",
                 output])
    return output


def costs(command):
    """Name -> nanoseconds each time."""
    found = re.findall(r"^.*\bcost (\S+) (\d+) (\d+)$", measure.run(command).out, re.M)
    return {name: int(total) / int(times) for name, total, times in found}


def guest_command(interruptions):
    return [os.path.join(measure.BUILD, "windlass"), "run", GUEST, "--headless", "--quiet", "--trace",
            "guest", "--portable", os.path.join(measure.BUILD, "bench", "kernel", "portable"),
            "--args", f"{ROUNDS} {interruptions}"]


def interleaved(runs):
    host, guests, hosts = host_program(), [], []
    costs(guest_command(1))  # compiles
    for _ in range(runs):
        guests.append(costs(guest_command(1)))
        hosts.append(costs([host, str(ROUNDS)]))
    return guests, hosts


def nanoseconds(value):
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}"


def bench(runs, write):
    guests, hosts = interleaved(runs)
    rows = []
    for (guest, host), (what, means) in ROWS.items():
        ratio = statistics.median(g[guest] / h[host] for g, h in zip(guests, hosts))
        rows.append([what, nanoseconds(statistics.median(g[guest] for g in guests)), means,
                     nanoseconds(statistics.median(h[host] for h in hosts)), f"{ratio:.2f}"])
    out = measure.table(["call", "lifted ns", "host's means", "host ns", "lifted / host"], rows)
    lost = costs(guest_command(INTERRUPTIONS))
    tail = (f"A loop without calls lost its core to a better thread after "
            f"{lost['preemption'] / 1000:,.0f} us (median of {INTERRUPTIONS:,}; nine of ten within "
            f"{lost['preemption-90'] / 1000:,.0f} us), 250 us of which it is given.")
    head = measure.versions(["clang-19"])
    measure.publish("kernel", f"{head}; medians of {runs} runs\n\n{out}\n\n{tail}", write)
