"""A push service on loopback (RFC 8030) with browsers that decrypt their messages (RFC 8188, RFC 8291).

Verifies the token of the sender (RFC 8292). Has its own implementation of the cryptography, so that it does not share mistakes
with the program. Prints its port and the keys of the browsers. The file `answers` contains the status codes of the next responses.
"""

import base64
import hashlib
import hmac
import http.server
import json
import os
import pathlib
import re
import sys
import threading

folder = pathlib.Path(sys.argv[1])

# The curve P-256: https://csrc.nist.gov/pubs/sp/800/186/final
P = 2**256 - 2**224 + 2**192 + 2**96 - 1
B = 0x5AC635D8AA3A93E7B3EBBD55769886BC651D06B0CC53B0F63BCE3C3E27D2604B
N = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
G = (0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296,
     0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5)


def add(one, other):
    if one is None or other is None:
        return one or other
    if one[0] == other[0]:
        if (one[1] + other[1]) % P == 0:
            return None
        slope = (3 * one[0] * one[0] - 3) * pow(2 * one[1], -1, P)
    else:
        slope = (other[1] - one[1]) * pow(other[0] - one[0], -1, P)
    x = (slope * slope - one[0] - other[0]) % P
    return x, (slope * (one[0] - x) - one[1]) % P


def multiply(number, point):
    result = None
    while number:
        if number & 1:
            result = add(result, point)
        point = add(point, point)
        number >>= 1
    return result


def decode_point(data):
    assert len(data) == 65 and data[0] == 4, "no uncompressed point"
    x, y = int.from_bytes(data[1:33], "big"), int.from_bytes(data[33:], "big")
    assert (y * y - x * x * x + 3 * x - B) % P == 0, "not on the curve"
    return x, y


def encode_point(point):
    return b"\4" + point[0].to_bytes(32, "big") + point[1].to_bytes(32, "big")


def is_signed(message, signature, point):
    r, s = int.from_bytes(signature[:32], "big"), int.from_bytes(signature[32:], "big")
    if not (len(signature) == 64 and 0 < r < N and 0 < s < N):
        return False
    z, inverse = int.from_bytes(hashlib.sha256(message).digest(), "big"), pow(s, -1, N)
    found = add(multiply(z * inverse % N, G), multiply(r * inverse % N, point))
    return found is not None and found[0] % N == r


# AES-128 (FIPS 197) and GCM (NIST SP 800-38D)
def make_box():
    box, p, q = [0] * 256, 1, 1
    while True:
        p = (p ^ (p << 1) ^ (0x1B if p & 0x80 else 0)) & 0xFF
        for shift in (1, 2, 4):
            q = (q ^ (q << shift)) & 0xFF
        if q & 0x80:
            q ^= 0x09
        box[p] = q ^ (q << 1 | q >> 7) & 0xFF ^ (q << 2 | q >> 6) & 0xFF ^ (q << 3 | q >> 5) & 0xFF ^ (q << 4 | q >> 4) & 0xFF ^ 0x63
        if p == 1:
            break
    box[0] = 0x63
    return box


BOX = make_box()


def double(byte):
    return (byte << 1 ^ (0x1B if byte & 0x80 else 0)) & 0xFF


def expand_key(key):
    words, factor = [list(key[i:i + 4]) for i in range(0, 16, 4)], 1
    for place in range(4, 44):
        word = list(words[-1])
        if place % 4 == 0:
            word = [BOX[byte] for byte in word[1:] + word[:1]]
            word[0] ^= factor
            factor = double(factor)
        words.append([a ^ b for a, b in zip(word, words[place - 4])])
    return [sum(words[i:i + 4], []) for i in range(0, 44, 4)]


def encrypt_block(keys, block):
    state = [a ^ b for a, b in zip(block, keys[0])]
    for number in range(1, 11):
        state = [BOX[state[(i + 4 * (i % 4)) % 16]] for i in range(16)]
        if number < 10:
            mixed = []
            for column in range(0, 16, 4):
                a = state[column:column + 4]
                whole = a[0] ^ a[1] ^ a[2] ^ a[3]
                mixed += [a[i] ^ whole ^ double(a[i] ^ a[(i + 1) % 4]) for i in range(4)]
            state = mixed
        state = [a ^ b for a, b in zip(state, keys[number])]
    return bytes(state)


