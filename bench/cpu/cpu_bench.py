# SPDX-License-Identifier: MIT
"""Programs natively, lifted, in the interpreter and under qemu-aarch64, one after the other, and what
exact floating point costs. Each program takes its own time, of the processor and not of the clock on
the wall, so that starting it counts nothing and other work on the machine little."""
import statistics

import measure
from programs import PROGRAMS, Build, missing

# The interpreter and the native run that it is compared with do this part of the rounds.
FEW = 10
FLOAT_PROGRAMS = ("mandelbrot", "n-body", "matrix")


def seconds(command, program, few, wanted):
    """Of one run, whose checksum must be what the first run with as many rounds gave."""
    rounds = program.rounds // FEW if few else program.rounds
    taken = measure.run([*command, program.name, str(rounds)])
    word, checksum, nanoseconds = taken.out.split()
    if word != "bench" or wanted.setdefault((program.name, rounds), checksum) != checksum:
        raise measure.Failed(f"{' '.join(command)} {program.name}: computes otherwise:\n{taken.out}")
    return int(nanoseconds, 16) / 1e9


def interleaved(program, ways, runs, wanted):
    """way -> its seconds in each run; a way is its command and whether it does few rounds."""
    taken = {way: [] for way in ways}
    for _ in range(runs):
        for way, (command, few) in ways.items():
            taken[way].append(seconds(command, program, few, wanted))
    return taken


def ratio(taken, way, base):
    return statistics.median(a / b for a, b in zip(taken[way], taken[base]))


def chosen(only):
    names = {p.executable for p in PROGRAMS}
    lacking = missing()
    if lacking:
        print(f"bench: without the libraries, which `scripts/setup --long` installs: {lacking[0]}")
        names.discard("libraries")
    return [p for p in PROGRAMS if p.executable in names and (not only or p.name in only)]


def measure_program(build, program, runs, wanted):
    """Native seconds, and the ratios of the other ways."""
    native, guest = build.native(program.executable), build.guest(program.executable)
    ways = {"native": ([native], False), "lifted": ([build.lifted(program.executable)], False),
            "qemu": (["qemu-aarch64", "-cpu", "cortex-a57", guest], False),
            "few": ([native], True), "interpreted": ([build.tool, "interpret", guest], True)}
    taken = interleaved(program, ways, runs, wanted)
    return (statistics.median(taken["native"]), ratio(taken, "lifted", "native"),
            ratio(taken, "interpreted", "few"), ratio(taken, "qemu", "native"),
            ratio(taken, "qemu", "lifted"))


def summary(rows):
    """What the targets speak of."""
    means = [statistics.geometric_mean(column) for column in list(zip(*(r for _, r in rows)))[1:]]
    lines = ["geometric means: lifted {:.2f}, interpreted {:.0f} and qemu-aarch64 {:.1f} times "
             "native; qemu-aarch64 {:.1f} times lifted".format(*means)]
    for kind in ("scalar", "vector"):
        of_kind = [(r[1], p.name) for p, r in rows if p.kind == kind]
        if of_kind:
            lines.append("lifted, worst {2} program: {0:.2f} ({1})".format(*max(of_kind), kind))
    worst = max((r[2], p.name) for p, r in rows)
    lines.append("interpreted, worst: {0:.0f} ({1})".format(*worst))
    return "\n".join("- " + line for line in lines)


def bench(runs, only, write):
    build, wanted, rows = Build(), {}, []
    for program in chosen(only):
        rows.append((program, measure_program(build, program, runs, wanted)))
    out = measure.table(
        ["program", "native s", "lifted / native", "interpreted / native", "qemu / native",
         "qemu / lifted"],
        [[p.name, f"{native:.3f}", f"{lifted:.2f}", f"{interpreted:.0f}", f"{qemu:.1f}",
          f"{gain:.1f}"] for p, (native, lifted, interpreted, qemu, gain) in rows])
    head = measure.versions(["clang-19"], ["qemu-aarch64"])
    measure.publish("cpu", f"{head}; medians of {runs} runs\n\n{out}\n\n{summary(rows)}", write)


def bench_float(runs, write):
    """--float in units of fast."""
    build, wanted, rows = Build(), {}, []
    for program in (p for p in PROGRAMS if p.name in FLOAT_PROGRAMS):
        ways = {mode: ([build.lifted(program.executable, mode)], False)
                for mode in ("fast", "auto", "exact")}
        taken = interleaved(program, ways, runs, wanted)
        ratios = [f"{ratio(taken, mode, 'fast'):.2f}" for mode in ("auto", "exact")]
        rows.append([program.name, "1", *ratios])
    out = measure.table(["program", "fast", "auto", "exact"], rows)
    head = measure.versions(["clang-19"])
    measure.publish("float", f"{head}; medians of {runs} runs\n\n{out}", write)


# Without the check a program does not notice that it has ended; what it measured stands there before.
MUST_NOT_END = ("sh", "-c", '"$0" "$@" 2>/dev/null || :')


def bench_check(runs, only, write):
    """What the look for attention behind each call costs where nobody asks for any."""
    build, wanted, rows, ratios = Build(), {}, [], []
    for program in chosen(only):
        ways = {"with": ([build.lifted(program.executable)], False),
                "without": ([*MUST_NOT_END, build.unchecked(program.executable)], False)}
        taken = interleaved(program, ways, runs, wanted)
        ratios.append(ratio(taken, "with", "without"))
        rows.append([program.name, f"{statistics.median(taken['without']):.3f}",
                     f"{100 * (ratios[-1] - 1):+.1f} %"])
    out = measure.table(["program", "without s", "with"], rows)
    head = measure.versions(["clang-19"])
    middle, mean = (100 * (f(ratios) - 1) for f in (statistics.median, statistics.geometric_mean))
    measure.publish("check", f"{head}; medians of {runs} runs\n\n{out}\n\n- median of the programs "
                    f"{middle:+.1f} %, geometric mean {mean:+.1f} %", write)
