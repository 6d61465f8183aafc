public import Articles
internal import Formats
internal import JSONForms
internal import Messages
public import Pipelines
package import QueryLanguage
internal import SQLiteStorage
internal import System

/// Which articles a use case is about.
public struct ArticleSelection {
    /// In the order in which they were named, or by date.
    public var numbers: [Int64]
    /// The articles were found by a query, not named one by one.
    public var isByQuery: Bool

    package init(numbers: [Int64], isByQuery: Bool) {
        self.numbers = numbers
        self.isByQuery = isByQuery
    }

    /// More articles than this, found by a query, are not changed without a word.
    public static let askAbove = 50

    /// `12` of `12` and `#12`.
    public static func number(_ word: String) -> Int64? {
        let digits = word.hasPrefix("#") ? word.dropFirst() : word[...]
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int64(digits)
    }
}

extension Library {
    /// The article of an id in a feed.
    ///
    /// - Throws: `StorageError.noSuchArticle`.
    public func select(feed: String, id: String) throws -> ArticleSelection {
        guard let number = try store.id(feed: feed, guid: id) else { throw StorageError.noSuchArticle(id) }
        return ArticleSelection(numbers: [number], isByQuery: false)
    }

    /// Articles by their numbers (`12`, `#12`), or all that a query matches.
    ///
    /// - Parameter deadline: of a query.
    /// - Throws: `StorageError.noSuchArticle` for a number that is not stored, `SearchError`; `QueryComplaint`.
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

    /// The articles that a line of `list` or a word of `show` names: by id or address exactly, or by number.
    ///
    /// - Parameter isID: an id before a number, as of lines that a program wrote.
    package func articles(named word: String, isID: Bool = false) throws -> [Int64] {
        if !isID || word.hasPrefix("#"), let number = ArticleSelection.number(word), try store.guid(of: number) != nil {
            return [number]
        }
        let found = try store.ids(guid: word)
        if !found.isEmpty { return found }
        if isID, let number = ArticleSelection.number(word), try store.guid(of: number) != nil { return [number] }
        return word.contains("://") ? try store.ids(url: word) : []
    }

    /// Hands out the number of every article that matches, the newest first, until `body` says false.
    ///
    /// - Parameter query: nil for all articles.
    package func forEachMatch(_ query: Query?, _ body: (Int64) throws -> Bool) throws {
        try store.forEachMatch(query, now: clock.now(), utcOffset: clock.secondsEastOfUTC, body)
    }

    /// The same in parts, so that a server is asked once for the articles of a part.
    ///
    /// - Parameter count: articles of a part at most.
    package func forEachMatch(
        _ query: Query?, inPartsOf count: Int, _ body: ([Int64]) throws -> Void
    ) throws {
        var part: [Int64] = []
        try forEachMatch(query) { number in
            part.append(number)
            if part.count == count {
                try body(part)
                part.removeAll(keepingCapacity: true)
            }
            return true
        }
        if !part.isEmpty { try body(part) }
    }

    /// Articles whose texts are read together.
    package static let articlesAtOnce = 128

    /// The first articles that a query matches, the newest first.
    ///
    /// - Parameters:
    ///   - query: nil for all articles.
    ///   - place: only what comes after it.
    package func newest(_ query: Query?, after place: DatePlace? = nil, limit: Int) throws -> [ArticleID] {
        try store.newest(
            query, after: place, limit: limit, now: clock.now(), utcOffset: clock.secondsEastOfUTC)
    }

    /// The ids of all articles that a query matches, ascending; nothing is folded.
    package func matches(_ query: Query) throws -> [ArticleID] {
        try store.matches(query, now: clock.now(), utcOffset: clock.secondsEastOfUTC).sorted()
    }

    /// Of articles that a query found, those that `delete` takes: what somebody took care of is not lost by a query that was
    /// wider than it was meant.
    package func deletable(_ selection: ArticleSelection) throws -> [Int64] {
        guard selection.isByQuery else { return selection.numbers }
        return try stride(from: 0, to: selection.numbers.count, by: Self.articlesAtOnce).flatMap { first in
            try store.articles(
                Array(selection.numbers[first...].prefix(Self.articlesAtOnce)), withTexts: false
            ).filter { !$0.starred && $0.ownTags.isEmpty }.map(\.id)
        }
    }

    /// What marking all read is about: everything, a feed or a folder, up to what is stored now.
    ///
    /// - Parameters:
    ///   - before: `1200` or `#1200` is an article, which was seen; anything else a date, and what was stored before it was seen.
    /// - Throws: `StorageError.noSuchFeed`; `Complaint` for a folder that is not there, and for a `before` that is neither.
    public func readScope(
        feed: String? = nil, folder: String? = nil, within: String? = nil, before: String? = nil
    ) throws -> ReadScope {
        var scope = ReadScope()
        // Articles that arrive from now on were not shown yet.
        scope.newestSeen = try store.newestID()
        if let feed { scope.feed = try store.feed(typed: feed).id }
        if let folder {
            guard try store.hasFolder(folder) else { throw complaint(.noSuchFolder, [folder]) }
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
        else { throw complaint(.badBefore, [before]) }
        // Compare the time of storing: an article stored later was not shown yet, and may bring an earlier date of arrival.
        scope.newestSeen = min(try store.newestArticle(storedBefore: end), scope.newestSeen ?? .max)
        return scope
    }

    /// The starred articles as a JSON Feed (<https://www.jsonfeed.org/version/1.1/>), the newest first, or in lines as
    /// ingesting reads them.
    ///
    /// - Parameter write: takes the document part by part.
    public func exportFavourites(asLines: Bool, until deadline: Deadline = .never, _ write: ([UInt8]) -> Void) throws {
        let query = try QueryParser.parse("is:starred")
        var writer = JSONWriter()
        var isFirst = true
        if !asLines { write(favouritesHead()) }
        try store.until(deadline) {
            try forEachMatch(query, inPartsOf: Self.articlesAtOnce) { numbers in
                for article in try store.articles(numbers, withTexts: true) {
                    writer.removeAll()
                    if asLines {
                        writer.ingestLine(article)
                        writer.endLine()
                    } else {
                        if !isFirst { write([0x2C, 0x0A]) }
                        writer.item(article)
                    }
                    isFirst = false
                    write(writer.bytes)
                }
            }
        }
        if !asLines { write(Array("]}\n".utf8)) }
    }

    private func favouritesHead() -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("version", "https://jsonfeed.org/version/1.1")
            writer.member("title", Message.favouritesTitle.text(settings.language))
            writer.key("items")
            writer.array { _ in }
        }
        // The items go in between.
        return Array(writer.bytes.dropLast(2)) + [0x0A]
    }
}
