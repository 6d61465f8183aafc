/// The cookies that the redirects of one fetch set (RFC 6265). Some sites redirect in a circle until the client returns
/// a cookie.
///
/// A cookie is returned only to the origin that set it, whatever its `Domain`, and is discarded at the end of the
/// fetch.
struct ChainCookies {
    private struct Cookie {
        var origin: WebOrigin
        var name: String
        var value: String
        var path: String
    }

    private var cookies: [Cookie] = []
    private static let maxCookies = 16
    private static let maxBytes = 4096

    /// Stores the cookies in the `Set-Cookie` fields of a redirect.
    mutating func take(_ fields: [String], from address: WebAddress, now: Int64) {
        for field in fields { take(field, from: address, now: now) }
    }

    /// The cookies for an address as `name=value` pairs, in the order in which they were set.
    func pairs(for address: WebAddress) -> [(name: String, value: String)] {
        let path = Self.path(of: address)
        return cookies.filter { $0.origin == address.origin && Self.matches(path, $0.path) }.map { ($0.name, $0.value) }
    }

    /// The value of a `Cookie` header with the user's own cookies and the cookies set by redirects. A cookie set by a
    /// redirect replaces the user's cookie of the same name. Nil if there are no cookies.
    static func header(own: String?, _ pairs: [(name: String, value: String)]) -> String? {
        let names = Set(pairs.map(\.name))
        let kept = (own ?? "").split(separator: ";").map { Self.trimmed($0) }.filter { item in
            !item.isEmpty && !names.contains(Self.trimmed(item.prefix { $0 != "=" }))
        }
        let all = kept + pairs.map { "\($0.name)=\($0.value)" }
        return all.isEmpty ? nil : all.joined(separator: "; ")
    }

    // MARK: -

    private mutating func take(_ field: String, from address: WebAddress, now: Int64) {
        guard field.utf8.count <= Self.maxBytes, field.utf8.allSatisfy({ (0x20...0x7E).contains($0) || $0 == 9 })
        else { return }
        let parts = field.split(separator: ";", omittingEmptySubsequences: false)
        guard let pair = parts.first, let equals = pair.firstIndex(of: "=") else { return }
        let name = Self.trimmed(pair[..<equals])
        guard !name.isEmpty else { return }
        var cookie = Cookie(
            origin: address.origin, name: name, value: Self.trimmed(pair[pair.index(after: equals)...]),
            path: Self.folder(of: Self.path(of: address)))
        var expires: Int64?
        var maxAge: Int64?
        for part in parts.dropFirst() {
            let attribute = Self.trimmed(part.prefix { $0 != "=" }).lowercased()
            let value = Self.trimmed(part.drop { $0 != "=" }.dropFirst())
            switch attribute {
            case "path": if value.hasPrefix("/") { cookie.path = value }
            case "secure": if address.origin.scheme != "https" { return }
            case "max-age": maxAge = Int64(value)
            case "expires": expires = HTTPDate.seconds(value)
            default: break
            }
        }
        cookies.removeAll { $0.origin == cookie.origin && $0.name == cookie.name && $0.path == cookie.path }
        let isPast = maxAge.map { $0 <= 0 } ?? expires.map { $0 <= now } ?? false
        if !isPast, cookies.count < Self.maxCookies { cookies.append(cookie) }
    }

    private static func path(of address: WebAddress) -> String {
        let rest = address.text.dropFirst(address.origin.scheme.count + 3)
        let path = rest.drop { !"/?#".contains($0) }.prefix { $0 != "?" && $0 != "#" }
        return path.hasPrefix("/") ? String(path) : "/"
    }

    /// The default path of a cookie that does not specify one (RFC 6265, section 5.1.4).
    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return "/" }
        return String(path[..<slash])
    }

    private static func matches(_ path: String, _ folder: String) -> Bool {
        guard path.hasPrefix(folder) else { return false }
        return path.count == folder.count || folder.hasSuffix("/") || path.dropFirst(folder.count).first == "/"
    }

    private static func trimmed(_ text: some StringProtocol) -> String {
        let start = text.drop { $0 == " " || $0 == "\t" }
        return String(start.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }
}
