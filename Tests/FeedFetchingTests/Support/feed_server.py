#!/usr/bin/env python3
"""feed_server.py [--cert FILE --key FILE]: a loopback server for the tests of fetching. Standard library only.

Opens, each on a free port of 127.0.0.1: http; six (http on ::1); h2 (HTTP/2 over TLS, if a certificate is given); proxy (HTTP proxy, GET and CONNECT); socks
(SOCKS5). The first line on standard output is a JSON object of their ports. Ends when standard input is closed.
GET /log gives, as JSON, every request seen so far; each has its port's name, request line and headers.
The proxies lead every target to the http port, so that no test leaves the machine.
"""
import argparse, asyncio, base64, gzip, json, os, ssl, struct, sys, zlib

FEED = (b'<rss version="2.0"><channel><title>t</title><item><title>one</title><guid>1</guid></item></channel></rss>')
PAGE = b'''<!DOCTYPE html><html><head><title>p</title>
<link rel="alternate" type="application/rss+xml" title="News" href="/gzip">
<link rel="alternate" type="application/rss+xml" title="Dead" href="/none">
<link rel="alternate" type="application/rss+xml" title="Inside" href="http://10.0.0.1/feed">
<link rel="alternate" type="application/atom+xml" title="Atom" href="atom">
</head><body></body></html>'''
BR = base64.b64decode('G2gAOKyKdwJVkzD3Vgid9hiCr3li3uimnAxM+pTN5UtaW4u48MwpNzqdnB6U77fjt7aCLMsNDpM8SgsHm2jVl/+gt8EonYen7TWBZ0aRSdlBew==')
ZSTD = base64.b64decode('KLUv/QRoTQIA4kMNEaA9RN5zk0oC4BHjre3zPxIB/A9VdXUJJ5eq3WsdfXUjN4sel1k7dxZaDkOUYNzzhz3BP9wGAEooQqnBK5fvLCMn0eZQno6fB/Y=')
BR_BOMB = base64.b64decode('z///f/gnAOKxQCD3/p/////wTwDEYQGA7v0/////4Z8AiMMiAN37f/7//8M/ARCHBQC69/8D')  # 64 MB of zeros
LOG = []
PORTS = {}
OPEN = {'now': 0, 'most': 0}
HITS = {}


def answer(body=FEED, status='200 OK', kind='application/rss+xml', headers=(), length=True):
    lines = ['HTTP/1.1 ' + status, 'Content-Type: ' + kind, *headers]
    if length:
        lines.append('Content-Length: %d' % len(body))
    return ('\r\n'.join(lines) + '\r\n\r\n').encode('latin-1') + body


def coded(body, coding):
    return answer(body, headers=['Content-Encoding: ' + coding])


def bare_deflate(body):
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return packer.compress(body) + packer.flush()


def feed(headers):
    fresh = ['ETag: "v1"', 'Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT', 'Cache-Control: max-age=600']
    if headers.get('if-none-match') == '"v1"':
        return answer(b'', '304 Not Modified', headers=fresh, length=False)
    return answer(headers=fresh)


MEDIUM = bytes(range(256)) * 12_000


def medium(headers):
    """3 MB of audio, whole or a part of them."""
    wanted = headers.get('range', '').removeprefix('bytes=').partition('-')
    if not wanted[0]:
        return answer(MEDIUM, kind='audio/mpeg')
    first, last = int(wanted[0]), int(wanted[2] or len(MEDIUM) - 1)
    if first >= len(MEDIUM):
        return answer(b'', '416 Range Not Satisfiable')
    return answer(MEDIUM[first:last + 1], '206 Partial Content', 'audio/mpeg',
                  ['Content-Range: bytes %d-%d/%d' % (first, last, len(MEDIUM))])


