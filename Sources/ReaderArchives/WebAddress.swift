internal import Markup

/// Addresses in foreign files: only those of the web are kept.
enum WebAddress {
    /// Longer ones are refused, as they are in subscription lists.
    static let longest = 4096

    /// The address without white space around it; nil unless it is http or https with a host.
    static func kept(_ text: String?) -> String? {
        guard let text, text.utf8.count <= longest else { return nil }
        let address = URLReference.resolve(text, base: nil)
        return URLReference.isSafeToOpen(address) ? address : nil
    }

    /// The address of a feed: `feed:` before an address, and `feed` in the place of `http`, mean the same.
    static func ofFeed(_ text: String?) -> String? {
        guard let text else { return nil }
        guard text.lowercased().hasPrefix("feed:") else { return kept(text) }
        let rest = String(text.dropFirst(5))
        return kept(rest) ?? kept("http:" + rest)
    }
}
