"""An HTTP server on loopback for the feeds and pictures of a measurement."""
import http.server


class LocalServer(http.server.ThreadingHTTPServer):
    """Answers many connections at once, and prints nothing about those that a client has closed."""
    daemon_threads, request_queue_size = True, 256

    def handle_error(self, *_): pass