ROUTES = {
    '/medium': lambda h, q: medium(h),
    '/feed': lambda h, q: feed(h),
    '/atom': lambda h, q: answer(b'<feed xmlns="http://www.w3.org/2005/Atom"><title>a</title></feed>', kind='application/atom+xml'),
    '/page': lambda h, q: answer(PAGE, kind='text/html'),
    '/page-with-slow-link': lambda h, q: answer(PAGE.replace(b'href="/none"', b'href="/slow?900"'), kind='text/html'),
    '/bare-page': lambda h, q: answer(b'<!DOCTYPE html><title>bare</title><p>no feed here', kind='text/html'),
    '/same': lambda h, q: answer(),
    '/echo': lambda h, q: answer(json.dumps(h).encode(), kind='application/json'),
    '/size': lambda h, q: answer(b'x' * int(q)),
    '/gzip': lambda h, q: coded(gzip.compress(FEED), 'gzip'),
    '/gzip-two': lambda h, q: coded(gzip.compress(FEED[:30]) + gzip.compress(FEED[30:]), 'gzip'),
    '/gzip-trailing': lambda h, q: coded(gzip.compress(FEED) + b'junk' * 50000, 'gzip'),
    '/gzip-cut': lambda h, q: coded(gzip.compress(FEED)[:-12], 'gzip'),
    '/gzip-empty': lambda h, q: coded(b'', 'gzip'),
    '/gzip-bomb': lambda h, q: coded(gzip.compress(bytes(64 << 20)), 'gzip'),
    '/gzip-large': lambda h, q: coded(gzip.compress(b'x' * int(q)), 'gzip'),
    '/deflate': lambda h, q: coded(zlib.compress(FEED), 'deflate'),
    '/deflate-bare': lambda h, q: coded(bare_deflate(FEED), 'deflate'),
    '/br': lambda h, q: coded(BR, 'br'),
    '/br-cut': lambda h, q: coded(BR[:-5], 'br'),
    '/br-bomb': lambda h, q: coded(BR_BOMB, 'br'),
    '/zstd': lambda h, q: coded(ZSTD, 'zstd'),
    '/zstd-cut': lambda h, q: coded(ZSTD[:-5], 'zstd'),
    '/coding': lambda h, q: coded(FEED, q.replace('+', ' ')),
    '/coding-noise': lambda h, q: coded(b'\x01\x02' + FEED, q),
    '/quiet': lambda h, q: answer(b'', q + ' Status', headers=['Retry-After: 600']),
    '/set': lambda h, q: answer(b'', '302 Found', headers=[
        'Location: ' + q, 'Set-Cookie: a=1; Path=/', 'Set-Cookie: b=2; Path=/elsewhere', 'Set-Cookie: c=3; Secure',
        'Set-Cookie: d=4; Max-Age=0', 'Set-Cookie: own=new; HttpOnly']),
    '/linked': lambda h, q: answer(b'plain text', kind='text/plain', headers=[
        'Link: </wp-json/1>; rel="alternate"; type="application/json"',
        'Link: </atom>; rel="alternate"; type="application/atom+xml"; title="Atom"']),
    '/commented': lambda h, q: answer(b'''<!DOCTYPE html><title>Spin</title>
<link rel="alternate" type="application/rss+xml" title="Spin &raquo; Kommentar-Feed" href="/same">
<link rel="alternate" type="application/atom+xml" title="Spin &raquo; Feed" href="/atom">''', kind='text/html'),
    '/unasked': lambda h, q: coded(FEED, 'compress'),
    '/hop': lambda h, q: (answer(b'', '%s Found' % (q.split(',')[1] if ',' in q else '302'), headers=[
        'Location: ' + ('/feed' if q.split(',')[0] == '1' else '/hop?%d,%s' % (int(q.split(',')[0]) - 1, (q + ',302').split(',')[1]))])),
    '/to': lambda h, q: answer(b'', '302 Found', headers=['Location: ' + q]),
    '/moved': lambda h, q: answer(b'', '301 Moved', headers=['Location: /feed']),
    '/moved-temporarily-first': lambda h, q: answer(b'', '302 Found', headers=['Location: /moved']),
    '/nowhere': lambda h, q: answer(b'', '302 Found'),
    '/gone': lambda h, q: answer(b'', '410 Gone'),
    '/busy': lambda h, q: answer(b'', '429 Too Many Requests', headers=['Retry-After: 120']),
    '/status': lambda h, q: answer(b'no', q + ' Status'),
    '/challenge': lambda h, q: answer(b'<title>Just a moment...</title>', '403 Forbidden', 'text/html', ['Server: cloudflare']),
    '/etag': lambda h, q: answer(headers=['ETag: "%s"' % ('e' * int(q))]),
    '/headers': lambda h, q: answer(headers=['X-Header: ' + 'h' * 1000] * int(q)),
    '/cookie': lambda h, q: answer(headers=['Set-Cookie: k=1; Path=/']),
    '/latin': lambda h, q: answer(b'', '302 Found', headers=['Location: /echo?\xe9 b']),
}


