/// The packed form of matches: those of one commit in `alert_batch`, and the articles of one search in `alert_waiting`.
/// A number is stored in groups of seven bits, lowest first; only its last byte is below 128.
package enum AlertPack {
    /// The maximum number of articles per row, four times as many as `AlertSorter` writes.
    private static let maxRowArticles = 1_024

    /// The matches of one search in one commit.
    package struct Entry {
        package var search: Int64
        /// The articles of the match, as a range of indices in the list of articles; they ascend.
        package var articles: Range<Int>
    }

    package static func append(_ value: Int64, to bytes: inout [UInt8]) {
        var rest = UInt64(bitPattern: value)
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    /// Reads the next number; nil at the end, or if the number is truncated or too long.
    package static func read(_ bytes: [UInt8], _ at: inout Int) -> Int64? {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while at < bytes.count, shift < 64 {
            let byte = bytes[at]
            at += 1
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return Int64(bitPattern: value) }
            shift += 7
        }
        return nil
    }

    /// Whether the bytes consist of complete numbers or, for a batch, of complete entries.
    package static func isWhole(_ bytes: [UInt8], isBatch: Bool) -> Bool {
        var at = 0
        if isBatch, read(bytes, &at) == nil { return false }
        while at < bytes.count {
            guard read(bytes, &at) != nil else { return false }
            guard isBatch else { continue }
            guard let count = read(bytes, &at), count >= 1, count <= Int64(bytes.count - at) else { return false }
            for _ in 0..<count where read(bytes, &at) == nil { return false }
        }
        return true
    }

    // MARK: - The articles of a search

    /// The differences between consecutive numbers of an ascending list, without the first number.
    package static func rest(of articles: ArraySlice<Int64>) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(articles.count * 2)
        var last = articles.first ?? 0
        for article in articles.dropFirst() {
            append(article &- last, to: &bytes)
            last = article
        }
        return bytes
    }

    /// The articles of a row. A malformed row yields at most 1,024 articles.
    package static func articles(from first: Int64, rest: [UInt8]) -> [Int64] {
        var articles = [first]
        var at = 0
        var last = first
        while articles.count < maxRowArticles, let distance = read(rest, &at) {
            last &+= distance
            articles.append(last)
        }
        return articles
    }

    // MARK: - The matches of a commit

    /// Reads the output of `AlertPackWriter`, and appends its entries and articles to `entries` and `articles`.
    package static func read(_ bytes: [UInt8], into entries: inout [Entry], _ articles: inout [Int64]) {
        var at = 0
        guard let base = read(bytes, &at) else { return }
        var search: Int64 = 0
        while let step = read(bytes, &at), let count = read(bytes, &at) {
            search &+= Int64(bitPattern: UInt64(bitPattern: step) >> 1) ^ -(step & 1)
            let start = articles.count
            var article = base
            // A number takes at least one byte, so a malformed count cannot make this read past the end.
            for _ in 0..<max(0, min(count, Int64(bytes.count - at))) {
                guard let distance = read(bytes, &at) else { return }
                article &+= distance
                articles.append(article)
            }
            if articles.count > start { entries.append(Entry(search: search, articles: start..<articles.count)) }
        }
    }
}

/// Packs the matches of one commit.
package struct AlertPackWriter {
    package private(set) var bytes: [UInt8] = []
    private let base: Int64
    private var lastSearch: Int64 = 0

    /// - Parameter base: an id that is not above the lowest article id.
    package init(base: Int64) {
        self.base = base
        AlertPack.append(base, to: &bytes)
    }

    /// - Parameter articles: at least one, ascending.
    package mutating func add(_ search: Int64, _ articles: [Int64]) {
        let step = search &- lastSearch
        AlertPack.append((step << 1) ^ (step >> 63), to: &bytes)
        AlertPack.append(Int64(articles.count), to: &bytes)
        var last = base
        for article in articles {
            AlertPack.append(article &- last, to: &bytes)
            last = article
        }
        lastSearch = search
    }
}
