/// The header lines of a response, collected as they are received.
struct ResponseHead {
    private(set) var status = 0
    private(set) var fields: [String: String] = [:]
    private(set) var links: [String] = []
    /// The values of the `Set-Cookie` fields, as sent.
    private(set) var cookies: [String] = []
    private(set) var bytes = 0
    /// The rule that the head violates, among those that libcurl does not check; nil if the head is valid.
    private(set) var problem: String?

    /// The names of the headers to keep. Other headers are dropped, so that a response with many headers does not use
    /// memory for them.
    private static let kept: Set<String> = [
        "age", "cache-control", "cf-mitigated", "content-encoding", "content-length", "content-location",
        "content-range", "content-type", "date", "etag", "expires", "last-modified", "location", "retry-after",
        "server",
    ]

    /// Parses one header line, including its line break.
    mutating func take(_ line: [UInt8]) {
        bytes += line.count
        if line.starts(with: "HTTP/".utf8) {
            // The previous head was that of an interim response or a proxy. Only the last head is kept.
            self = ResponseHead(status: Self.status(of: line), bytes: bytes)
            return
        }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon <= 64 else { return }
        let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
        guard Self.kept.contains(name) || name == "link" || name == "set-cookie" else { return }
        let value = Self.trimmed(line[(colon + 1)...])
        if name == "link" {
            if links.count < 16, value.utf8.count <= 4096 { links.append(value) }
        } else if name == "set-cookie" {
            if cookies.count < 32, value.utf8.count <= 4096 { cookies.append(value) }
        } else if name == "content-length", let other = fields[name], other != value {
            problem = "two different Content-Length headers"
        } else if name == "content-encoding", let other = fields[name] {
            fields[name] = other + "," + value
        } else if fields[name] == nil {
            fields[name] = value
        }
    }

    /// The value of a header by its lower-case name.
    subscript(_ name: String) -> String? { fields[name] }

    /// The value of a header if it can be stored and sent back: printable ASCII of at most `maxBytes` bytes.
    func validator(_ name: String, maxBytes: Int) -> String? {
        guard let value = fields[name], !value.isEmpty, value.utf8.count <= maxBytes,
            value.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
        else { return nil }
        return value
    }

    init() {}

    private init(status: Int, bytes: Int) {
        self.status = status
        self.bytes = bytes
    }

    private static func status(of line: [UInt8]) -> Int {
        let parts = line.split(separator: 0x20, maxSplits: 2)
        guard parts.count > 1 else { return 0 }
        return parts[1].prefix(3).reduce(0) { (0x30...0x39).contains($1) ? $0 * 10 + Int($1 - 0x30) : $0 }
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> String {
        var rest = bytes
        while let last = rest.last, last <= 0x20 { rest.removeLast() }
        while let first = rest.first, first <= 0x20 { rest.removeFirst() }
        return String(decoding: rest, as: UTF8.self)
    }
}