async def http(reader, writer, port, tls=False):
    try:
        while True:
            head = await reader.readuntil(b'\r\n\r\n')
            lines = head.decode('latin-1').split('\r\n')
            method, target, _ = lines[0].split(' ', 2)
            headers = {k.lower(): v.strip() for k, _, v in (x.partition(':') for x in lines[1:] if ':' in x)}
            LOG.append({'port': port, 'line': lines[0], 'headers': headers})
            if port == 'proxy' and method == 'CONNECT':
                if target.endswith(':443') and 'h2' not in PORTS:
                    return
                writer.write(b'HTTP/1.1 200 OK\r\nX-From: proxy\r\n\r\n')
                return await tunnel(reader, writer, 'h2' if target.endswith(':443') else 'http')
            if port == 'proxy':
                target = '/' + target.split('/', 3)[3]
            path, _, query = target.partition('?')
            HITS[path] = HITS.get(path, 0) + 1
            OPEN['now'] += 1
            OPEN['most'] = max(OPEN['most'], OPEN['now'])
            try:
                if path == '/log':
                    body = answer(json.dumps({'seen': LOG, 'most': OPEN['most']}).encode(), kind='application/json')
                elif path == '/slow':
                    await asyncio.sleep(float(query))
                    body = answer()
                elif path == '/drip':
                    writer.write(answer(b'', length=False))
                    for _ in range(600):
                        await asyncio.sleep(0.1)
                        writer.write(b'x')
                        await writer.drain()
                    return
                elif path == '/trickle':
                    # One byte a second: an answer that never ends and never stops.
                    writer.write(answer(b'', length=False))
                    while True:
                        await asyncio.sleep(1)
                        writer.write(b'x')
                        await writer.drain()
                elif path == '/reset':
                    writer.transport.abort()
                    return
                elif path == '/flood':
                    writer.write(answer(b'', length=False))
                    while True:
                        writer.write(b'x' * 65536)
                        await writer.drain()
                elif path in ROUTES:
                    body = ROUTES[path](headers, query)
                else:
                    body = answer(b'', '404 Not Found')
            finally:
                OPEN['now'] -= 1
            writer.write(body)
            await writer.drain()
    except (asyncio.IncompleteReadError, ConnectionError, ssl.SSLError):
        pass
    finally:
        writer.close()


async def tunnel(reader, writer, port):
    far_reader, far_writer = await asyncio.open_connection('127.0.0.1', PORTS[port])

    async def copy(source, sink):
        try:
            while data := await source.read(65536):
                sink.write(data)
                await sink.drain()
        except ConnectionError:
            pass
        sink.close()
    await asyncio.gather(copy(reader, far_writer), copy(far_reader, writer))


async def socks(reader, writer):
    _, count = await reader.readexactly(2)
    await reader.readexactly(count)
    writer.write(b'\x05\x00')
    _, _, _, kind = await reader.readexactly(4)
    if kind == 3:
        host = (await reader.readexactly((await reader.readexactly(1))[0])).decode()
    else:
        host = (await reader.readexactly(4 if kind == 1 else 16)).hex()
    await reader.readexactly(2)
    LOG.append({'port': 'socks', 'line': host, 'headers': {}})
    writer.write(b'\x05\x00\x00\x01\x7f\x00\x00\x01\x00\x00')
    await tunnel(reader, writer, 'http')


def frame(kind, flags, stream, body):
    return struct.pack('>I', len(body))[1:] + bytes([kind, flags]) + struct.pack('>I', stream) + body


async def h2(reader, writer):
    """HTTP/2 (RFC 9113) as far as the tests need it: every request is answered with the feed."""
    if writer.get_extra_info('ssl_object').selected_alpn_protocol() != 'h2':
        return await http(reader, writer, 'h2')
    try:
        await reader.readexactly(24)
        LOG.append({'port': 'h2', 'line': 'connection', 'headers': {}})
        writer.write(frame(4, 0, 0, b''))
        while True:
            head = await reader.readexactly(9)
            length, kind, flags, stream = int.from_bytes(head[:3], 'big'), head[3], head[4], int.from_bytes(head[5:], 'big')
            await reader.readexactly(length)
            if kind == 4 and not flags & 1:
                writer.write(frame(4, 1, 0, b''))
            elif kind == 6 and not flags & 1:
                writer.write(frame(6, 1, 0, b'\0' * 8))
            elif kind == 1:
                LOG.append({'port': 'h2', 'line': 'request', 'headers': {}})
                await asyncio.sleep(0.02)
                # 0x88 is ":status: 200" of the static table (RFC 7541, appendix A).
                writer.write(frame(1, 4, stream, b'\x88') + frame(0, 1, stream, FEED))
            elif kind == 7:
                return
            await writer.drain()
    except (asyncio.IncompleteReadError, ConnectionError, ssl.SSLError):
        pass
    finally:
        writer.close()


async def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--cert')
    parser.add_argument('--key')
    options = parser.parse_args()

    async def start(name, handler, tls=None):
        server = await asyncio.start_server(handler, '127.0.0.1', 0, ssl=tls, limit=1 << 20, backlog=1024)
        PORTS[name] = server.sockets[0].getsockname()[1]
        return server
    servers = [await start('http', lambda r, w: http(r, w, 'http')), await start('proxy', lambda r, w: http(r, w, 'proxy')),
               await start('socks', socks)]
    try:
        six = await asyncio.start_server(lambda r, w: http(r, w, 'six'), '::1', 0, limit=1 << 20)
        PORTS['six'] = six.sockets[0].getsockname()[1]
    except OSError:
        pass  # a machine without IPv6
    if options.cert:
        tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        tls.load_cert_chain(options.cert, options.key)
        tls.set_alpn_protocols(['h2', 'http/1.1'])
        servers.append(await start('h2', h2, tls))
    print(json.dumps(PORTS), flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    os._exit(0)


asyncio.run(main())
