internal import Articles
internal import QueryLanguage
package import SearchRanking

/// The row of a stored article, read in the transaction that wrote it, for evaluating filters.
package final class ArticleFacts {
    package let id: Int64
    package let stored: StoredFacts
    private let store: any MatchingStore
    private var loadedTags: Set<String>?
    private var loadedIndexedText: IndexedText?

    /// - Returns: nil if the store has no such article.
    package init?(_ n: Int64, _ store: any MatchingStore) throws {
        guard let stored = try store.storedFacts(of: n) else { return nil }
        self.id = n
        self.stored = stored
        self.store = store
    }

    package func tags() throws -> Set<String> {
        if let loadedTags { return loadedTags }
        let tags = try store.foldedTags(of: id)
        loadedTags = tags
        return tags
    }

    /// The topic, if the article is a reply.
    package func topic() throws -> Int64? {
        stored.flags & ArticleFlag.reply.rawValue == 0 ? nil : try store.topic(of: id)
    }

    /// Title, text and author.
    package func indexedText() throws -> IndexedText {
        if let loadedIndexedText { return loadedIndexedText }
        let text = try store.indexedText(of: id) ?? IndexedText(body: [], title: "", author: nil, language: nil)
        loadedIndexedText = text
        return text
    }

    package func text() throws -> (title: String, body: String) {
        let text = try indexedText()
        return (text.title, String(decoding: text.body, as: UTF8.self))
    }
}

extension AlertFilter {
    package func isFulfilled(by facts: ArticleFacts, at clock: AlertClock, feeds: FeedFilters) throws -> Bool {
        switch self {
        case .feeds(let number): try feeds.filters(matching: facts.stored.feed).contains(number)
        case .proximity(let proximity): try ProximityVerifier(proximity).isFulfilled(by: facts.indexedText())
        case .stored(let filter): try filter.isFulfilled(by: facts, at: clock)
        }
    }
}

extension ArticleFilter {
    /// Whether an article satisfies the filter. Tags must be folded. Feed conditions are not evaluated here but by
    /// `FeedFilters`, and no saved search has article sets.
    fileprivate func isFulfilled(by facts: ArticleFacts, at clock: AlertClock) throws -> Bool {
        switch self {
        case .tag(let folded): return try facts.tags().contains(folded)
        case .language(let code): return facts.stored.language.map { $0 == code || $0.hasPrefix(code + "-") } ?? false
        case .read(let read): return facts.stored.read == read
        case .starred(let starred): return facts.stored.starred == starred
        case .flag(let flag): return facts.stored.flags & flag.rawValue != 0
        case .topic(let article): return try facts.topic() == article
        case .date(let expression, let kind):
            guard let date = facts.stored.date(kind) else { return false }
            return expression.resolve(now: clock.now, utcOffset: clock.utcOffset).contains(date)
        case .dates(nil, nil, of: .opened): return facts.stored.opened != nil
        case .address(let words, let match):
            return facts.stored.url.map { AddressWords.isFound(words, match, in: $0.span) } ?? false
        case .feeds(let ids): return ids.contains(facts.stored.feed)
        case .all(let parts): return try parts.allSatisfy { try $0.isFulfilled(by: facts, at: clock) }
        case .any(let parts): return try parts.contains { try $0.isFulfilled(by: facts, at: clock) }
        case .not(let inner): return try !inner.isFulfilled(by: facts, at: clock)
        case .feed, .folder, .dates, .articles, .upTo, .changed, .author: return false
        }
    }
}

extension StoredFacts {
    /// A date of the article; nil for `opened` if it was never opened.
    fileprivate func date(_ kind: QueryDateKind) -> Int64? {
        switch kind {
        case .published: sortDate
        case .received: received
        case .opened: opened
        }
    }
}
