#!/usr/bin/env python3
"""browse_speed.py PROGRAM DATABASE [WORD...]: how long `browse` takes from a key to the first byte of its frame, and until the
terminal stands still (what the database answers is drawn then), and how many bytes it sends, at 120 columns.

A frame with nothing but what a key moves comes from memory; a letter of a search is a search of the whole archive."""
import fcntl
import os
import pty
import select
import statistics
import struct
import sys
import termios
import time

QUIET = 0.4


def take(terminal, until_quiet=QUIET):
    """Bytes until the terminal stands still; seconds to the first and to the last of them."""
    started = time.monotonic()
    first = last = None
    count = 0
    while select.select([terminal], [], [], until_quiet)[0]:
        part = os.read(terminal, 1 << 16)
        if not part:
            break
        last = time.monotonic() - started
        first = first or last
        count += len(part)
    return first, last, count


def main():
    program, database = sys.argv[1:3]
    words = sys.argv[3:] or ["sqlite", "经济", "open source"]
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ["TERM"] = "xterm-256color"
        os.execv(program, [program, "browse", "--db", database])
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
    take(terminal, 3)
    rows = []

    def press(name, keys):
        firsts, lasts, counts = [], [], []
        for key in keys:
            os.write(terminal, key.encode())
            first, last, count = take(terminal)
            if first is not None:
                firsts.append(first * 1e3)
                lasts.append(last * 1e3)
                counts.append(count)
        rows.append((name, len(keys), firsts, lasts, counts))

    press("down, with the next article beside", ["j"] * 40)
    press("page down", ["\x1b[6~"] * 20)
    press("open an article, and back", ["\r", "q"] * 10)
    press("a line of an article", ["\r"] + ["j"] * 20 + ["q"])
    press("the end of the list, and its beginning", ["\x1b[F", "\x1b[H"] * 5)
    for word in words:
        press("search: each letter of '%s'" % word, ["/"] + list(word))
        press("leave the search", ["\x1b"])
    os.write(terminal, b"Q")
    print("%-42s %4s %22s %22s %8s" % ("", "keys", "first byte, ms", "at rest, ms", "bytes"))
    for name, keys, firsts, lasts, counts in rows:
        if firsts:
            print("%-42s %4d %10.1f max %6.1f %10.1f max %6.1f %8d" % (
                name, keys, statistics.median(firsts), max(firsts), statistics.median(lasts), max(lasts),
                statistics.median(counts)))
    os.waitpid(pid, 0)


main()
