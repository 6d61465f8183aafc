internal import TextAnalysis

/// Maintains the list of words of Chinese and Japanese titles, which completion and correction read
/// (`TitleWordFinder`).
///
/// Titles are processed in the order of article ids, later ones while idle. If the title of a processed article is
/// changed or deleted, its words are removed from the list in the same transaction.
///
/// Words depend on the version of ICU's dictionaries. A list made with another version can be read, but is not updated;
/// it is rebuilt while idle, because the words differ and their counts cannot be combined.
package struct TitleWords {
    private let store: any TitleWordStore
    private var counts: [String: Int] = [:]
    /// The old titles of processed articles whose text is being replaced or deleted.
    private var replaced: [Int64: String] = [:]
    /// `WordSegmenter.version`, except in tests.
    private let dictionary: Int
    /// The maximum number of initials that are listed for a word.
    private static let maxInitials = 4

    package init(_ store: any TitleWordStore, dictionary: Int = WordSegmenter.version) {
        self.store = store
        self.dictionary = dictionary
    }

    /// Processes at most `titles` further titles; returns whether more may be left.
    package mutating func catchUp(titles limit: Int) throws -> Bool {
        if try store.listing().dictionary != dictionary { try removeAll() }
        let titles = try store.titles(after: store.listing().last, limit: limit)
        guard let last = titles.last?.article else { return false }
        for (_, title) in titles { count(title, 1) }
        try write()
        try store.remember(last: last, dictionary: dictionary)
        return titles.count == limit
    }

    /// Empties the list; `catchUp` starts again from the first article.
    package func removeAll() throws {
        try store.removeAllWords()
        try store.remember(last: 0, dictionary: dictionary)
    }

    // MARK: - Changes

    private func isListed(_ article: Int64) throws -> Bool {
        let listing = try store.listing()
        return article <= listing.last && listing.dictionary == dictionary
    }

    /// Must be called before an article's text is deleted or replaced.
    package mutating func willRemove(_ article: Int64, title: () throws -> String?) throws {
        if try isListed(article) { replaced[article] = try title() ?? "" }
    }

    /// Must be called after the new text is stored.
    package mutating func didReplace(_ article: Int64, title: String) {
        guard let old = replaced.removeValue(forKey: article), old != title else { return }
        count(old, -1)
        count(title, 1)
    }

    /// Must be called after a deleted article is restored.
    package mutating func didRestore(_ article: Int64, title: String) throws {
        if try isListed(article) { count(title, 1) }
    }

    /// Updates the list for articles whose texts a transaction has changed.
    ///
    /// - Parameter titles: for each article, the old title (nil if the article was restored) and the new title (nil if
    ///   it was deleted).
    package mutating func change(_ titles: [(article: Int64, old: String?, new: String?)]) throws {
        if titles.isEmpty { return }
        let listing = try store.listing()
        guard listing.dictionary == dictionary else { return }
        for (article, old, new) in titles where article <= listing.last && old != new {
            if let old { count(old, -1) }
            if let new { count(new, 1) }
        }
    }

    private mutating func count(_ title: String, _ sign: Int) {
        for word in TitleWordFinder.words(of: title) { counts[word, default: 0] += sign }
    }

    /// Writes the changes of the transaction to the list.
    package mutating func flush() throws {
        for old in replaced.values { count(old, -1) }
        replaced.removeAll(keepingCapacity: true)
        try write()
    }

    /// Discards unwritten changes; called after a rollback.
    package mutating func forget() {
        counts.removeAll()
        replaced.removeAll()
    }

    private mutating func write() throws {
        var changes: [(initials: String, word: String, titles: Int)] = []
        for (word, count) in counts where count != 0 {
            let initials = Pinyin.shared.initials(of: word).prefix(Self.maxInitials)
            for initials in initials.isEmpty ? [""] : initials { changes.append((initials, word, count)) }
        }
        counts.removeAll(keepingCapacity: true)
        if changes.isEmpty { return }
        // Sorted like the list, so that adjacent words are on one page.
        changes.sort { ($0.initials, $0.word) < ($1.initials, $1.word) }
        try store.add(changes)
    }

    // MARK: - Checking

    /// The number of words whose count does not agree with the titles; 0 if the list was made with another version of
    /// the dictionaries.
    package func wrongCounts() throws -> Int {
        let listing = try store.listing()
        guard listing.dictionary == dictionary else { return 0 }
        var expected: [String: Int] = [:]
        var next: Int64 = 0
        while case let titles = try store.titles(after: next, limit: 1_000), let last = titles.last?.article {
            for (article, title) in titles where article <= listing.last {
                for word in TitleWordFinder.words(of: title) { expected[word, default: 0] += 1 }
            }
            next = last
            if last >= listing.last { break }
        }
        var wrong = 0
        var known: Set<String> = []
        try store.forEachWord { word, titles in
            known.insert(word)
            if expected[word] != titles { wrong += 1 }
        }
        return wrong + expected.keys.count { !known.contains($0) }
    }
}
