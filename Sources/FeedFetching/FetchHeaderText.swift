enum FetchHeaderText {
    /// The `Accept` header. It prefers feeds and also accepts pages, which may declare a feed.
    static let accept =
        "application/atom+xml, application/rss+xml, application/feed+json, application/json;q=0.9, "
        + "application/xml;q=0.9, text/xml;q=0.9, text/html;q=0.7, */*;q=0.1"

    /// Removes control characters, so that a value cannot end its header line.
    static func clean(_ value: String) -> String {
        guard value.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return value }
        return String(decoding: value.utf8.filter { $0 >= 0x20 && $0 != 0x7F }, as: UTF8.self)
    }
}

extension Duration {
    /// The duration in whole milliseconds, clamped to a non-negative 32-bit number.
    var milliseconds: Int {
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        return Int(min(seconds, 2_000_000) * 1000 + attoseconds / 1_000_000_000_000_000)
    }
}
