public import Articles
internal import Markup
internal import SQLiteStorage
internal import TerminalText

extension ArticleStore {
    /// The feed of this address or title, or of what was probably meant by an address.
    ///
    /// - Throws: `StorageError.noSuchFeed`.
    public func feed(typed name: String) throws -> Feed {
        let found = try feed(named: name) ?? FeedAddress.normalize(name).flatMap { try feed(named: $0) }
        guard let found else { throw StorageError.noSuchFeed(name) }
        return found
    }
}

/// Addresses of feeds as people type and paste them.
public enum FeedAddress {
    /// An http or https address, or nil: `feed:` is taken off, a bare domain gets https, scheme and host are lower case.
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
        // User info keeps its case, a host has none.
        let host = authority.lastIndex(of: "@").map { authority.index(after: $0) } ?? authority.startIndex
        let path = rest[authority.endIndex...]
        return scheme + "://" + authority[..<host] + authority[host...].lowercased() + (path.isEmpty ? "/" : path)
    }
}
