# SPDX-License-Identifier: MIT
"""PNG pictures as the tests need them: 8 bits a channel, RGB or RGBA, not interlaced."""
import collections
import struct
import zlib

SIGNATURE = b"\x89PNG\r\n\x1a\n"

# data: as the file has it, each row behind its filter byte
Raw = collections.namedtuple("Raw", "width height channels data")


def load(path):
    with open(path, "rb") as f:
        blob = f.read()
    if not blob.startswith(SIGNATURE):
        raise ValueError(f"{path}: no PNG file")
    at, packed, head = len(SIGNATURE), b"", None
    while at < len(blob):
        size, kind = struct.unpack_from(">I4s", blob, at)
        body = blob[at + 8:at + 8 + size]
        if struct.unpack_from(">I", blob, at + 8 + size)[0] != zlib.crc32(kind + body):
            raise ValueError(f"{path}: checksum of {kind} is wrong")
        if kind == b"IHDR":
            head = struct.unpack(">IIBBBBB", body)
        elif kind == b"IDAT":
            packed += body
        at += 12 + size
    width, height, depth, colour, _, _, interlaced = head
    if depth != 8 or colour not in (2, 6) or interlaced:
        raise ValueError(f"{path}: a kind of PNG that windlass does not write")
    return Raw(width, height, 3 if colour == 2 else 4, zlib.decompress(packed))


def paeth(left, up, corner):
    p = left + up - corner
    a, b, c = abs(p - left), abs(p - up), abs(p - corner)
    return left if a <= b and a <= c else up if b <= c else corner


def unfilter(kind, line, above, step):
    for i in range(len(line)):
        left = line[i - step] if i >= step else 0
        if kind == 1:
            guess = left
        elif kind == 2:
            guess = above[i]
        elif kind == 3:
            guess = (left + above[i]) // 2
        else:
            guess = paeth(left, above[i], above[i - step] if i >= step else 0)
        line[i] = (line[i] + guess) & 255


def rows(raw):
    """RGB rows, opaque."""
    stride = raw.width * raw.channels
    above, out = bytearray(stride), []
    for y in range(raw.height):
        start = y * (stride + 1)
        line = bytearray(raw.data[start + 1:start + 1 + stride])
        if raw.data[start]:
            unfilter(raw.data[start], line, above, raw.channels)
        above = line
        rgb = bytearray(raw.width * 3)
        for c in range(3):
            rgb[c::3] = line[c::raw.channels]
        out.append(bytes(rgb))
    return out


def save(path, width, lines):
    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
    packed = zlib.compress(b"".join(b"\0" + line for line in lines), 9)
    with open(path, "wb") as f:
        f.write(SIGNATURE + chunk(b"IHDR", struct.pack(">IIBBBBB", width, len(lines), 8, 2, 0, 0, 0))
                + chunk(b"IDAT", packed) + chunk(b"IEND", b""))


Difference = collections.namedtuple("Difference", "pixels worst text")

# Of one channel, in 1/255: rounding of a soft renderer's floating point may differ by this.
SLIGHT = 2
# Pixels that may differ by more.
SOME = 64


def compare(path, golden):
    """How many pixels differ by more than SLIGHT, and the largest difference of a channel."""
    a, b = load(path), load(golden)
    if (a.width, a.height) != (b.width, b.height):
        return Difference(a.width * a.height, 255,
                          f"{a.width}x{a.height} instead of {b.width}x{b.height}")
    if a == b:
        return Difference(0, 0, "the same")
    pixels = worst = 0
    for x, y in zip(rows(a), rows(b)):
        if x == y:
            continue
        off = [abs(p - q) for p, q in zip(x, y)]
        worst = max(worst, max(off))
        pixels += sum(max(off[i:i + 3]) > SLIGHT for i in range(0, len(off), 3))
    return Difference(pixels, worst, f"{pixels} pixels differ, at most by {worst}")


def alike(difference):
    return difference.pixels <= SOME


def draw_difference(path, golden, out):
    """The new picture, dimmed, with the pixels that differ in white."""
    a, b = load(path), load(golden)
    if (a.width, a.height) != (b.width, b.height):
        return
    lines = []
    for x, y in zip(rows(a), rows(b)):
        line = bytearray(p // 4 for p in x)
        for i in range(0, len(x), 3):
            if x[i:i + 3] != y[i:i + 3]:
                line[i:i + 3] = b"\xff\xff\xff"
        lines.append(bytes(line))
    save(out, a.width, lines)
