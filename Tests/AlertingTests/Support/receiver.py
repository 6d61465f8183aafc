#!/usr/bin/env python3
"""receiver.py FOLDER SECRET: takes webhooks and mails on loopback. Standard library only.

Prints its ports on the first line (HTTP; SMTP; SMTP with STARTTLS; SMTP over TLS; SMTP at 127.0.0.2 without TLS that asks
for a password) and ends when standard input is closed. FOLDER/cert.pem is the certificate, for 127.0.0.1 alone. FOLDER/log has one JSON line a
request: path, id, whether the signature is right, the status it got, the numbers of its articles. FOLDER/mail-N is the
Nth mail as it came, its envelope in the first line, with whether it came over TLS and who had signed in; FOLDER/passwords
has each sign-in that came. Paths: /flaky fails one time in three, /gone 410, /busy 429,
/moved 307 to /ok at another port, /slow never answers, all others 200.
"""
import base64, hashlib, hmac, http.server, json, os, socketserver, ssl, subprocess, sys, threading, time

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
        envelope = {'from': '', 'to': [], 'tls': False, 'user': None}
        if self.server.kind == 'tls' and not self.encrypt(envelope):
            return
        self.say('220 receiver ESMTP')
        while True:
            line = self.rfile.readline().decode().rstrip('\r\n')
            word = line[:4].upper()
            if not line or word == 'QUIT':
                return self.say('221 bye')
            if word == 'EHLO':
                offers = ['receiver', '8BITMIME']
                if self.server.kind == 'starttls' and not envelope['tls']:
                    offers.append('STARTTLS')
                if envelope['tls'] or self.server.kind == 'password':
                    offers.append('AUTH PLAIN')
                self.say('\r\n'.join('250%s%s' % ('-' if offer != offers[-1] else ' ', offer) for offer in offers))
            elif word == 'STAR':
                self.say('220 go on')
                if not self.encrypt(envelope):
                    return
            elif word == 'AUTH':
                words = line.split()
                if len(words) < 3:
                    self.say('334 ')
                    words.append(self.rfile.readline().decode().strip())
                user, password = base64.b64decode(words[2]).decode().split('\0')[1:]
                with LOCK, open(os.path.join(FOLDER, 'passwords'), 'a') as file:
                    file.write(password + '\n')
                envelope['user'] = user
                self.say('235 ok' if password == SECRET else '535 no')
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
                self.take(envelope)
            else:
                self.say('250 ok')

    def encrypt(self, envelope):
        try:
            self.connection = CONTEXT.wrap_socket(self.connection, server_side=True)
        except OSError:
            return False
        self.rfile = self.connection.makefile('rb')
        self.wfile = self.connection.makefile('wb', 0)
        envelope['tls'] = True
        return True

    def take(self, envelope):
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

    def say(self, text):
        self.wfile.write(text.encode() + b'\r\n')


class Server(socketserver.ThreadingMixIn, socketserver.TCPServer):
    allow_reuse_address = True
    daemon_threads = True

    def __init__(self, address, kind):
        super().__init__((address, 0), Mails)
        self.kind = kind

    def handle_error(self, request, address):
        pass


cert, key_file = os.path.join(FOLDER, 'cert.pem'), os.path.join(FOLDER, 'key.pem')
subprocess.run(['openssl', 'req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2',
                '-subj', '/CN=receiver', '-addext', 'subjectAltName=IP:127.0.0.1', '-out', cert, '-keyout', key_file],
               check=True, capture_output=True)
CONTEXT = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
CONTEXT.load_cert_chain(cert, key_file)
hooks = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Hooks)
hooks.daemon_threads = True
servers = [hooks] + [Server('127.0.0.1', kind) for kind in ('plain', 'starttls', 'tls')] + [Server('127.0.0.2', 'password')]
for server in servers:
    threading.Thread(target=server.serve_forever, daemon=True).start()
print(*(server.server_address[1] for server in servers), flush=True)
sys.stdin.read()
