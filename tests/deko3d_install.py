#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The library as a program outside of this project finds it: installed into a prefix that is then
moved, found by pkg-config and by CMake, linked, run without a display. usage: deko3d_install.py
BUILD_FOLDER"""
import filecmp
import os
import re
import shutil
import sys

import picture
from harness import TOP, Place, Tap, show

BACKGROUND = (0, 0, 51)
# Where the triangle is, and near which corner: x, y of the picture, the strongest of red, green, blue.
INSIDE = [(160, 40, 0), (60, 205, 1), (260, 205, 2)]
OUTSIDE = [(5, 5), (315, 5), (160, 230), (20, 120)]

# A mistake that only the debug library notices.
MISTAKE = """
#include <deko3d.h>
#include <stdio.h>

static void told(void *data, const char *context, DkResult result, const char *message) {
    (void)data, (void)message;
    printf("%s %d\\n", context, result);
    fflush(stdout);
}

int main(void) {
    DkDeviceMaker device;
    dkDeviceMakerDefaults(&device);
    device.cbDebug = told;
    DkMemBlockMaker block;
    dkMemBlockMakerDefaults(&block, dkDeviceCreate(&device), DK_MEMBLOCK_ALIGNMENT);
    DkMemBlock made = dkMemBlockCreate(&block);
    dkMemBlockFlushCpuCache(made, DK_MEMBLOCK_ALIGNMENT, 1);
    dkMemBlockDestroy(made);
    dkDeviceDestroy(block.device);
    puts("went on");
    return 0;
}
"""


def install(tap, place):
    done = place.execute(["meson", "install", "--no-rebuild", "-C", place.build, "--tags", "devel,runtime",
                          "--destdir", place.path("destination")])
    if not tap.check(done.status == 0, "installed", show(done)):
        return None
    libraries = None
    for folder, _, names in os.walk(place.path("destination")):
        if "deko3d.pc" in names:
            libraries = os.path.dirname(folder)
    if not tap.check(libraries is not None, "deko3d.pc is installed"):
        return None
    prefix = libraries[:libraries.rindex("/lib")] if "/lib/" in libraries else os.path.dirname(libraries)
    shutil.move(prefix, place.path("prefix"))
    return place.path("prefix"), place.path("prefix") + libraries[len(prefix):]


def exported(tap, place, libraries, name):
    done = place.execute(["nm", "-D", "--defined-only", os.path.join(libraries, f"lib{name}.so")])
    names = {line.split()[-1] for line in done.out.splitlines() if line}
    with open(os.path.join(TOP, "tests", "deko3d", "headers", "functions.inc"), encoding="utf-8") as f:
        wanted = set(re.findall(r"^FUNCTION\((\w+),", f.read(), re.M))
    with open(os.path.join(TOP, "include", "deko3d_host.h"), encoding="utf-8") as f:
        wanted |= set(re.findall(r"\b(dkHost\w+)\([^)]*\);", f.read()))
    tap.check(len(wanted) > 119 and names == wanted, f"{name} exports the API and nothing else",
              "missing: " + " ".join(sorted(wanted - names)), "more: " + " ".join(sorted(names - wanted)))


def drawn(tap, place, libraries, folder, name):
    path = os.path.join(folder, "picture.png")
    environment = place.environment(LD_LIBRARY_PATH=libraries, XDG_CACHE_HOME=place.cache,
                                    WINDLASS_GPU_VALIDATE="1")
    done = place.execute([os.path.join(folder, "triangle"), os.path.join(folder, "color.vert.dksh"),
                          os.path.join(folder, "color.frag.dksh"), path], env=environment)
    if not tap.check(done.status == 0 and not done.err and os.path.exists(path),
                     name + ": runs without a display and without a complaint", show(done)):
        return
    head = picture.load(path)
    rows = picture.rows(head)

    def at(x, y):
        return tuple(rows[y][3 * x:3 * x + 3])

    wrong = [f"{x},{y}: {at(x, y)}" for x, y in OUTSIDE if at(x, y) != BACKGROUND]
    for x, y, strongest in INSIDE:
        color = at(x, y)
        if color[strongest] != max(color) or color[strongest] < 150 or sum(color) not in range(252, 259):
            wrong.append(f"{x},{y}: {color}")
    tap.check((head.width, head.height) == (320, 240) and not wrong, name + ": draws its triangle", *wrong)


def mistaken(tap, place, libraries, library, environment):
    source, program = place.write("mistake.c", MISTAKE), place.path("mistake_" + library)
    made = place.execute(["sh", "-c", f"gcc -std=c11 -Wall -Wextra -Werror $(pkg-config --cflags {library}) {source} "
                          f"-o {program} $(pkg-config --libs {library})"], env=environment)
    if not tap.check(made.status == 0, library + ": a C program is built", show(made)):
        return
    done = place.execute([program], env=place.environment(LD_LIBRARY_PATH=libraries))
    if library == "deko3dd":
        ok = done.status not in (0, "timeout") and done.out == "dkMemBlockFlushCpuCache 7\n"
    else:
        ok = done.status == 0 and done.out == "went on\n"
    tap.check(ok, f"{library} {'tells of' if library == 'deko3dd' else 'does not look for'} a mistake", show(done))


def main():
    tap = Tap()
    place = Place("deko3d_install", sys.argv[1])
    found = install(tap, place)
    if not found:
        tap.end()
    prefix, libraries = found
    for shader in ("color.vert.text", "color.frag.text"):
        tap.check(filecmp.cmp(os.path.join(TOP, "examples", "outside", shader),
                              os.path.join(TOP, "examples", "shaders", shader), shallow=False),
                  f"examples/outside/{shader} is the examples' own")
    for library in ("deko3d", "deko3dd"):
        exported(tap, place, libraries, library)
        environment = place.environment(PKG_CONFIG_PATH=os.path.join(libraries, "pkgconfig"),
                                        CMAKE_PREFIX_PATH=prefix, DEKO3D=library,
                                        WINDLASS=os.path.join(prefix, "bin", "windlass"))
        mistaken(tap, place, libraries, library, environment)
        folder = place.path("examples", "make_" + library)
        shutil.copytree(os.path.join(TOP, "examples", "outside"), folder)
        done = place.execute(["make", "-C", folder], env=environment)
        if tap.check(done.status == 0, f"{library}: built with pkg-config", show(done)):
            drawn(tap, place, libraries, folder, f"{library} with pkg-config")
        if not shutil.which("cmake"):
            tap.skip(f"{library}: built with CMake", "cmake is not installed")
            continue
        source = place.path("examples", "cmake_" + library)
        shutil.copytree(os.path.join(TOP, "examples", "outside"), source)
        folder = os.path.join(source, "build")
        environment["PATH"] = os.path.join(prefix, "bin") + ":" + environment["PATH"]
        for command in (["cmake", "-S", source, "-B", folder, "-DDEKO3D=" + library], ["cmake", "--build", folder]):
            done = place.execute(command, env=environment)
            if done.status:
                break
        if tap.check(done.status == 0, f"{library}: built with CMake", show(done)):
            drawn(tap, place, libraries, folder, f"{library} with CMake")
    tap.end()


main()
