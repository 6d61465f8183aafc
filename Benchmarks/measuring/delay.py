"""A relay of TCP that holds every byte back for some time, as a longer line does: throughput stays as it is."""
import queue
import socket
import threading
import time


class Delay:
    """Listens on a port of its own, `port`, and relays to another one of this machine."""

    def __init__(self, target: int, seconds: float) -> None:
        """`seconds`: one way."""
        self.target, self.seconds = target, seconds
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        # What is accepted already ends with its ends.
        self.listener.close()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            server = socket.create_connection(("127.0.0.1", self.target))
            for source, sink in ((client, server), (server, client)):
                source.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                waiting: queue.SimpleQueue = queue.SimpleQueue()
                threading.Thread(target=self._read, args=(source, waiting), daemon=True).start()
                threading.Thread(target=self._write, args=(waiting, sink), daemon=True).start()

    def _read(self, source: socket.socket, waiting: queue.SimpleQueue) -> None:
        while True:
            try:
                part = source.recv(1 << 16)
            except OSError:
                part = b""
            waiting.put((time.monotonic() + self.seconds, part))
            if not part:
                return

    @staticmethod
    def _write(waiting: queue.SimpleQueue, sink: socket.socket) -> None:
        while True:
            due, part = waiting.get()
            time.sleep(max(0.0, due - time.monotonic()))
            try:
                if not part:
                    sink.shutdown(socket.SHUT_WR)
                    return
                sink.sendall(part)
            except OSError:
                return
