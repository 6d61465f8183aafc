"""zsh_complete.py LINE: types LINE and a tab into an interactive zsh with the program's completion, and prints the screen."""
import os, pty, select, sys, time

pid, terminal = pty.fork()
if pid == 0:
    os.environ.update(TERM="dumb", PS1="> ", ZDOTDIR="/nonexistent")
    os.execvp("zsh", ["zsh", "-f", "-i"])


def read(seconds):
    out, end = b"", time.time() + seconds
    while time.time() < end:
        if select.select([terminal], [], [], 0.1)[0]:
            try:
                out += os.read(terminal, 65536)
            except OSError:
                break
    return out


def wait(text, seconds=20):
    out, end = b"", time.time() + seconds
    while text not in out and time.time() < end:
        out += read(0.2)
    return out


read(0.5)
os.write(terminal, b"autoload -Uz compinit; compinit -u -D; source <(feedsearch generate zsh); echo rea''dy\n")
wait(b"ready")
os.write(terminal, sys.argv[1].encode() + b"\t")
sys.stdout.buffer.write(read(2.5))
os.write(terminal, b"\x03exit\n")
