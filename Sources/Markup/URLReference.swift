/// Resolves addresses in feeds and pages against a base, and checks their schemes.
///
/// Follows RFC 3986 §5.2, but is as lenient as browsers (<https://url.spec.whatwg.org/>): white space around an address
/// and line breaks inside it are removed, and `\` is a slash in http addresses. Nothing is percent-encoded, decoded or
/// converted to lower case.
public enum URLReference {
    /// The absolute form of a reference; the trimmed reference if the base is nil or unusable.
    ///
    /// A reference with a scheme is unchanged.
    /// - Complexity: linear in the lengths of both.
    public static func resolve(_ reference: String, base: String?) -> String {
        let cleaned = clean(Array(reference.utf8))
        guard let base else { return String(decoding: cleaned, as: UTF8.self) }
        let parsed = Parts(clean(Array(base.utf8)))
        return String(decoding: resolve(cleaned, base: parsed), as: UTF8.self)
    }

    /// The scheme that a browser would find in an address, in lower case without the colon; nil for a relative
    /// reference.
    public static func scheme(_ address: String) -> String? {
        scheme(clean(Array(address.utf8))).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Whether an address is safe to open: it must have the scheme http or https and a host, and contain neither
    /// control characters nor spaces.
    public static func isSafeToOpen(_ address: String) -> Bool {
        let bytes = Array(address.utf8)
        guard !bytes.contains(where: { $0 <= 0x20 || $0 == 0x7F }) else { return false }
        let parts = Parts(bytes)
        guard parts.isWeb, let authority = parts.authority else { return false }
        return !authority.isEmpty && authority.first != 0x3A
    }
}

// MARK: - On bytes

extension URLReference {
    /// Removes leading and trailing white space and control characters, and all tabs and line breaks.
    static func clean(_ bytes: [UInt8]) -> [UInt8] {
        guard let first = bytes.firstIndex(where: { $0 > 0x20 }), let last = bytes.lastIndex(where: { $0 > 0x20 })
        else { return [] }
        let trimmed = bytes[first...last]
        guard trimmed.contains(where: { $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }) else { return Array(trimmed) }
        return trimmed.filter { $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
    }

    /// The scheme of a cleaned address, in lower case; nil for a relative reference.
    static func scheme(_ bytes: [UInt8]) -> [UInt8]? {
        guard let first = bytes.first, HTMLTokenizer.isLetter(first) else { return nil }
        for (index, byte) in bytes.enumerated() {
            if byte == 0x3A {
                return bytes[..<index].map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }
            }
            guard HTMLTokenizer.isLetter(byte) || byte &- 0x30 < 10 || byte == 0x2B || byte == 0x2D || byte == 0x2E
            else { return nil }
        }
        return nil
    }

    /// The components of an address, unchanged but without their delimiters.
    struct Parts: Sendable {
        var scheme: [UInt8]?
        var authority: [UInt8]?
        var path: [UInt8]
        var query: [UInt8]?
        var fragment: [UInt8]?

        var isWeb: Bool { scheme == Array("http".utf8) || scheme == Array("https".utf8) }
        private var isSpecial: Bool { isWeb || scheme == Array("ftp".utf8) }

        /// Splits an address into its components.
        ///
        /// - Parameter bytes: the cleaned address.
        /// - Parameter special: whether `\` counts as a slash, as in http, https and ftp addresses; nil to decide by
        ///   the scheme.
        init(_ bytes: [UInt8], special: Bool? = nil) {
            scheme = URLReference.scheme(bytes)
            path = []
            var rest = bytes[(scheme.map { $0.count + 1 } ?? 0)...]
            if let hash = rest.firstIndex(of: 0x23) {
                fragment = Array(rest[(hash + 1)...])
                rest = rest[..<hash]
            }
            if let mark = rest.firstIndex(of: 0x3F) {
                query = Array(rest[(mark + 1)...])
                rest = rest[..<mark]
            }
            var hierarchical = Array(rest)
            if special ?? isSpecial {
                for index in hierarchical.indices where hierarchical[index] == 0x5C { hierarchical[index] = 0x2F }
            }
            if hierarchical.starts(with: [0x2F, 0x2F]) {
                let after = hierarchical[2...]
                let end = after.firstIndex(of: 0x2F) ?? after.endIndex
                authority = Array(after[..<end])
                path = Array(after[end...])
            } else {
                path = hierarchical
            }
        }

        var bytes: [UInt8] {
            var bytes: [UInt8] = []
            if let scheme {
                bytes += scheme
                bytes.append(0x3A)
            }
            if let authority {
                bytes += [0x2F, 0x2F]
                bytes += authority
            }
            bytes += path
            if let query {
                bytes.append(0x3F)
                bytes += query
            }
            if let fragment {
                bytes.append(0x23)
                bytes += fragment
            }
            return bytes
        }
    }

    /// Resolves a cleaned reference (RFC 3986 §5.2.2).
    static func resolve(_ reference: [UInt8], base: Parts) -> [UInt8] {
        if let scheme = scheme(reference) {
            // In browsers, "http:page" is relative if the base has the same scheme, and otherwise absolute.
            let rest = reference[(scheme.count + 1)...]
            guard base.isWeb, scheme == base.scheme, rest.first != 0x2F, rest.first != 0x5C else { return reference }
            return resolve(Array(rest), base: base)
        }
        guard base.scheme != nil, base.authority != nil || base.path.first == 0x2F else { return reference }
        let isWeb = base.isWeb
        let parts = Parts(reference, special: isWeb)
        var target = base
        target.fragment = parts.fragment
        if let authority = parts.authority {
            target.authority = authority
            target.path = removingDotSegments(parts.path)
            target.query = parts.query
        } else if parts.path.isEmpty {
            if parts.query != nil { target.query = parts.query }
        } else {
            if parts.path.first == 0x2F {
                target.path = removingDotSegments(parts.path)
            } else {
                let directory = base.path.lastIndex(of: 0x2F).map { base.path[...$0] } ?? [0x2F]
                target.path = removingDotSegments(directory + parts.path)
            }
            target.query = parts.query
        }
        return target.bytes
    }

    /// Removes dot segments (RFC 3986 §5.2.4), using a stack of segments.
    ///
    /// - Complexity: linear.
    static func removingDotSegments(_ path: [UInt8]) -> [UInt8] {
        guard path.contains(0x2E) else { return path }
        var output: [UInt8] = []
        output.reserveCapacity(path.count)
        var index = 0
        // Each segment is read together with the slash before it.
        while index < path.count {
            var end = index + 1
            while end < path.count, path[end] != 0x2F { end += 1 }
            let segment = path[(path[index] == 0x2F ? index + 1 : index)..<end]
            let isLast = end == path.count
            if segment.elementsEqual([0x2E]) {
                if isLast { output.append(0x2F) }
            } else if segment.elementsEqual([0x2E, 0x2E]) {
                while let byte = output.popLast(), byte != 0x2F {}
                if isLast { output.append(0x2F) }
            } else {
                output += path[index..<end]
            }
            index = end
        }
        return output
    }
}
