"""terminal.py COLUMNS ROWS KEYS PROGRAM ARGUMENT...: runs a program on a terminal of this size, types KEYS after a moment, and
prints what the program wrote to the terminal."""
import fcntl, os, pty, struct, sys, termios, time

columns, rows, keys = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3].encode()
ready, begin = os.pipe()
pid, terminal = pty.fork()
if pid == 0:
    os.read(ready, 1)
    os.environ["TERM"] = "xterm-256color"
    os.execvp(sys.argv[4], sys.argv[4:])
fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
os.write(begin, b"x")
output = b""
started = time.time()
while True:
    try:
        part = os.read(terminal, 65536)
    except OSError:
        break
    if not part:
        break
    output += part
    if keys and time.time() - started > 0:
        time.sleep(0.3)
        os.write(terminal, keys)
        keys = b""
sys.stdout.buffer.write(output)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
