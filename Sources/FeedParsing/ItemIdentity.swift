internal import Markup

/// Decides which items are the same article.
///
/// Within a feed an item is known by its guid, else by its link, else by a hash of title and date. A guid or link that several
/// different items of one document share identifies none of them (web comics, changelogs that link to one page,
/// feeds whose guid is their home page): such an item is known by a hash of all that sets it apart.
public enum ItemIdentity {
    /// The id of an item on its own, as if its guid or link were not shared.
    public static func id(of item: ParsedItem) -> String {
        if let guid = item.id { return guid }
        if let url = item.url { return canonicalURL(url) }
        return hashedID(item, prefix: "")
    }

    /// The ids of all items of one document, in its order. Items that are alike in guid, link and title, and in their date
    /// or their text, have the same.
    public static func ids(of items: [ParsedItem]) -> [String] {
        var census = ItemCensus()
        for item in items { census.note(item) }
        return items.map { census.id(of: $0) }
    }

    /// An address in the form in which two spellings of one page are equal: `https` for `http`, host in lower case without `www.`,
    /// no default port, no tracking parameters, no fragment unless it is a route (`#!`, `#/`), no final slash.
    ///
    /// It is for comparing only; it need not lead anywhere.
    public static func canonicalURL(_ url: String) -> String { CanonicalURL.canonical(url) }

    /// Pairs new items with stored ones whose guid they replace: BBC's `#0` → `#3`, another host, `http` → `https`.
    ///
    /// A stored item hands its place to a new one only if its own id is gone from the document, the two have one link, and
    /// that link belongs to one item alone on either side.
    ///
    /// - Parameters:
    ///   - stored: id and link of what the feed has stored, those in the document included.
    ///   - items: id, as `ids(of:)` gives it, and link of all items of the document.
    /// - Returns: id of the item in the document → id of the stored one.
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

    /// Canonical link → id, for links that one id alone has; links that differ in their host only count as one where none is equal.
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
        // Without title or, among items of one guid or link, without date there is the text to go by.
        let isUndated = !prefix.isEmpty && item.published == nil && item.updated == nil
        if item.title == nil || isUndated { hash.add(item.contentHTML ?? item.summaryHTML ?? "") }
        return "urn:hash:" + hash.hex
    }
}

/// Counts who shares a guid or link in one document.
///
/// For documents that are read item by item: note every item in a first reading, ask in a second.
public struct ItemCensus {
    /// What sets an item apart from others of its guid or link.
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

        /// Entries of a status page or a changelog have one link and one title; only date and text tell them apart. One that
        /// was touched or edited keeps either.
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

    /// The id of a noted item.
    public func id(of item: ParsedItem) -> String {
        guard let key = Self.key(item), shared.contains(key) else { return ItemIdentity.id(of: item) }
        return ItemIdentity.hashedID(item, prefix: key)
    }

    private static func key(_ item: ParsedItem) -> String? { item.id ?? item.url.map(ItemIdentity.canonicalURL) }

}

/// A hash that is the same in every run (FNV-1a, 64 bits: <http://www.isthe.com/chongo/tech/comp/fnv/>).
struct StableHash {
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    /// Adds a text and its end.
    mutating func add(_ text: String) {
        for byte in text.utf8 { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
        value = (value ^ 0xFF) &* 0x100_0000_01B3
    }

    var hex: String {
        let text = String(value, radix: 16)
        return String(repeating: "0", count: 16 - text.utf8.count) + text
    }
}
