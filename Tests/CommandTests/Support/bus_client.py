"""A client of the session bus that has many calls under way at once, as a desktop's shell has. The D-Bus specification's wire
format, as far as the tests need it: arguments are texts, lists of texts, and numbers."""
import os
import socket
import struct

NAME = "org.feedsearch.Feedsearch"
SHELL = ("/org/feedsearch/Feedsearch/SearchProvider", "org.gnome.Shell.SearchProvider2")
RUNNER = ("/org/feedsearch/Feedsearch/Runner", "org.kde.krunner1")


class Message:
    def __init__(self, kind, reply_to, error, signature, body):
        self.kind, self.reply_to, self.error, self.signature, self.body = kind, reply_to, error, signature, body


class Writer:
    def __init__(self):
        self.bytes = bytearray()

    def align(self, size):
        self.bytes += bytes(-len(self.bytes) % size)

    def number(self, value):
        self.align(4)
        self.bytes += struct.pack("<I", value)

    def text(self, text):
        data = text.encode()
        self.number(len(data))
        self.bytes += data + b"\0"

    def signature(self, text):
        self.bytes += bytes([len(text)]) + text.encode() + b"\0"

    def texts(self, texts):
        inner = Writer()
        inner.bytes = bytearray(self.bytes)
        inner.align(4)
        start = len(inner.bytes) + 4
        inner.number(0)
        for text in texts:
            inner.text(text)
        inner.bytes[start - 4:start] = struct.pack("<I", len(inner.bytes) - start)
        self.bytes = inner.bytes


class Reader:
    def __init__(self, data):
        self.data, self.at = data, 0

    def align(self, size):
        self.at += -self.at % size

    def take(self, format, size):
        self.align(size)
        value = struct.unpack_from("<" + format, self.data, self.at)[0]
        self.at += size
        return value

    def text(self):
        size = self.take("I", 4)
        value = self.data[self.at:self.at + size].decode()
        self.at += size + 1
        return value

    def signature(self):
        size = self.data[self.at]
        value = self.data[self.at + 1:self.at + 1 + size].decode()
        self.at += size + 2
        return value

    def value(self, types):
        """The next value, and the types that are left."""
        kind, rest = types[0], types[1:]
        if kind in "so":
            return self.text(), rest
        if kind == "g":
            return self.signature(), rest
        if kind in "ui":
            return self.take("I" if kind == "u" else "i", 4), rest
        if kind == "d":
            return self.take("d", 8), rest
        if kind == "y":
            return self.take("B", 1), rest
        if kind == "v":
            return self.value(self.signature())[0], rest
        if kind == "a":
            size = self.take("I", 4)
            element, rest = split(rest)
            self.align(8 if element[0] in "({d" else 4)
            end, values = self.at + size, []
            while self.at < end:
                values.append(self.value(element)[0])
            return (dict(values) if element[0] == "{" else values), rest
        if kind in "({":
            self.align(8)
            inner, rest = inside(types)
            values = []
            while inner:
                value, inner = self.value(inner)
                values.append(value)
            return tuple(values), rest
        raise ValueError(types)


def inside(types):
    depth = 0
    for index, kind in enumerate(types):
        depth += (kind in "({") - (kind in ")}")
        if depth == 0:
            return types[1:index], types[index + 1:]
    raise ValueError(types)


def split(types):
    """The first complete type, and what is left."""
    if types[0] == "a":
        element, rest = split(types[1:])
        return "a" + element, rest
    if types[0] in "({":
        rest = inside(types)[1]
        return types[:len(types) - len(rest)], rest
    return types[0], types[1:]


class Bus:
    """A connection of its own to the session bus."""

    def __init__(self):
        address = os.environ["DBUS_SESSION_BUS_ADDRESS"].split(";")[0].removeprefix("unix:")
        keys = dict(part.split("=", 1) for part in address.split(","))
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(120)
        self.socket.connect(keys["path"] if "path" in keys else "\0" + keys["abstract"])
        self.socket.sendall(b"\0AUTH EXTERNAL " + str(os.getuid()).encode().hex().encode() + b"\r\n")
        line = b""
        while not line.endswith(b"\r\n"):
            line += self.socket.recv(1)
        assert line.startswith(b"OK"), line
        self.socket.sendall(b"BEGIN\r\n")
        self.serial, self.replies = 0, {}
        self.call("/org/freedesktop/DBus", "org.freedesktop.DBus", "Hello", to="org.freedesktop.DBus")

    def send(self, path, interface, member, *arguments, to=NAME):
        """Sends a call and gives its number; `wait` has the reply."""
        body, signature = Writer(), ""
        for argument in arguments:
            if isinstance(argument, str):
                signature += "s"
                body.text(argument)
            elif isinstance(argument, int):
                signature += "u"
                body.number(argument)
            else:
                signature += "as"
                body.texts(argument)
        self.serial += 1
        head = Writer()
        head.bytes += struct.pack("<BBBBII", ord("l"), 1, 0, 1, len(body.bytes), self.serial)
        fields = [(1, "o", path), (2, "s", interface), (3, "s", member), (6, "s", to)]
        if signature:
            fields.append((8, "g", signature))
        start = len(head.bytes) + 4
        head.number(0)
        for code, kind, value in fields:
            head.align(8)
            head.bytes.append(code)
            head.signature(kind)
            head.signature(value) if kind == "g" else head.text(value)
        head.bytes[start - 4:start] = struct.pack("<I", len(head.bytes) - start)
        head.align(8)
        self.socket.sendall(head.bytes + body.bytes)
        return self.serial

    def wait(self, serial):
        """The reply to a call: its only value, or all of them, or a text that begins with `error:`."""
        while serial not in self.replies:
            message = self.read()
            if message.kind in (2, 3):
                self.replies[message.reply_to] = message
        message = self.replies.pop(serial)
        if message.kind == 3:
            return "error: " + message.error
        reader, types, values = Reader(message.body), message.signature, []
        while types:
            value, types = reader.value(types)
            values.append(value)
        return values[0] if len(values) == 1 else values

    def call(self, path, interface, member, *arguments, to=NAME):
        return self.wait(self.send(path, interface, member, *arguments, to=to))

    def shell(self, member, *arguments):
        return self.call(*SHELL, member, *arguments)

    def runner(self, member, *arguments):
        return self.call(*RUNNER, member, *arguments)

    def has_owner(self):
        reader = self.send("/org/freedesktop/DBus", "org.freedesktop.DBus", "ListNames", to="org.freedesktop.DBus")
        return NAME in self.wait(reader)

    def read(self):
        head = self.exactly(16)
        body_size, _, fields_size = struct.unpack("<III", head[4:16])
        fields = self.exactly(fields_size + -fields_size % 8)
        reader = Reader(head[12:16] + fields)
        reader.data = bytes(12) + reader.data
        reader.at = 12
        found = dict(reader.value("a(yv)")[0])
        return Message(head[1], found.get(5), found.get(4), found.get(8, ""), self.exactly(body_size))

    def exactly(self, size):
        data = b""
        while len(data) < size:
            part = self.socket.recv(size - len(data))
            if not part:
                raise EOFError
            data += part
        return data
