internal import FeedParsing

/// The ids of the items of one document.
///
/// An item's id is its guid, else its link, else a hash of title and date. Feeds break both rules: changelogs whose items
/// all link to one page, guids that are the same for all. Where several items of a document share a key and differ, the
/// key is told apart by what they are, so that none swallows another.
struct DocumentIdentity {
    private var ids: [String] = []

    init(_ items: [ParsedItem]) {
        let keys = items.map { Self.key($0) }
        var uses: [String: Set<UInt64>] = [:]
        for (item, key) in zip(items, keys) { uses[key, default: []].insert(Self.fingerprint(item)) }
        ids = zip(items, keys).map { item, key in
            (uses[key]?.count ?? 0) > 1 || key.isEmpty ? "\(key)#\(String(Self.fingerprint(item), radix: 16))" : key
        }
    }

    subscript(index: Int) -> String { ids[index] }

    private static func key(_ item: ParsedItem) -> String { item.id ?? item.url ?? "" }

    /// What tells two items of one key apart: link, title and date, but not the text, which may be edited; where there is
    /// none of these, the text.
    private static func fingerprint(_ item: ParsedItem) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        func add(_ text: String?) {
            for byte in (text ?? "").utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
            hash = (hash ^ 0xFF) &* 0x100_0000_01B3
        }
        add(item.url)
        add(item.title)
        add(item.published.map { String($0.seconds) })
        if item.url == nil && item.title == nil && item.published == nil { add(item.contentHTML ?? item.summaryHTML) }
        return hash ^ (hash >> 32)
    }
}
