"""serve_folder.py FOLDER: serves the files of a folder on a free port of 127.0.0.1, and prints the port. Answers If-Modified-Since."""
import functools
import http.server
import sys

handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=sys.argv[1])
handler.func.log_message = lambda *_: None
with http.server.ThreadingHTTPServer(('127.0.0.1', 0), handler) as server:
    print(server.server_address[1], flush=True)
    server.serve_forever()
