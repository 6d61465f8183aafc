/// A request target, split and decoded.
struct RequestTarget: Equatable {
    var path: [String] = []
    var query: [HTTPQueryItem] = []
    /// The host of an absolute target; nil for other targets.
    var host: HTTPHost?

    /// - Parameter target: the target as received; must be visible ASCII without `#`.
    init(_ target: String, method: String) throws(HTTPError) {
        if target == "*" {
            guard method == "OPTIONS" else { throw .badRequest("the target * is only for OPTIONS") }
            return
        }
        var rest = target.utf8[...]
        if rest.first != UInt8(ascii: "/") {
            rest = try readAuthority(rest)
            if rest.first != UInt8(ascii: "/") { rest = ("/" + String(Substring(rest))).utf8[...] }
        }
        let mark = rest.firstIndex(of: UInt8(ascii: "?")) ?? rest.endIndex
        path = try Self.segments(rest[..<mark])
        if mark < rest.endIndex { query = FormDecoding.items(rest[rest.index(after: mark)...]) }
    }

    /// Reads `http://host:port` of an absolute target (RFC 9112, section 3.2.2) and returns the remaining part.
    private mutating func readAuthority(_ target: Substring.UTF8View) throws(HTTPError) -> Substring.UTF8View {
        let lower = target.prefix(8).map(HTTPGrammar.lowercased)
        let scheme = lower.starts(with: "http://".utf8) ? 7 : lower.starts(with: "https://".utf8) ? 8 : 0
        guard scheme > 0 else { throw .badRequest("the target is neither a path nor an http address") }
        let rest = target.dropFirst(scheme)
        let end = rest.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? rest.endIndex
        host = HTTPHost(String(Substring(rest[..<end])))
        if host == nil { throw .badRequest("the target has no valid host") }
        return rest[end...]
    }

    private static func segments(_ path: Substring.UTF8View) throws(HTTPError) -> [String] {
        guard path.count > 1 else { return [] }
        var segments: [String] = []
        for part in path.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            segments.append(try segment(part))
        }
        return segments
    }

    private static func segment(_ part: Substring.UTF8View) throws(HTTPError) -> String {
        var text = String(Substring(part))
        if part.contains(UInt8(ascii: "%")) {
            guard let bytes = FormDecoding.percentDecoded(part), let decoded = String(validating: bytes, as: UTF8.self)
            else { throw .badRequest("the path is not percent-encoded UTF-8") }
            guard !bytes.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
                throw .badRequest("a control character in the path")
            }
            text = decoded
        }
        // Also find `.` and `..` next to a slash that was encoded as %2F.
        for name in text.utf8.split(separator: UInt8(ascii: "/"))
        where name.elementsEqual(".".utf8) || name.elementsEqual("..".utf8) {
            throw .badRequest("the path has a dot segment")
        }
        return text
    }
}
