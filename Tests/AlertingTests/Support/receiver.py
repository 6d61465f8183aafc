#!/usr/bin/env python3
"""receiver.py FOLDER SECRET: takes webhooks and mails on loopback. Standard library only.

Prints its HTTP and SMTP ports on the first line and ends when standard input is closed. FOLDER/log has one JSON line a
request: path, id, whether the signature is right, the status it got, the numbers of its articles. FOLDER/mail-N is the
Nth mail as it came, its envelope in the first line. Paths: /flaky fails one time in three, /gone 410, /busy 429,
/moved 307 to /ok at another port, /slow never answers, all others 200.
"""
import base64, hashlib, hmac, http.server, json, os, socketserver, sys, threading, time

FOLDER, SECRET = sys.argv[1], sys.argv[2]
LOCK = threading.Lock()
COUNT = {'requests': 0, 'mails': 0}


def key():
    return base64.b64decode(SECRET[6:]) if SECRET.startswith('whsec_') else SECRET.encode()


class Hooks(http.server.BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'

    def do_POST(self):
        body = self.rfile.read(int(self.headers['Content-Length']))
        uid = self.headers.get('webhook-id', '')
        stamp = self.headers.get('webhook-timestamp', '')
        signature = self.headers.get('webhook-signature')
        miniflux = self.headers.get('X-Miniflux-Signature')
        signed = None
        if signature:
            mac = hmac.new(key(), f'{uid}.{stamp}.'.encode() + body, hashlib.sha256).digest()
            signed = signature == 'v1,' + base64.b64encode(mac).decode() and abs(time.time() - int(stamp)) < 300
        if miniflux:
            signed = miniflux == hmac.new(SECRET.encode(), body, hashlib.sha256).hexdigest()
        with LOCK:
            COUNT['requests'] += 1
            number = COUNT['requests']
        status = {'/gone': 410, '/busy': 429, '/moved': 307}.get(self.path, 200)
        if self.path == '/flaky' and number % 3 == 0:
            status = 500
        if self.path == '/slow':
            time.sleep(30)
        message = json.loads(body)
        numbers = [a['n'] for a in message['data']['articles']] if 'data' in message else []
        line = {'path': self.path, 'id': uid, 'signed': signed, 'status': status, 'articles': numbers,
                'headers': sorted(self.headers.keys()), 'body': message}
        with LOCK, open(os.path.join(FOLDER, 'log'), 'a') as log:
            log.write(json.dumps(line) + '\n')
        self.send_response(status)
        if status == 429:
            self.send_header('Retry-After', '120')
        if status == 307:
            self.send_header('Location', 'http://127.0.0.1:1/ok')
        self.send_header('Content-Length', '0')
        self.end_headers()

    def log_message(self, *arguments):
        pass


class Mails(socketserver.StreamRequestHandler):
    def handle(self):
        envelope = {'from': '', 'to': []}
        self.say('220 receiver ESMTP')
        while True:
            line = self.rfile.readline().decode().rstrip('\r\n')
            word = line[:4].upper()
            if not line or word == 'QUIT':
                return self.say('221 bye')
            if word == 'EHLO':
                self.say('250-receiver\r\n250 8BITMIME')
            elif word == 'MAIL':
                envelope['from'] = line
                self.say('250 ok')
            elif word == 'RCPT':
                if 'nobody@' in line:
                    self.say('550 no such receiver')
                else:
                    envelope['to'].append(line)
                    self.say('250 ok')
            elif word == 'DATA':
                self.say('354 go on')
                lines = []
                while True:
                    part = self.rfile.readline()
                    if part in (b'.\r\n', b''):
                        break
                    lines.append(part[1:] if part.startswith(b'..') else part)
                with LOCK:
                    COUNT['mails'] += 1
                    path = os.path.join(FOLDER, 'mail-%d' % COUNT['mails'])
                with open(path + '.part', 'wb') as file:
                    file.write(json.dumps(envelope).encode() + b'\n' + b''.join(lines))
                os.rename(path + '.part', path)
                self.say('250 taken')
            else:
                self.say('250 ok')

    def say(self, text):
        self.wfile.write(text.encode() + b'\r\n')


class Server(socketserver.ThreadingMixIn, socketserver.TCPServer):
    allow_reuse_address = True
    daemon_threads = True


hooks = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Hooks)
hooks.daemon_threads = True
mails = Server(('127.0.0.1', 0), Mails)
for server in (hooks, mails):
    threading.Thread(target=server.serve_forever, daemon=True).start()
print(hooks.server_address[1], mails.server_address[1], flush=True)
sys.stdin.read()
