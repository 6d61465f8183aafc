internal import Markup

/// Addresses in foreign files. Only http and https addresses are kept.
enum ImportedAddress {
    /// Maximum length of an address in bytes, as in subscription lists. Longer addresses are refused.
    static let longest = 4096

    /// The address without surrounding white space; nil unless it is http or https with a host.
    static func kept(_ text: String?) -> String? {
        guard let text, text.utf8.count <= longest else { return nil }
        let address = URLReference.resolve(text, base: nil)
        return URLReference.isSafeToOpen(address) ? address : nil
    }

    /// The address of a feed. Accepts a `feed:` prefix, and `feed` instead of `http`.
    static func ofFeed(_ text: String?) -> String? {
        guard let text else { return nil }
        guard text.lowercased().hasPrefix("feed:") else { return kept(text) }
        let rest = String(text.dropFirst(5))
        return kept(rest) ?? kept("http:" + rest)
    }
}
