#!/usr/bin/env python3
"""browse_speed.py PROGRAM DATABASE [WORD...]: how long `browse` takes from a key to the first byte of its frame, and until the
terminal stands still (what the database answers is drawn then), and how many bytes it sends, at 120 columns. Processor time is
that of all threads of the process, which other programs do not lengthen much.

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


def processor_seconds(process):
    """Of all threads, to the nanosecond: the clock of a process (clock_getcpuclockid(3))."""
    return time.clock_gettime((~process << 3) | 2)


def take(terminal, process, before, until_quiet=QUIET):
    """Bytes until the terminal stands still; seconds to the first and to the last of them, and of the processor."""
    started = time.monotonic()
    first = last = None
    worked = [0, 0]
    count = 0
    while select.select([terminal], [], [], until_quiet)[0]:
        part = os.read(terminal, 1 << 16)
        if not part:
            break
        last = time.monotonic() - started
        worked[1] = processor_seconds(process) - before
        if first is None:
            first, worked[0] = last, worked[1]
        count += len(part)
    return first, last, count, worked


def main():
    program, database = sys.argv[1:3]
    words = sys.argv[3:] or ["sqlite", "经济", "open source"]
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ["TERM"] = "xterm-256color"
        os.execv(program, [program, "browse", "--db", database])
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
    take(terminal, pid, 0, 3)
    rows = []

    def press(name, keys):
        measured = []
        for key in keys:
            before = processor_seconds(pid)
            os.write(terminal, key.encode())
            first, last, count, worked = take(terminal, pid, before)
            if first is not None:
                measured.append((first * 1e3, last * 1e3, worked[0] * 1e3, worked[1] * 1e3, count))
        rows.append((name, len(keys), list(zip(*measured))))

    press("down, with the next article beside", ["j"] * 40)
    press("page down", ["\x1b[6~"] * 20)
    press("open an article, and back", ["\r", "q"] * 10)
    press("a line of an article", ["\r"] + ["j"] * 20 + ["q"])
    press("the end of the list, and its beginning", ["\x1b[F", "\x1b[H"] * 5)
    for word in words:
        press("search: each letter of '%s'" % word, ["/"] + list(word))
        press("leave the search", ["\x1b"])
    os.write(terminal, b"Q")
    print("%-42s %4s %29s %29s %8s" % ("", "", "median ms to the first byte", "median ms until at rest", ""))
    print("%-42s %4s %10s %8s %9s %10s %8s %9s %8s" % (
        "", "keys", "processor", "clock", "most", "processor", "clock", "most", "bytes"))
    for name, keys, measured in rows:
        if measured:
            first, last, worked_first, worked, counts = measured
            print("%-42s %4d %10.2f %8.1f %9.1f %10.2f %8.1f %9.1f %8d" % (
                name, keys, statistics.median(worked_first), statistics.median(first), max(first),
                statistics.median(worked), statistics.median(last), max(last), statistics.median(counts)))
    os.waitpid(pid, 0)


main()
