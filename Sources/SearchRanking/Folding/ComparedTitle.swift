/// A title prepared for finding near-duplicates: its words, and the positions of the separators between them.
package struct ComparedTitle {
    package enum Relation {
        case none
        /// The words differ in only one place, by two or three words, or each title has an additional part that may be
        /// a site's name.
        case near
        /// One title consists of the other title's words and a site's name, or each title includes the name of its
        /// feed.
        case site
        case equal
    }

    package private(set) var words: [UInt32] = []
    private var parts: [Range<Int>] = []
    let isOfCharacters: Bool
    let text: String
    /// The name of the article's feed.
    private let site: [UInt32]

    package init(_ title: String, site: String? = nil) {
        var site = site ?? ""
        site.makeContiguousUTF8()
        self.site = ComparedText(site.utf8.span, isTitle: true).words
        var title = title
        title.makeContiguousUTF8()
        var characters = 0
        let bytes = title.utf8.span
        for range in TitleParts.ranges(of: bytes) {
            let text = ComparedText(bytes.extracting(range), isTitle: true)
            if text.words.isEmpty { continue }
            parts.append(words.count..<words.count + text.words.count)
            words += text.words
            characters += text.characterCount
        }
        isOfCharacters = characters * 2 > words.count
        text = title
    }

    package var isEmpty: Bool { words.isEmpty }

    /// Whether the title is specific enough to identify one article. Two characters count as one word.
    package func names(_ minWords: Int) -> Bool {
        let count = words.count { !ComparedText.isNumber($0) }
        return count >= (isOfCharacters ? 2 * minWords : minWords)
    }

    package func relation(to other: ComparedTitle) -> Relation {
        if words == other.words { return .equal }
        if isEmpty || other.isEmpty { return .none }
        let own = withoutSite()
        let others = other.withoutSite()
        if own.contains(where: { $0.rest[...] == other.words[...] }) { return .site }
        if others.contains(where: { $0.rest[...] == words[...] }) { return .site }
        for one in own {
            for another in others where one.rest == another.rest {
                if one.isFeed, another.isFeed { return .site }
                // In "Comic - One" and "Comic - Two", the shared part is the site's name.
                let longer = max(one.removed, another.removed)
                if one.rest.count >= (isOfCharacters ? 6 : 3), one.rest.count > longer { return .near }
            }
        }
        return differences(from: other) == nil ? .none : .near
    }

    /// The words that differ, if the titles are nearly equal; otherwise nil.
    package func differences(from other: ComparedTitle) -> (own: ArraySlice<UInt32>, other: ArraySlice<UInt32>)? {
        var start = 0
        while start < words.count, start < other.words.count, words[start] == other.words[start] { start += 1 }
        var end = 0
        while end < words.count - start, end < other.words.count - start,
            words[words.count - 1 - end] == other.words[other.words.count - 1 - end]
        { end += 1 }
        let left = words[start..<words.count - end]
        let right = other.words[start..<other.words.count - end]
        let length = min(words.count, other.words.count)
        let allowed = isOfCharacters ? (length >= 8 ? 2 + length / 16 : 0) : length >= 8 ? 2 : length >= 4 ? 1 : 0
        guard max(left.count, right.count) <= allowed, !left.contains(where: ComparedText.isNumber),
            !right.contains(where: ComparedText.isNumber)
        else { return nil }
        return (left, right)
    }

    private struct Rest {
        var rest: ArraySlice<UInt32>
        var removed: Int
        var isFeed: Bool
    }

    /// The maximum number of words in a site's name.
    private static let maxSiteWords = 12

    /// The title without its first or last part. A part with a number is not a site's name, unless it is the feed's
    /// name.
    private func withoutSite() -> [Rest] {
        guard parts.count > 1, let first = parts.first, let last = parts.last else { return [] }
        let minimum = isOfCharacters ? 3 : 2
        return [(first, words[first.upperBound...]), (last, words[..<last.lowerBound])].compactMap { part, rest in
            guard part.count <= Self.maxSiteWords, rest.count >= minimum else { return nil }
            let isFeed = words[part] == site[...]
            guard isFeed || !words[part].contains(where: ComparedText.isNumber) else { return nil }
            return Rest(rest: rest, removed: part.count, isFeed: isFeed)
        }
    }

}