def decrypt(key, nonce, sealed):
    text, tag = sealed[:-16], sealed[-16:]
    keys = expand_key(key)
    hash_key = int.from_bytes(encrypt_block(keys, bytes(16)), "big")

    def times(x):
        result, y = 0, hash_key
        for bit in range(127, -1, -1):
            if x >> bit & 1:
                result ^= y
            y = y >> 1 ^ (0xE1 << 120 if y & 1 else 0)
        return result

    digest = 0
    padded = text + bytes(-len(text) % 16) + (len(text) * 8).to_bytes(16, "big")
    for start in range(0, len(padded), 16):
        digest = times(digest ^ int.from_bytes(padded[start:start + 16], "big"))
    first = encrypt_block(keys, nonce + b"\0\0\0\1")
    assert tag == (digest ^ int.from_bytes(first, "big")).to_bytes(16, "big"), "wrong tag"
    out = b""
    for number, start in enumerate(range(0, len(text), 16)):
        stream = encrypt_block(keys, nonce + (number + 2).to_bytes(4, "big"))
        out += bytes(a ^ b for a, b in zip(text[start:start + 16], stream))
    return out


def decode(text):
    assert re.fullmatch(r"[A-Za-z0-9_-]*", text), "no Base64 for URLs"
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def encode(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def authenticate(key, message):
    return hmac.new(key, message, hashlib.sha256).digest()


class Browser:
    def __init__(self):
        self.private = int.from_bytes(os.urandom(32), "big") % (N - 1) + 1
        self.public = encode_point(multiply(self.private, G))
        self.secret = os.urandom(16)

    def read(self, body):
        salt, size, count = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        sender, sealed = body[21:21 + count], body[21 + count:]
        assert size == 4096 and len(sealed) <= size, "more than one record"
        shared = multiply(self.private, decode_point(sender))[0].to_bytes(32, "big")
        material = authenticate(authenticate(self.secret, shared), b"WebPush: info\0" + self.public + sender + b"\1")
        pseudo = authenticate(salt, material)
        text = decrypt(authenticate(pseudo, b"Content-Encoding: aes128gcm\0\1")[:16],
                       authenticate(pseudo, b"Content-Encoding: nonce\0\1")[:12], sealed).rstrip(b"\0")
        assert text[-1:] == b"\2", "not the last record"
        return text[:-1].decode()


browsers = [Browser(), Browser()]


class Handler(http.server.BaseHTTPRequestHandler):
    def log_message(self, *arguments):
        pass

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        entry = {"browser": int(self.path.rsplit("/", 1)[-1]), "topic": self.headers.get("Topic")}
        status = 201
        try:
            assert len(body) <= 4096, "too long"
            assert self.headers["Content-Encoding"] == "aes128gcm" and int(self.headers["TTL"]) > 0, "headers"
            assert re.fullmatch(r"[A-Za-z0-9_-]{1,32}", entry["topic"] or "A"), "topic"
            token, key = re.fullmatch(r"vapid t=([^,]+), k=(.+)", self.headers["Authorization"]).groups()
            signed, signature = token.rsplit(".", 1)
            head, claims = (json.loads(decode(part)) for part in signed.split("."))
            assert head == {"typ": "JWT", "alg": "ES256"}, "head of the token"
            assert is_signed(signed.encode(), decode(signature), decode_point(decode(key))), "signature"
            assert claims["aud"] == f"http://127.0.0.1:{server.server_port}", "audience"
            now = json.loads((folder / "now").read_text())
            assert now < claims["exp"] <= now + 86400, "expiry"
            assert claims.get("sub", "mailto:a@b").startswith(("mailto:", "https://")), "contact"
            entry.update(message=json.loads(browsers[entry["browser"]].read(body)), key=key, contact=claims.get("sub"))
            answers = folder / "answers"
            lines = answers.read_text().split() if answers.exists() else []
            if lines:
                status = int(lines[0])
                answers.write_text("\n".join(lines[1:]))
        except (AssertionError, AttributeError, KeyError, TypeError, ValueError) as error:
            status, entry["why"] = 400, repr(error)
        entry["status"] = status
        with open(folder / "log", "a") as log:
            log.write(json.dumps(entry) + "\n")
        self.send_response(status)
        if status == 429:
            self.send_header("Retry-After", "61")
        self.send_header("Content-Length", "0")
        self.end_headers()


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(json.dumps({"port": server.server_port, "keys": [[encode(b.public), encode(b.secret)] for b in browsers]}), flush=True)
threading.Thread(target=server.serve_forever, daemon=True).start()
sys.stdin.read()
