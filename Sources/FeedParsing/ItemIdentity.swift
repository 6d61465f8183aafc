internal import Markup

/// Decides which items are the same article.
///
/// An item is identified by its guid, otherwise by its link, otherwise by a hash of title and date. A guid or link that
/// several different items of one document share is not used; this occurs in web comics, changelogs that link to one
/// page, and feeds whose guid is their home page. Such items are identified by a hash of their fields.
public enum ItemIdentity {
    /// The guid of one item, assuming that no other item has its guid or link.
    public static func id(of item: ParsedItem) -> String {
        if let guid = item.id { return guid }
        if let url = item.url { return canonicalURL(url) }
        return hashedID(item, prefix: "")
    }

    /// The guids of all items of a document, in order. Items with equal guid, link and title, and with equal date or
    /// text, get the same guid.
    public static func ids(of items: [ParsedItem]) -> [String] {
        var census = ItemCensus()
        for item in items { census.note(item) }
        return items.map { census.id(of: $0) }
    }

    /// The canonical form of an address: `https` instead of `http`, the host in lower case without `www.`, no default
    /// port, no tracking parameters, no fragment unless it is a route (`#!`, `#/`), no final slash.
    ///
    /// The result is intended for comparison only and need not be a working address.
    public static func canonicalURL(_ url: String) -> String { CanonicalURL.canonical(url) }

    /// Maps items with a new guid to the stored items that they replace. For example, BBC changes `#0` to `#3` at the
    /// end of its guids; other feeds move to another host, or from `http` to `https`.
    ///
    /// An item replaces a stored item only if the stored guid is no longer in the document, both have the same link,
    /// and no other item in the document or in the store has that link.
    ///
    /// - Parameters:
    ///   - stored: the guid and link of the feed's stored items, including those in the document.
    ///   - items: the guid, as returned by `ids(of:)`, and the link of all items of the document.
    /// - Returns: a dictionary from guids in the document to stored guids.
    public static func successors(
        of stored: [(id: String, url: String?)], among items: [(id: String, url: String?)]
    ) -> [String: String] {
        let present = Set(items.map(\.id))
        let known = Set(stored.map(\.id))
        let byLink = unique(items)
        let oldByLink = unique(stored)
        var result: [String: String] = [:]
        for (link, id) in byLink where !known.contains(id) {
            guard let old = oldByLink[link], !present.contains(old) else { continue }
            result[id] = old
        }
        return result
    }

    /// Maps canonical links to guids, for links with only one guid. Also maps path and query to guids, for links that
    /// differ only in the host.
    private static func unique(_ items: [(id: String, url: String?)]) -> [String: String] {
        var byLink: [String: String] = [:]
        var shared: Set<String> = []
        for (id, url) in items {
            guard let url else { continue }
            for key in [canonicalURL(url), CanonicalURL.pathKey(url)] {
                guard let key else { continue }
                if let other = byLink[key], other != id { shared.insert(key) }
                byLink[key] = id
            }
        }
        for key in shared { byLink[key] = nil }
        return byLink
    }

    static func hashedID(_ item: ParsedItem, prefix: String) -> String {
        var hash = StableHash()
        hash.add(prefix)
        hash.add(item.title ?? "")
        hash.add(String((item.published ?? item.updated)?.seconds ?? 0))
        hash.add(prefix.isEmpty ? "" : item.url ?? "")
        // Without a title, only the text distinguishes items. The same applies to items without a date if their guid or
        // link is shared.
        let isUndated = !prefix.isEmpty && item.published == nil && item.updated == nil
        if item.title == nil || isUndated { hash.add(item.contentHTML ?? item.summaryHTML ?? "") }
        return "urn:hash:" + hash.hex
    }
}

/// Finds the guids and links that several items of one document share.
///
/// Items can be processed one by one: call `note` for each item in a first pass, and `id(of:)` in a second.
public struct ItemCensus {
    /// The fields that distinguish an item from other items with the same guid or link.
    private struct Owner {
        var titleAndLink: UInt64
        var seconds: Int64?
        var text: UInt64

        init(_ item: ParsedItem) {
            var hash = StableHash()
            hash.add(item.title ?? "")
            hash.add(item.url ?? "")
            titleAndLink = hash.value
            seconds = (item.published ?? item.updated)?.seconds
            var texts = StableHash()
            texts.add(item.contentHTML ?? "")
            texts.add(item.summaryHTML ?? "")
            text = texts.value
        }

        /// Entries of a status page or changelog share link and title, so only date and text distinguish them. An
        /// updated entry keeps either its date or its text.
        func isSame(as other: Owner) -> Bool {
            guard titleAndLink == other.titleAndLink else { return false }
            return text == other.text || seconds != nil && seconds == other.seconds
        }
    }

    private var owners: [String: Owner] = [:]
    private var shared: Set<String> = []

    public init() {}

    public mutating func note(_ item: ParsedItem) {
        guard let key = Self.key(item) else { return }
        let owner = Owner(item)
        if let other = owners[key] {
            if !other.isSame(as: owner) { shared.insert(key) }
        } else {
            owners[key] = owner
        }
    }

    /// The guid of an item that was passed to `note`.
    public func id(of item: ParsedItem) -> String {
        guard let key = Self.key(item), shared.contains(key) else { return ItemIdentity.id(of: item) }
        return ItemIdentity.hashedID(item, prefix: key)
    }

    private static func key(_ item: ParsedItem) -> String? { item.id ?? item.url.map(ItemIdentity.canonicalURL) }

}

/// A hash that does not vary between runs (FNV-1a, 64 bits: <http://www.isthe.com/chongo/tech/comp/fnv/>).
struct StableHash {
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    /// Adds a text, followed by a separator.
    mutating func add(_ text: String) {
        for byte in text.utf8 { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
        value = (value ^ 0xFF) &* 0x100_0000_01B3
    }

    var hex: String {
        let text = String(value, radix: 16)
        return String(repeating: "0", count: 16 - text.utf8.count) + text
    }
}
