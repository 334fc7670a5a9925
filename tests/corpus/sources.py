# SPDX-License-Identifier: MIT
"""What the corpus is made of: Debian source packages, fetched into the build folder, and a guest
program of ours with its SDK."""
import collections
import glob
import os
import subprocess

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg"
LIST = f"deb-src [signed-by={KEYRING}] http://deb.debian.org/debian bookworm main\n"

# name; C files; flags for all compilers; hosted: with the C library's headers, else freestanding.
Set = collections.namedtuple("Set", "name files flags hosted")


class Unavailable(Exception):
    """A source cannot be had here; says what to do."""


def call(command, cwd, why):
    os.makedirs(cwd, exist_ok=True)
    done = subprocess.run(command, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode:
        raise Unavailable(f"{why}\n{' '.join(command)}\n" + done.stdout.decode(errors="replace")[-2000:])


def apt(folder, *words):
    """apt-get with lists of its own, so that the machine's are left alone."""
    state = os.path.join(folder, "apt")
    for inner in ("lists/partial", "cache/archives/partial"):
        os.makedirs(os.path.join(state, inner), exist_ok=True)
    with open(os.path.join(state, "sources.list"), "w", encoding="utf-8") as f:
        f.write(LIST)
    call(["apt-get", "-q", "-o", f"Dir::Etc::sourcelist={state}/sources.list",
          "-o", "Dir::Etc::sourceparts=-", "-o", f"Dir::State={state}",
          "-o", f"Dir::State::lists={state}/lists", "-o", f"Dir::Cache={state}/cache",
          "-o", "APT::Sandbox::User=root", *words], folder,
         "the sources need Debian's archive over the network and the package dpkg-dev")


def unpacked(folder, package):
    """The folder of the package's sources, fetched when it is not there."""
    def there():
        return sorted(p for p in glob.glob(os.path.join(folder, package + "-*")) if os.path.isdir(p))
    if not there():
        if not glob.glob(os.path.join(folder, "apt", "lists", "*Sources*")):
            apt(folder, "update")
        apt(folder, "source", package)
    if not there():
        raise Unavailable(f"apt-get source {package} left nothing in {folder}")
    return there()[-1]


def lua(folder):
    source = os.path.join(unpacked(folder, "lua5.4"), "src")
    files = sorted(f for f in glob.glob(os.path.join(source, "*.c")) if not f.endswith("luac.c"))
    return Set("lua", files, ["-std=gnu99", "-DLUA_USE_POSIX"], True)


def zstd(folder):
    source = os.path.join(unpacked(folder, "libzstd"), "lib")
    files = sorted(f for part in ("common", "compress", "decompress", "dictBuilder")
                   for f in glob.glob(os.path.join(source, part, "*.c")))
    return Set("zstd", files, ["-DZSTD_DISABLE_ASM", "-DZSTD_MULTITHREAD"], True)


def sqlite(folder):
    source = unpacked(folder, "sqlite3")
    made = os.path.join(source, "sqlite3.c")
    if not os.path.exists(made):
        why = "SQLite's one-file form is made by its own scripts, which need the packages tcl and make"
        call(["sh", "./configure", "--disable-tcl"], source, why)
        call(["make", "sqlite3.c"], source, why)
    return Set("sqlite", [made], ["-DSQLITE_THREADSAFE=0", "-DSQLITE_ENABLE_FTS5",
                                  "-DSQLITE_ENABLE_RTREE"], True)


def guest(_):
    files = [os.path.join(TOP, "guest", "programs", "jumps.c"),
             *sorted(glob.glob(os.path.join(TOP, "guest", "sdk", "*.c")))]
    return Set("guest", files, ["-std=gnu11", "-ffreestanding", "-nostdinc",
                                "-I" + os.path.join(TOP, "guest", "sdk")], False)


SETS = {"guest": guest, "lua": lua, "zstd": zstd, "sqlite": sqlite}
