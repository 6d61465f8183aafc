/// An address as entered by the user: a home page, a feed, a `feed:` address or a bare domain.
public struct TypedAddress: Sendable {
    /// The addresses to try, most likely first; never empty. A bare domain is tried over https, then over http.
    public let candidates: [WebAddress]
    /// The user name and password in the address; `candidates` does not contain them.
    public let credentials: BasicCredentials?

    /// Parses an address that the user entered.
    ///
    /// - Throws: `AddressRefusal` if the text is not an http or https address.
    public init(_ text: String) throws(AddressRefusal) {
        var rest = text
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        // Both "feed:https://…" and "feed://…" are in use; the other prefixes have the same meaning.
        for prefix in ["feed:", "podcast:", "pcast:", "itpc:", "rss:"] where rest.lowercased().hasPrefix(prefix) {
            rest.removeFirst(prefix.count)
            if rest.hasPrefix("//") { rest.removeFirst(2) }
            break
        }
        let lower = rest.lowercased()
        let isWhole = lower.hasPrefix("http://") || lower.hasPrefix("https://")
        if !isWhole, let colon = rest.firstIndex(of: ":"), !Self.isPort(rest[rest.index(after: colon)...]) {
            throw .scheme(String(rest[..<colon]))
        }
        let wholes = isWhole ? [rest] : ["https://" + rest, "http://" + rest]
        var found: [WebAddress] = []
        var secret: BasicCredentials?
        for whole in wholes {
            let (plain, credentials) = Self.split(whole)
            found.append(try WebAddress(plain))
            secret = credentials
        }
        candidates = found
        credentials = secret
    }

    private static func isPort(_ text: Substring) -> Bool {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard !digits.isEmpty, let port = Int(digits), port <= 65535 else { return false }
        let rest = text.dropFirst(digits.count)
        return rest.isEmpty || rest.first == "/" || rest.first == "?"
    }

    /// Removes `user:password@` from an address.
    private static func split(_ text: String) -> (String, BasicCredentials?) {
        guard let slash = text.firstIndex(of: "/"),
            let start = text.index(slash, offsetBy: 2, limitedBy: text.endIndex)
        else { return (text, nil) }
        let end = text[start...].firstIndex { $0 == "/" || $0 == "?" || $0 == "#" } ?? text.endIndex
        guard let at = text[start..<end].lastIndex(of: "@") else { return (text, nil) }
        let parts = text[start..<at].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let plain = String(text[..<start]) + String(text[text.index(after: at)...])
        return (
            plain,
            BasicCredentials(
                user: decoded(parts.first ?? ""), password: parts.count > 1 ? decoded(parts[1]) : "")
        )
    }

    private static func decoded(_ text: Substring) -> String {
        var out: [UInt8] = []
        var bytes = text.utf8[...]
        while let byte = bytes.popFirst() {
            if byte == UInt8(ascii: "%"),
                let value = UInt8(String(decoding: bytes.prefix(2), as: UTF8.self), radix: 16),
                bytes.count >= 2
            {
                bytes.removeFirst(2)
                out.append(value)
            } else {
                out.append(byte)
            }
        }
        return String(decoding: out, as: UTF8.self)
    }
}
