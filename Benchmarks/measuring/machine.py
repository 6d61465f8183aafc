"""What the numbers were measured on: enough to judge them, nothing that names the machine."""
import ctypes
import datetime
import os
import platform
import re
import subprocess
from pathlib import Path


def describe(program: Path) -> dict:
    return {
        "date": datetime.date.today().isoformat(),
        "cpu": cpu(),
        "processors": len(os.sched_getaffinity(0)),
        "memory_gb": round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e9, 1),
        # Its number alone: what a distributor or host appends says nothing of speed.
        "kernel": re.match(r"[\d.]*", platform.release())[0],
        "sqlite": sqlite_version(),
        "program": words_of([str(program), "--version"]),
        "commit": words_of(["git", "describe", "--always", "--dirty"]),
        "load": round(os.getloadavg()[0], 1),
    }


def in_words(machine: dict) -> str:
    text = (
        f"{machine['date']}, {machine['cpu']}, {machine['processors']} processors, "
        f"{machine['memory_gb']} GB, Linux {machine['kernel']}, SQLite {machine['sqlite']}, "
        f"{machine['program']} ({machine['commit']})"
    )
    if machine["load"] >= 1:
        text += f", busy (load {machine['load']})"
    return text


def same(one: dict, other: dict) -> bool:
    """Whether numbers of the two may stand in one table."""
    return all(one.get(key) == other.get(key) for key in ("cpu", "processors", "memory_gb"))


def cpu() -> str:
    for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.machine()


def sqlite_version() -> str:
    """Of the library that the program is linked with; Python may bring one of its own."""
    try:
        library = ctypes.CDLL("libsqlite3.so.0")
    except OSError:
        return "unknown"
    library.sqlite3_libversion.restype = ctypes.c_char_p
    return library.sqlite3_libversion().decode()


def words_of(command: list[str]) -> str:
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return done.stdout.strip()
