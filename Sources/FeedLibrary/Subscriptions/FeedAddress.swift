public import Articles
internal import Formats
internal import Markup
internal import SQLiteEngine

extension ArticleStore {
    /// The feed with this address or title, or with the normalised form of this address.
    ///
    /// - Throws: `StorageError.noSuchFeed`.
    public func feed(typed name: String) throws -> Feed {
        let found = try feed(named: name) ?? FeedAddress.normalize(name).flatMap { try feed(named: $0) }
        guard let found else { throw StorageError.noSuchFeed(name) }
        return found
    }
}

/// Normalises feed addresses that users type or paste.
public enum FeedAddress {
    /// Normalises an http or https address: removes `feed:`, adds https to a bare domain, and makes the scheme and the
    /// host lower case. Returns nil for any other text.
    public static func normalize(_ text: String) -> String? {
        var text = text[...]
        if text.lowercased().hasPrefix("feed:") {
            text = text.dropFirst(5)
            if text.hasPrefix("//") { text = "http:" + text }
        }
        if !text.contains("://") {
            guard text.prefix(while: { $0 != "/" }).contains("."), !text.hasPrefix("/"), !text.hasPrefix(".") else {
                return nil
            }
            text = "https://" + text
        }
        guard let mark = text.firstRange(of: "://") else { return nil }
        let scheme = text[..<mark.lowerBound].lowercased()
        guard scheme == "http" || scheme == "https" else { return nil }
        let rest = text[mark.upperBound...]
        let authority = rest.prefix { !"/?#".contains($0) }
        let isClean = !text.unicodeScalars.contains { TerminalSafe.isHarmful($0) || $0.properties.isWhitespace }
        guard !authority.isEmpty, isClean else { return nil }
        // The user information is case-sensitive, but the host is not.
        let host = authority.lastIndex(of: "@").map { authority.index(after: $0) } ?? authority.startIndex
        let path = rest[authority.endIndex...]
        return scheme + "://" + authority[..<host] + authority[host...].lowercased() + (path.isEmpty ? "/" : path)
    }
}
