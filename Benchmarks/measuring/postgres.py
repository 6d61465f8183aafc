"""A PostgreSQL server for a run: Debian's, as a user without rights, with its files in a temporary folder."""
import os
import re
import shutil
import socket
import subprocess
import tempfile
from pathlib import Path

PROGRAMS = Path("/usr/lib/postgresql")
#: What a machine with some GB of memory would have; everything else is as Debian sets it.
SETTINGS = {"shared_buffers": "512MB", "max_wal_size": "4GB"}
TIME = re.compile(r"^Time: ([\d.]+) ms", re.MULTILINE)


def programs() -> Path:
    """The folder of the newest server that is installed."""
    versions = [int(folder.name) for folder in PROGRAMS.glob("*") if folder.name.isdigit()]
    if not versions:
        raise RuntimeError("no PostgreSQL: apt-get install postgresql")
    return PROGRAMS / str(max(versions)) / "bin"


class Server:
    def __init__(self) -> None:
        self.programs = programs()
        self.folder = Path(tempfile.mkdtemp(prefix="feedsearch-postgres-"))
        self.prefix: list[str] = []
        if os.geteuid() == 0:
            # It refuses to run as root.
            shutil.chown(self.folder, "nobody", "nogroup")
            self.prefix = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups", "--"]
        self.port = free_port()
        settings = SETTINGS | {"listen_addresses": "127.0.0.1", "unix_socket_directories": str(self.folder),
                               "port": str(self.port)}
        self.run("initdb", "-D", self.data, "-U", "tester", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8")
        self.run("pg_ctl", "-D", self.data, "-w", "-l", str(self.folder / "log"), "-o",
                 " ".join(f"-c {name}={value}" for name, value in settings.items()), "start")

    def follower(self) -> "Server":
        """A synchronous standby of this server, on a port of its own."""
        standby = Server.__new__(Server)
        standby.programs, standby.prefix, standby.port = self.programs, self.prefix, free_port()
        standby.folder = Path(tempfile.mkdtemp(prefix="feedsearch-standby-"))
        if self.prefix:
            shutil.chown(standby.folder, "nobody", "nogroup")
        standby.run("pg_basebackup", "-D", standby.data, "-R", "-h", str(self.folder), "-p", str(self.port), "-U", "tester")
        settings = SETTINGS | {"listen_addresses": "127.0.0.1", "unix_socket_directories": str(standby.folder),
                               "port": str(standby.port)}
        standby.run("pg_ctl", "-D", standby.data, "-w", "-l", str(standby.folder / "log"), "-o",
                    " ".join(f"-c {name}={value}" for name, value in settings.items()), "start")
        self.sql("postgres", "ALTER SYSTEM SET synchronous_standby_names = '*'")
        self.sql("postgres", "SELECT pg_reload_conf()")
        return standby

    def promote(self) -> None:
        """Returns when the server accepts writes."""
        self.run("pg_ctl", "-D", self.data, "-w", "promote")

    @property
    def data(self) -> str:
        return str(self.folder / "data")

    def run(self, program: str, *arguments: str) -> None:
        done = subprocess.run([*self.prefix, str(self.programs / program), *arguments], check=False,
                              stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if done.returncode != 0:
            raise RuntimeError(f"{program} ended with {done.returncode}")

    def crash(self) -> None:
        """Stops the server at once, without a checkpoint."""
        self.run("pg_ctl", "-D", self.data, "-m", "immediate", "stop")

    def stop(self) -> None:
        if Path(self.data, "postmaster.pid").exists():
            self.crash()
        shutil.rmtree(self.folder, ignore_errors=True)

    def new_database(self, name: str) -> None:
        self.sql("postgres", f"DROP DATABASE IF EXISTS {name}")
        self.sql("postgres", f"CREATE DATABASE {name} TEMPLATE template0")

    def address(self, database: str, port: int | None = None) -> str:
        """By the socket; by TCP where a port is named."""
        if port:
            return f"postgresql://tester@127.0.0.1:{port}/{database}"
        return f"postgresql:///{database}?host={self.folder}&port={self.port}&user=tester"

    def sql(self, database: str, text: str, source: Path | None = None) -> str:
        """What a script answers, without heads; `source` is what its COPY reads."""
        command = [str(self.programs / "psql"), "-qAtX", "-v", "ON_ERROR_STOP=1", "-h", str(self.folder),
                   "-p", str(self.port), "-U", "tester", "-d", database]
        if source:
            with open(source, "rb") as file:
                done = subprocess.run([*command, "-c", text], stdin=file, capture_output=True, check=False)
        else:
            done = subprocess.run([*command, "-f", "-"], input=text.encode(), capture_output=True, check=False)
        if done.returncode != 0:
            raise RuntimeError(done.stderr.decode(errors="replace")[:500])
        return done.stdout.decode().strip()

    def milliseconds(self, database: str, statements: list[str]) -> list[float]:
        """What each takes one after the other on one connection, as psql sees it; what they answer is not printed."""
        found = times(self.sql(database, "\\timing on\n" + "".join(f"{one} \\g /dev/null\n" for one in statements)))
        if len(found) != len(statements):
            raise RuntimeError(f"{len(found)} times of {len(statements)} statements")
        return found

    def size(self, database: str) -> int:
        return int(self.sql("postgres", f"SELECT pg_database_size('{database}')"))

    def version(self) -> str:
        return self.sql("postgres", "SHOW server_version").split(" ")[0]


def times(printed: str) -> list[float]:
    return [float(match) for match in TIME.findall(printed)]


def quoted(text: str) -> str:
    """A text as a literal of SQL."""
    return "'" + text.replace("'", "''") + "'"


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]
