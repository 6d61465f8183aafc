#!/usr/bin/env python3
"""changing_server.py FOLDER: a loopback site for the tests of the command. Standard library only.

Prints its port on the first line and ends when standard input is closed. Serves the files of FOLDER, with an ETag that
follows their content; /private/NAME serves NAME to alice with the password s3cret alone; /members leads to /login, a page
that asks for a password; what is posted is taken; /to?ADDRESS redirects there,
/moved-to?ADDRESS for good; /forum/NAME serves NAME to the cookie session=good, and leads to /2fa with session=half, to /login?error=expired
with another one, to /login without one. .heads lists what was sent, a JSON object a line. /home is a page that links to /news.xml; /gone answers 410, /moved 301 to /news.xml, /slow waits.
What is absent is 404. A range is answered where If-Range fits; a file whose name begins with
"cut" is sent by half, and its rest on request. The file .log in FOLDER lists the requests with the status that they got.
"""
import hashlib, http.server, json, os, sys, threading, time

FOLDER = sys.argv[1]
LOCK = threading.Lock()
PAGE = b'''<!DOCTYPE html><html><head><title>Home</title>
<link rel="alternate" type="application/rss+xml" title="News" href="/news.xml"></head><body><p>Hello</p></body></html>'''


class Site(http.server.BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'

    def send(self, status, body=b'', kind='application/rss+xml', **headers):
        with LOCK, open(os.path.join(FOLDER, '.log'), 'a') as log:
            log.write('%s %d\n' % (self.path, status))
        with LOCK, open(os.path.join(FOLDER, '.heads'), 'a') as log:
            log.write(json.dumps(dict({k.lower(): v for k, v in self.headers.items()}, path=self.path)) + '\n')
        self.send_response(status)
        self.send_header('Content-Type', kind)
        for name, value in headers.items():
            self.send_header(name, value)
        if status != 304:
            self.send_header('Content-Length', str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        if self.path == '/home':
            return self.send(200, PAGE, 'text/html; charset=utf-8')
        if self.path == '/empty-page':
            return self.send(200, b'<!DOCTYPE html><title>nothing</title><p>no feed', 'text/html')
        if self.path == '/gone':
            return self.send(410)
        if self.path == '/moved':
            return self.send(301, Location='/news.xml')
        if self.path == '/members':
            return self.send(302, Location='/login?next=members')
        if self.path.startswith('/login'):
            return self.send(200, b'<!DOCTYPE html><form><input name=u><input type="password" name=p></form>', 'text/html')
        if self.path.startswith('/2fa'):
            return self.send(200, b'<!DOCTYPE html><form><input name=code></form>', 'text/html')
        if self.path.startswith('/forum/'):
            session = dict(part.split('=', 1) for part in self.headers.get('Cookie', '').split('; ') if '=' in part).get('session')
            if session != 'good':
                place = {None: '/login', 'half': '/2fa?next=forum'}.get(session, '/login?next=forum&error=expired')
                return self.send(302, Location=place)
            return self.file(self.path[len('/forum'):])
        if self.path.startswith('/to?'):
            return self.send(302, Location=self.path[4:])
        if self.path.startswith('/moved-to?'):
            return self.send(301, Location=self.path[10:])
        if self.path.startswith('/private/'):
            if self.headers.get('Authorization') != 'Basic YWxpY2U6czNjcmV0':
                return self.send(401, b'who are you?', **{'WWW-Authenticate': 'Basic realm="x"'})
            return self.file(self.path[len('/private'):])
        if self.path == '/slow':
            time.sleep(300)
        self.file(self.path)

    def do_POST(self):
        self.rfile.read(int(self.headers.get('Content-Length', 0)))
        self.send(200)

    def file(self, name):
        path = os.path.join(FOLDER, name.split('?')[0].strip('/').replace('/', '_'))
        if not os.path.isfile(path):
            return self.send(404)
        with open(path, 'rb') as file:
            body = file.read()
        etag = '"%s"' % hashlib.sha256(body).hexdigest()[:16]
        if self.headers.get('If-None-Match') == etag:
            return self.send(304, ETag=etag)
        kind = {'.html': 'text/html', '.txt': 'text/plain', '.mp3': 'audio/mpeg'}.get(os.path.splitext(path)[1])
        start = self.headers.get('Range', '')
        if start.startswith('bytes=') and self.headers.get('If-Range') == etag:
            first = int(start[6:].rstrip('-'))
            if first >= len(body):
                return self.send(416, **{'Content-Range': 'bytes */%d' % len(body)})
            part = 'bytes %d-%d/%d' % (first, len(body) - 1, len(body))
            return self.send(206, body[first:], kind, ETag=etag, **{'Content-Range': part})
        if os.path.basename(path).startswith('cut'):
            self.send_response(200)
            self.send_header('Content-Length', str(len(body)))
            self.send_header('ETag', etag)
            self.end_headers()
            self.wfile.write(body[:len(body) // 2])
            self.close_connection = True
            return
        self.send(200, body, kind or 'application/rss+xml', ETag=etag)

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Site)
server.daemon_threads = True
threading.Thread(target=server.serve_forever, daemon=True).start()
print(server.server_address[1], flush=True)
sys.stdin.read()
os._exit(0)
