#!/usr/bin/env python3
"""make_icons.py: draws icon.svg of the web reader as PNG, for what takes no SVG: Sources/WebPages/Assets/icon-*.png."""
import math, pathlib, struct, zlib

BLUE, WHITE, SAMPLES = (0x0A, 0x5F, 0xC4), (255, 255, 255), 3


def is_white(x, y):
    """Whether a point of the 32 by 32 picture belongs to the lens or its handle."""
    lens = math.hypot(x - 14, y - 14)
    if 5 <= lens <= 8 or lens <= 2:
        return True
    along = max(0, min(6, ((x - 19) + (y - 19)) / 2))
    return math.hypot(x - 19 - along, y - 19 - along) <= 1.5


def png(size):
    # Launchers cut the corners themselves: the drawing stays within the middle four fifths.
    rows = []
    for row in range(size):
        line = bytearray([0])
        for column in range(size):
            white = 0
            for i in range(SAMPLES):
                for j in range(SAMPLES):
                    x, y = ((column + (i + .5) / SAMPLES) / size * 32, (row + (j + .5) / SAMPLES) / size * 32)
                    white += is_white((x - 16) / .9 + 16, (y - 16) / .9 + 16)
            line.append(white * 15 // (SAMPLES * SAMPLES))
        rows.append(bytes(line))
    def chunk(kind, data):
        return struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))
    palette = b''.join(bytes(round(a + (b - a) * step / 15) for a, b in zip(BLUE, WHITE)) for step in range(16))
    header = struct.pack('>IIBBBBB', size, size, 8, 3, 0, 0, 0)
    return b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', header) + chunk(b'PLTE', palette) + chunk(b'IDAT', zlib.compress(b''.join(rows), 9)) + chunk(b'IEND', b'')


folder = pathlib.Path(__file__).resolve().parents[1] / 'Sources/WebPages/Assets'
for size in (192, 512):
    (folder / ('icon-%d.png' % size)).write_bytes(png(size))
