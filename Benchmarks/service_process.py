"""The server as scripts of this folder run it: a process on a free port of loopback, and a connection with a token."""
import http.client, json, os, subprocess, time


class Server:
    def __init__(self, binary, database, *flags):
        self.binary, self.database, self.flags = binary, database, flags
        self.process, self.port = None, None

    def token(self, name, scope):
        made = subprocess.run([self.binary, "--db", self.database, "token", "create", name, "--scope", scope],
                              capture_output=True, text=True, check=True)
        return made.stdout.strip()

    def start(self):
        """Returns when the server answers."""
        listen = "127.0.0.1:%d" % (self.port or 0)
        self.process = subprocess.Popen(
            [self.binary, "--db", self.database, "serve", "--listen", listen, "--no-fetch", "--json", *self.flags],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        line = self.process.stdout.readline()
        if not line: raise SystemExit("the server did not start: exit status %s" % self.process.wait())
        self.port = int(json.loads(line)["listening"].rsplit(":", 1)[1])

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def stop(self):
        self.process.terminate()
        code = self.process.wait(30)
        self.process.stdout.close()
        return code

    def memory(self):
        """RssAnon in bytes."""
        with open("/proc/%d/status" % self.process.pid) as status:
            for line in status:
                if line.startswith("RssAnon:"): return int(line.split()[1]) << 10
        return 0

    def descriptors(self):
        return len(os.listdir("/proc/%d/fd" % self.process.pid))


class Client:
    """One connection that is opened again where it broke."""

    def __init__(self, server, token, timeout=60):
        self.server, self.timeout = server, timeout
        self.headers = {"Authorization": "Bearer " + token}
        self.connection = None

    def close(self):
        if self.connection: self.connection.close()
        self.connection = None

    def begin(self, method, path, body=None, kind="application/json"):
        """Sends a request and returns the answer, its body unread; raises OSError or HTTPException where the server is away."""
        if not self.connection:
            self.connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=self.timeout)
        headers = dict(self.headers)
        if body is not None: headers["Content-Type"] = kind
        try:
            self.connection.request(method, path, body, headers)
            return self.connection.getresponse()
        except (OSError, http.client.HTTPException):
            self.close()
            raise

    def ask(self, method, path, body=None, kind="application/json"):
        """The status and the whole body; None, b"" where the server is away."""
        try:
            answer = self.begin(method, path, body, kind)
            return answer.status, answer.read()
        except (OSError, http.client.HTTPException):
            self.close()
            return None, b""

    def insist(self, method, path, body=None, end=None):
        """Repeats a request until the server has answered it."""
        while end is None or time.time() < end:
            status, bytes = self.ask(method, path, body)
            if status is not None: return status, bytes
            time.sleep(0.02)
        return None, b""
