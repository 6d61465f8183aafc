/// The texts of an item without content, such as its description, summary, subtitle and caption. Different texts are
/// combined into the content; a text with few new words is left out.
struct ItemTexts {
    struct Text {
        var html: String
        var base: String?
    }

    /// The maximum number of texts of an item, and the maximum number of bytes of each text that are compared.
    private static let maxTexts = 16
    private static let maxCompared = 1 << 17

    private var texts: [Text] = []
    private var second: Text?

    /// Adds a text.
    ///
    /// - Parameter isEqual: whether the item has both `description` and `summary` of RSS. The first of them becomes the
    ///   summary, the second the content.
    mutating func add(_ html: String, base: String?, isEqual: Bool) {
        if isEqual, second == nil { second = Text(html: html, base: base) }
        guard texts.count < Self.maxTexts, !texts.contains(where: { $0.html == html }) else { return }
        texts.append(Text(html: html, base: base))
    }

    /// The combined content; nil if it would add nothing to the summary.
    ///
    /// - Complexity: linear in the length of the texts.
    func content(beside summary: String?) -> Text? {
        if let second { return second }
        guard texts.count > 1 else { return nil }
        let byLength = texts.indices.sorted {
            (texts[$1].html.utf8.count, $0) < (texts[$0].html.utf8.count, $1)
        }
        var kept: [Int] = []
        var known: Set<UInt64> = []
        for index in byLength {
            let shingles = Self.shingles(texts[index].html)
            guard kept.isEmpty || Self.saysMore(shingles, than: known) else { continue }
            kept.append(index)
            known.formUnion(shingles)
        }
        guard kept.count > 1 else {
            let only = texts[kept[0]]
            return only.html == summary ? nil : only
        }
        // The summary comes first, followed by the other texts in document order.
        kept.sort { (texts[$0].html == summary ? -1 : $0) < (texts[$1].html == summary ? -1 : $1) }
        let parts = kept.map { texts[$0] }
        let base = parts[0].base
        let html = parts.map { "<div>" + ($0.base == base ? $0.html : $0.html.based($0.base)) + "</div>" }
        return Text(html: html.joined(separator: "\n"), base: base)
    }

    /// Whether more than a quarter of the word bigrams of a text are new.
    private static func saysMore(_ shingles: [UInt64], than known: Set<UInt64>) -> Bool {
        var new = 0
        for shingle in shingles where !known.contains(shingle) { new += 1 }
        return new * 4 > shingles.count
    }

    /// Hashes of all word bigrams. Each non-ASCII character is a word, and tags are ignored.
    private static func shingles(_ html: String) -> [UInt64] {
        var result: [UInt64] = []
        var previous: UInt64 = 0
        var word: UInt64 = 0
        var isInTag = false
        func flush() {
            guard word != 0 else { return }
            result.append(previous &* 31 &+ word)
            previous = word
            word = 0
        }
        for byte in html.utf8.prefix(maxCompared) {
            if isInTag {
                isInTag = byte != 0x3E
                continue
            }
            switch byte {
            case 0x3C:
                flush()
                isInTag = true
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A:
                word = (word ^ UInt64(byte | 0x20)) &* 0x100_0000_01B3 &+ 1
            case 0x80...:
                if byte & 0xC0 == 0xC0 { flush() }
                word = (word ^ UInt64(byte)) &* 0x100_0000_01B3 &+ 1
            default: flush()
            }
        }
        flush()
        return result
    }
}
