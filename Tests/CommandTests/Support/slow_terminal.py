#!/usr/bin/env python3
"""slow_terminal.py [--delay MS] [--divide MS] [--answers] [--log FILE] PROGRAM ARGUMENT...: runs a program on a terminal behind
a slow line.

Each direction takes MS milliseconds. --divide sends what is typed byte by byte, with so long between two of them, but a byte
behind an escape at once: nobody could tell it from a key pressed after Esc. --answers plays a terminal that knows synchronised
output (DECSET 2026). --log keeps what the program wrote."""
import argparse
import collections
import fcntl
import os
import pty
import re
import select
import signal
import sys
import termios
import time
import tty

QUESTION, ANSWER = b"\x1b[?2026$p", b"\x1b[?2026;2$y"


class Line:
    """Bytes on their way: each piece comes out after a delay, in order."""

    def __init__(self, target: int, delay: float):
        self.target, self.delay, self.waiting = target, delay, collections.deque()

    def send(self, data: bytes, more: float = 0) -> None:
        due = time.monotonic() + self.delay + more
        # What was sent before is not overtaken.
        self.waiting.append((max(due, self.waiting[-1][0]) if self.waiting else due, data))

    def deliver(self) -> None:
        while self.waiting and self.waiting[0][0] <= time.monotonic():
            data = self.waiting.popleft()[1]
            while data:
                data = data[os.write(self.target, data):]

    def seconds_left(self) -> float:
        return max(0, self.waiting[0][0] - time.monotonic()) if self.waiting else 3600


def copy_size(terminal: int) -> None:
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, fcntl.ioctl(0, termios.TIOCGWINSZ, b"\0" * 8))


def relay(terminal: int, given: argparse.Namespace) -> None:
    delay, gap = given.delay / 1000, given.divide / 1000
    typed, drawn = Line(terminal, delay), Line(1, delay)
    is_open = True
    while is_open or drawn.waiting:
        watched = [0, terminal] if is_open else []
        ready = select.select(watched, [], [], min(typed.seconds_left(), drawn.seconds_left()))[0]
        if 0 in ready:
            data = os.read(0, 4096)
            parts = re.findall(rb"\x1b.|.", data, re.DOTALL) if gap else [data]
            for index, part in enumerate(parts):
                typed.send(part, index * gap)
        if terminal in ready:
            try:
                data = os.read(terminal, 65536)
            except OSError:
                data = b""
            is_open = bool(data)
            if given.log:
                given.log.write(data)
                given.log.flush()
            if given.answers and QUESTION in data:
                data = data.replace(QUESTION, b"")
                typed.send(ANSWER, delay)
            if data:
                drawn.send(data)
        drawn.deliver()
        if is_open:
            typed.deliver()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--delay", type=int, default=0)
    parser.add_argument("--divide", type=int, default=0)
    parser.add_argument("--answers", action="store_true")
    parser.add_argument("--log", type=argparse.FileType("wb"))
    parser.add_argument("words", nargs=argparse.REMAINDER)
    given = parser.parse_args()
    ready, begin = os.pipe()
    process, terminal = pty.fork()
    if process == 0:
        os.read(ready, 1)
        os.execvp(given.words[0], given.words)
    copy_size(terminal)
    signal.signal(signal.SIGWINCH, lambda *_: copy_size(terminal))
    before = termios.tcgetattr(0)
    tty.setraw(0)
    try:
        os.write(begin, b"x")
        relay(terminal, given)
    finally:
        termios.tcsetattr(0, termios.TCSADRAIN, before)
    sys.exit(os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]))


main()
