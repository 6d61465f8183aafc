/// The host of a request: a lower-case name, an IPv4 address, or an IPv6 address in brackets, with an optional port.
public struct HTTPHost: Hashable, Sendable, CustomStringConvertible {
    public let name: String
    public let port: Int?

    /// Parses a Host field or the authority of a target.
    ///
    /// - Returns: nil if the text is empty, has user information, or has a character that is not allowed in host names.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        var end = bytes.count
        if bytes.first == UInt8(ascii: "[") {
            guard let close = bytes.firstIndex(of: UInt8(ascii: "]")), close > 2,
                bytes[1..<close].allSatisfy({
                    HTTPGrammar.hexadecimal($0) != nil || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".")
                })
            else { return nil }
            end = close + 1
        } else {
            end = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.count
            guard end > 0, end <= 255, bytes[..<end].allSatisfy(HTTPGrammar.isHostByte) else { return nil }
        }
        let isLower = bytes[..<end].allSatisfy { HTTPGrammar.lowercased($0) == $0 }
        name =
            isLower && end == bytes.count
            ? text : String(decoding: bytes[..<end].map(HTTPGrammar.lowercased), as: UTF8.self)
        guard end < bytes.count else {
            port = nil
            return
        }
        let digits = bytes[(end + 1)...]
        guard bytes[end] == UInt8(ascii: ":"), digits.count <= 5, digits.allSatisfy(HTTPGrammar.isDigit) else {
            return nil
        }
        // "host:" is a host with an empty port (RFC 3986, section 3.2.3).
        let number = digits.reduce(0) { $0 * 10 + Int($1 & 15) }
        guard number <= 65_535 else { return nil }
        port = digits.isEmpty ? nil : number
    }

    public var description: String { port.map { "\(name):\($0)" } ?? name }
}
