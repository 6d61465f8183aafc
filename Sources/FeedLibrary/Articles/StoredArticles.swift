public import Articles
internal import Formats
internal import Messages
public import Pipelines
package import QueryLanguage
internal import SQLiteEngine
internal import System

/// The articles to which an operation applies.
public struct ArticleSelection {
    /// The article ids, either in the order in which the user listed them or sorted by date.
    public var numbers: [Int64]
    /// Whether a query found the articles. False if the user listed the articles one by one.
    public var isByQuery: Bool

    package init(numbers: [Int64], isByQuery: Bool) {
        self.numbers = numbers
        self.isByQuery = isByQuery
    }

    /// A change to more articles than this requires a confirmation if the articles were found by a query.
    public static let askAbove = 50

    /// Parses an article id in the form `12` or `#12`.
    public static func number(_ word: String) -> Int64? {
        let digits = word.hasPrefix("#") ? word.dropFirst() : word[...]
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int64(digits)
    }
}

/// Selects, adds and deletes stored articles, and downloads their files.
public struct StoredArticles: LibraryPart {
    let library: Library

    /// Selects the article with a guid in a feed.
    ///
    /// - Throws: `StorageError.noSuchArticle`.
    public func select(feed: String, id: String) throws -> ArticleSelection {
        guard let number = try store.id(feed: feed, guid: id) else { throw StorageError.noSuchArticle(id) }
        return ArticleSelection(numbers: [number], isByQuery: false)
    }

    /// Selects the articles with these ids (`12`, `#12`), or all articles that match a query.
    ///
    /// - Parameter deadline: the deadline for running the query.
    /// - Throws: `StorageError.noSuchArticle` for an unknown id, `SearchError`; `InvalidQuery`.
    public func select(
        _ words: [String], isLiteral: Bool = false, until deadline: Deadline = .never
    ) throws -> ArticleSelection {
        let named = words.map(ArticleSelection.number)
        if !named.contains(nil) {
            let numbers = named.compactMap(\.self)
            for (number, guid) in zip(numbers, try store.guids(of: numbers)) where guid == nil {
                throw StorageError.noSuchArticle("#\(number)")
            }
            return ArticleSelection(numbers: numbers, isByQuery: false)
        }
        var found: [Int64] = []
        let query = try parse(words.joined(separator: " "), isLiteral: isLiteral)
        try store.until(deadline) {
            try forEachMatch(query) { number in
                found.append(number)
                return true
            }
        }
        return ArticleSelection(numbers: found, isByQuery: true)
    }

    /// The articles to which a word refers. The word, a line of `list` output or an argument of `show`, can be a guid,
    /// an address or an article id.
    ///
    /// - Parameter isID: whether the word is tried as a guid before it is tried as an article id. True for lines that a
    ///   program wrote.
    package func named(_ word: String, isID: Bool = false) throws -> [Int64] {
        if !isID || word.hasPrefix("#"), let number = ArticleSelection.number(word), try store.guid(of: number) != nil {
            return [number]
        }
        let found = try store.ids(guid: word)
        if !found.isEmpty { return found }
        if isID, let number = ArticleSelection.number(word), try store.guid(of: number) != nil { return [number] }
        return word.contains("://") ? try store.ids(url: word) : []
    }

    /// Calls `body` with the id of every matching article, newest first, until `body` returns false.
    ///
    /// - Parameter query: the query; nil to visit all articles.
    package func forEachMatch(_ query: Query?, _ body: (Int64) throws -> Bool) throws {
        try store.forEachMatch(query, now: clock.now(), utcOffset: clock.secondsEastOfUTC, body)
    }

    /// Like `forEachMatch(_:_:)`, but passes several articles at once, so that a database server returns them in one
    /// round trip.
    ///
    /// - Parameters:
    ///   - count: the maximum number of articles per call.
    ///   - foldsReplies: whether replies are left out as in lists, unless the query is a search (`Query.isSearch`).
    package func forEachMatch(
        _ query: Query?, inPartsOf count: Int, foldsReplies: Bool = false, _ body: ([Int64]) throws -> Void
    ) throws {
        var part: [Int64] = []
        func add(_ number: Int64) throws -> Bool {
            part.append(number)
            if part.count == count {
                try body(part)
                part.removeAll(keepingCapacity: true)
            }
            return true
        }
        if foldsReplies, query == nil {
            for article in try store.list(.folded(.always)) { _ = try add(article.id) }
        } else {
            try forEachMatch(foldsReplies ? query?.foldingReplies : query, add)
        }
        if !part.isEmpty { try body(part) }
    }

