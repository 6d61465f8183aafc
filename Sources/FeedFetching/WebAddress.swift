public import Formats

/// An http or https address, parsed in the same way as by libcurl.
///
/// The parser is strict if other parsers might differ: white space, control characters, backslashes, user info and
/// unusual spellings of an IPv4 address are rejected. Only unambiguous cases are corrected: bytes of path and query
/// that must be percent-encoded are encoded, and a dot after the host and the fragment are removed.
public struct WebAddress: Hashable, Sendable, CustomStringConvertible {
    /// The whole address in ASCII, without fragment.
    public let text: String
    /// The scheme, host and port of the address.
    public let origin: WebOrigin
    /// The host as an IP address; nil if the host is a name.
    public let literal: IPAddress?

    /// The scheme, `http` or `https`.
    public var scheme: String { origin.scheme }
    /// The host name in lower-case ASCII, or an IP address without brackets.
    public var host: String { origin.host }
    /// The port in the address, or the default port of the scheme.
    public var port: Int { origin.port }
    /// The address itself. It contains no user info, but its query may contain a token.
    public var description: String { text }

    /// The maximum length of an address in bytes.
    public static let maxBytes = 8192

    /// Parses an absolute address.
    public init(_ text: String) throws(AddressRefusal) {
        var bytes = Array(text.utf8)
        guard bytes.count <= Self.maxBytes else { throw .malformed("longer than \(Self.maxBytes) bytes") }
        let authority = try Self.authority(of: bytes)
        Self.encode(&bytes, after: authority.upperBound)
        let parts = try CurlAddress.parts(of: String(decoding: bytes, as: UTF8.self))
        guard parts.scheme == "http" || parts.scheme == "https" else { throw .scheme(parts.scheme) }
        var host = parts.host.lowercased()
        if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
        while host.hasSuffix(".") { host.removeLast() }
        guard !host.isEmpty else { throw .malformed("no host") }
        let literal = IPAddress(host)
        try Self.checkSpelling(host: host, literal: literal, raw: bytes[authority])
        guard (1...65535).contains(parts.port) else { throw .port(parts.port) }
        origin = WebOrigin(scheme: parts.scheme, host: host, port: parts.port)
        self.literal = literal
        self.text = "\(origin)\(parts.path)\(parts.query.map { "?" + $0 } ?? "")"
    }

    /// Resolves a reference, such as a `Location` header, against `base`.
    public init(_ reference: String, relativeTo base: WebAddress) throws(AddressRefusal) {
        guard reference.utf8.count <= Self.maxBytes else { throw .malformed("longer than \(Self.maxBytes) bytes") }
        if reference.hasPrefix("//") {
            self = try WebAddress(base.scheme + ":" + reference)
        } else if Self.hasScheme(reference) {
            self = try WebAddress(reference)
        } else {
            var bytes = Array(reference.utf8)
            Self.encode(&bytes, after: 0)
            self = try WebAddress(
                try CurlAddress.resolve(String(decoding: bytes, as: UTF8.self), against: base.text))
        }
    }

    // MARK: -

    /// The range of the authority, which is between `//` and the path. Throws if it contains characters that parsers
    /// treat differently.
    private static func authority(of bytes: [UInt8]) throws(AddressRefusal) -> Range<Int> {
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > 0,
            bytes[..<colon].allSatisfy({ isSchemeByte($0) })
        else { throw .malformed("no scheme") }
        let scheme = String(decoding: bytes[..<colon], as: UTF8.self).lowercased()
        guard scheme == "http" || scheme == "https" else { throw .scheme(scheme) }
        let slash = UInt8(ascii: "/")
        guard bytes.count > colon + 3, bytes[colon + 1] == slash, bytes[colon + 2] == slash else {
            throw .malformed("no //")
        }
        let start = colon + 3
        let end =
            bytes[start...].firstIndex { $0 == slash || $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
            ?? bytes.count
        // For "http:///part", libcurl would use the next part as the host.
        guard start < end else { throw .malformed("no host") }
        guard !bytes.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { throw .malformed("a control character") }
        for byte in bytes[start..<end] {
            switch byte {
            case UInt8(ascii: "@"): throw .userInfo
            case 0x20: throw .malformed("white space in the host")
            case UInt8(ascii: "\\"): throw .malformed("a backslash in the host")
            case UInt8(ascii: "%"): throw .malformed("an encoded character in the host")
            default: break
            }
        }
        return start..<end
    }

    /// Percent-encodes bytes that are not allowed in a path or query.
    private static func encode(_ bytes: inout [UInt8], after start: Int) {
        guard bytes[start...].contains(where: { mustEncode($0) }) else { return }
        let digits = Array("0123456789ABCDEF".utf8)
        var out = Array(bytes[..<start])
        for byte in bytes[start...] {
            if mustEncode(byte) {
                out += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            } else {
                out.append(byte)
            }
        }
        bytes = out
    }

    private static func mustEncode(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x20, 0x22, 0x3C, 0x3E, 0x5C, 0x5E, 0x60, 0x7B...0x7D, 0x80...: true
        default: false
        }
    }

    /// Throws if libcurl or the resolver would read the host as a number although it is not written in the usual form.
    private static func checkSpelling(host: String, literal: IPAddress?, raw: ArraySlice<UInt8>) throws(AddressRefusal)
    {
        if let literal, literal.isIPv4 {
            let written = String(decoding: raw, as: UTF8.self)
            guard written == host || written.hasPrefix(host + ":") || written.hasPrefix(host + ".") else {
                throw .malformed("an unusual spelling of \(host)")
            }
        } else if literal == nil, host.utf8.contains(UInt8(ascii: ":")) {
            throw .malformed("an IPv6 address with a zone or in no known form")
        } else if literal == nil {
            // A name that ends in a number is a malformed IPv4 address
            // (https://url.spec.whatwg.org/#ends-in-a-number-checker).
            let last = host.split(separator: ".").last ?? ""
            let isHexadecimal = last.hasPrefix("0x") && last.dropFirst(2).allSatisfy { $0.isHexDigit }
            guard !isHexadecimal, !last.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
                throw .malformed("a host that ends in a number")
            }
        }
    }

    private static func hasScheme(_ reference: String) -> Bool {
        guard let colon = reference.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
        let head = reference.utf8[..<colon]
        guard let first = head.first, first | 0x20 >= 0x61, first | 0x20 <= 0x7A else { return false }
        return head.allSatisfy { isSchemeByte($0) }
    }

    private static func isSchemeByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."): true
        default: false
        }
    }
}