    /// The maximum number of articles whose texts are read in one round trip.
    package static let articlesAtOnce = 128

    /// The newest articles that match a query, newest first.
    ///
    /// - Parameters:
    ///   - query: the query; nil for all articles.
    ///   - author: the exact name of the author; nil for all authors.
    ///   - place: the position after which the results begin; nil to begin with the newest article.
    ///   - foldsReplies: whether replies are left out as in lists, unless the query is a search (`Query.isSearch`) or
    ///     an author is given.
    package func newest(
        _ query: Query?, by author: String? = nil, after place: DatePlace? = nil, limit: Int, foldsReplies: Bool = false
    ) throws -> [ArticleID] {
        if let author {
            let matching = try query.map { ArticleFilter.articles(try matches($0).map { UInt32(clamping: $0) }) }
            var request = ListRequest(.all([.author(named: author)] + [matching].compactMap(\.self)))
            request.after = place
            request.limit = limit
            return try store.list(request).map(\.id)
        }
        if foldsReplies, query == nil {
            var request = ListRequest.folded(.always)
            (request.after, request.limit) = (place, limit)
            return try store.list(request).map(\.id)
        }
        return try store.newest(
            foldsReplies ? query?.foldingReplies : query, after: place, limit: limit, now: clock.now(),
            utcOffset: clock.secondsEastOfUTC)
    }

    /// The ids of all articles that match a query, ascending, including near-duplicates.
    package func matches(_ query: Query) throws -> [ArticleID] {
        try store.matches(query, now: clock.now(), utcOffset: clock.secondsEastOfUTC).sorted()
    }

    /// The articles of a selection that `delete` removes. If a query found the articles, starred articles and articles
    /// with the reader's own tags are omitted, in case the query matches more than was intended.
    package func deletable(_ selection: ArticleSelection) throws -> [Int64] {
        guard selection.isByQuery else { return selection.numbers }
        return try stride(from: 0, to: selection.numbers.count, by: Self.articlesAtOnce).flatMap { first in
            try store.articles(
                Array(selection.numbers[first...].prefix(Self.articlesAtOnce)), withTexts: false
            ).filter { !$0.starred && $0.ownTags.isEmpty }.map(\.id)
        }
    }

    /// The scope of "mark all read": the whole library, a feed or a folder, up to the newest article that is stored
    /// now.
    ///
    /// - Parameters:
    ///   - before: the id of the newest article that the user has seen, such as `1200` or `#1200`, or a date. If it is
    ///     a date, the user has seen the articles stored before that date.
    /// - Throws: `StorageError.noSuchFeed`; `UserFacingError` for an unknown folder or an invalid `before`.
    public func readScope(
        feed: String? = nil, folder: String? = nil, within: String? = nil, before: String? = nil
    ) throws -> ReadScope {
        var scope = ReadScope()
        // Articles that arrive later have not been shown to the user yet.
        scope.newestSeen = try store.newestID()
        if let feed { scope.feed = try store.feed(typed: feed).id }
        if let folder {
            guard try store.hasFolder(folder) else { throw userError(.noSuchFolder, [folder]) }
            scope.folder = folder
        }
        scope.within = within
        guard let before else { return scope }
        if let number = ArticleSelection.number(before) {
            scope.newestSeen = min(number, scope.newestSeen ?? number)
            return scope
        }
        guard !before.contains(where: \.isWhitespace), let query = try? QueryParser.parse("before:" + before),
            case .filter(.date(let date, _), _) = query.root,
            let end = date.resolve(now: clock.now(), utcOffset: clock.secondsEastOfUTC).upper
        else { throw userError(.badBefore, [before]) }
        // Compare the times at which articles were stored: an article stored later was not shown, but its date may be
        // earlier.
        scope.newestSeen = min(try store.newestArticle(storedBefore: end), scope.newestSeen ?? .max)
        return scope
    }

    /// Moves articles to the bin, from which `undo` can restore them for 30 days.
    ///
    /// - Returns: the number of articles, and the action's id for `undo`; the id is nil if no article was deleted.
    public func delete(
        _ numbers: [Int64], until deadline: Deadline = .never
    ) throws -> (count: Int, action: Int64?) {
        try store.purgeBin(now: clock.now())
        return try store.until(deadline) {
            let done = try recording(.deleted) { try store.remove(numbers, now: clock.now()) }
            return (done.result, done.action)
        }
    }
}
