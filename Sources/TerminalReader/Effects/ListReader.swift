internal import Articles
internal import FeedLibrary
internal import Formats
internal import Messages
internal import Pipelines
internal import QueryLanguage
internal import System

/// Reads pages of lists from the store.
struct ListReader {
    let library: Library

    private var language: Language { library.settings.language }
    private static let daySeconds: Int64 = 86_400
    /// The time limit of a search in milliseconds. The user's next key press may cancel the search earlier.
    private static let maxMilliseconds = 10_000

    /// - Throws: `InvalidQuery`, `SearchError`, `StorageError`.
    func page(_ question: ListQuestion) throws -> ListPage {
        let source = question.source
        var page = source.isSearch ? try search(question) : try list(question)
        page.newest = try library.store.newestID()
        let marks = try library.savedSearches.marks(of: page.rows.map(\.id))
        for place in page.rows.indices { page.rows[place].marks = marks[page.rows[place].id] ?? [] }
        return page
    }

    // MARK: - By date

    /// Reads a list by date, in either direction.
    private func list(_ question: ListQuestion) throws -> ListPage {
        let source = question.source
        var page = ListPage(question: question)
        guard let filter = try filter(question) else {
            (page.reachesStart, page.reachesEnd) = (true, true)
            return page
        }
        func rows(after place: DatePlace?, _ count: Int, backwards: Bool = false) throws -> [ListRow] {
            let listed = try places(filter, of: source, after: place, count, isBackwards: backwards)
            let dates = Dictionary(listed.map { ($0.id, $0.date) }) { first, _ in first }
            let rows = try library.store.articlesOfList(listed.map(\.id)).map { row($0, date: dates[$0.id] ?? 0) }
            return backwards ? rows.reversed() : rows
        }
        switch question.span {
        case .start(let count):
            page.rows = try rows(after: nil, count)
            page.reachesStart = true
            page.reachesEnd = page.rows.count < count
        case .after(let place, let count):
            page.rows = try rows(after: place, count)
            page.reachesEnd = page.rows.count < count
        case .end(let count):
            page.rows = try rows(after: nil, count, backwards: true)
            page.reachesEnd = true
            page.reachesStart = page.rows.count < count
        case .before(let place, let count):
            page.rows = try rows(after: place, count, backwards: true)
            page.reachesStart = page.rows.count < count
        case .from(let place, let count):
            page.rows = try rows(after: Self.justBefore(place, source), count)
            page.reachesEnd = page.rows.count < count
        case .unread(let place, let isBackwards):
            try findUnread(from: place, isBackwards: isBackwards, filter, question, &page, rows)
        case .next: break
        }
        return page
    }

    private func findUnread(
        from place: DatePlace?, isBackwards: Bool, _ filter: ArticleFilter, _ question: ListQuestion,
        _ page: inout ListPage, _ rows: (DatePlace?, Int, Bool) throws -> [ListRow]
    ) throws {
        let unread = try places(
            .all([filter, .read(false)]), of: question.source, after: place, 1, isBackwards: isBackwards)
        guard let found = unread.first else { return }
        let half = ArticleList.pageSize / 2
        let before = try rows(found, half, true)
        let rest = try rows(Self.justBefore(found, question.source), ArticleList.pageSize, false)
        page.rows = before + rest
        page.reachesStart = before.count < half
        page.reachesEnd = rest.count < ArticleList.pageSize
        page.selected = found.id
    }

    /// The positions of articles after a position, in the order of the list or in reverse. The date of a position is
    /// the date by which the list is sorted.
    private func places(
        _ filter: ArticleFilter, of source: ListSource, after place: DatePlace?, _ count: Int, isBackwards: Bool
    ) throws -> [DatePlace] {
        let newestFirst = source.isOldestFirst == isBackwards
        if source.place == .opened {
            return try library.store.opened(filter, after: place, latestFirst: newestFirst, limit: count).map(\.place)
        }
        var request = ListRequest(filter)
        request.newestFirst = newestFirst
        request.after = place
        request.limit = count
        request.foldsReplies = source.place.foldsReplies
        return try library.store.list(request).map(\.place)
    }

    /// The position directly before an article in the order by date.
    private static func justBefore(_ place: DatePlace, _ source: ListSource) -> DatePlace {
        DatePlace(date: place.date, id: source.isOldestFirst ? place.id - 1 : place.id + 1)
    }

    /// The article filter for a list; nil if its feed, folder or search no longer exists.
    private func filter(_ question: ListQuestion) throws -> ArticleFilter? {
        var filter: ArticleFilter
        switch question.source.place {
        case .all, .opened: filter = .always
        case .unread: filter = unread(question)
        case .starred: filter = .starred(true)
        case .today:
            filter = .dates(from: library.clock.now() - Self.daySeconds, until: nil, of: .published)
        case .feed(let id): filter = .feeds([id])
        case .folder(let path):
            let parts = path.split(separator: "/").map(String.init)
            let feeds = try library.store.feeds().filter { $0.folders.contains { $0.starts(with: parts) } }
            if feeds.isEmpty { return nil }
            filter = .feeds(feeds.map(\.id))
        case .author(let name): filter = .author(named: name)
        case .saved: return nil
        }
        if question.source.hidesRead, question.source.place != .unread { filter = .all([filter, unread(question)]) }
        return filter
    }

    private func unread(_ question: ListQuestion) -> ArticleFilter {
        let kept = question.kept.compactMap { UInt32(exactly: $0) }.sorted()
        return kept.isEmpty ? .read(false) : .any([.read(false), .articles(kept)])
    }

    private func row(_ article: Article, date: Int64) -> ListRow {
        var row = ListRow(id: article.id, sortDate: date)
        row.title = article.titleOrBeginning
        row.feed = article.feed
        row.feedTitle = article.feedTitle ?? MaskedURL.mask(article.feed)
        row.url = article.url
        row.author = article.author
        row.date = article.published ?? article.received
        (row.read, row.starred) = (article.read, article.starred)
        return row
    }

    // MARK: - Searches

    private func search(_ question: ListQuestion) throws -> ListPage {
        let source = question.source
        var address: String?
        if case .feed(let id) = source.place {
            address = try library.store.feed(id)?.url
        }
        let text = source.queryText(address: address) ?? ""
        var options = SearchOptions()
        options.sort = source.order
        options.milliseconds = Self.maxMilliseconds
        switch question.span {
        case .start(let count), .end(let count), .after(_, let count), .before(_, let count), .from(_, let count):
            options.limit = count
        case .next(let cursor, let count): (options.after, options.limit) = (cursor, count)
        case .unread: options.limit = ArticleList.pageSize
        }
        var answer = try library.search(library.parse(text), options).answer
        // While the user types, the last word may be incomplete and is searched for as a prefix.
        if source.isTyping, answer.total == 0 || answer.relaxed, let prefix = Self.asPrefix(source.query) {
            var wider = source
            wider.query = prefix
            let query = try? library.parse(wider.queryText(address: address) ?? "")
            if let query, let found = try? library.search(query, options).answer, found.total > 0, !found.relaxed {
                answer = found
            }
        }
        return page(answer, question)
    }

    private func page(_ answer: SearchAnswer, _ question: ListQuestion) -> ListPage {
        var page = ListPage(question: question)
        page.rows = answer.hits.map { hit in
            var row = ListRow(id: hit.id, sortDate: hit.published ?? hit.received)
            (row.title, row.highlights) = (hit.titleOrBeginning, hit.titleHighlights)
            (row.snippet, row.snippetHighlights) = (hit.snippet, hit.snippetHighlights)
            (row.feed, row.feedTitle) = (hit.feed, hit.feedTitle ?? MaskedURL.mask(hit.feed))
            (row.url, row.date) = (hit.url, hit.published ?? hit.received)
            (row.read, row.starred, row.folded) = (hit.read, hit.starred, hit.folded)
            return row
        }
        page.reachesStart = true
        page.cursor = answer.cursor
        page.reachesEnd = answer.cursor == nil
        (page.total, page.isLowerBound) = (answer.total, answer.totalIsLowerBound)
        if answer.relaxed {
            page.remark = Message.relaxed.text(language)
        } else if let looser = answer.looser {
            page.remark =
                looser.totalText.map { Message.looser.text(language, [looser.query, $0]) }
                ?? Message.looserUncounted.text(language, [looser.query])
        } else if let notice = answer.notice {
            page.remark = Message.queryNotice.text(language, [notice])
        }
        if let suggestion = answer.suggestion { page.remark = Message.didYouMean.text(language, [suggestion]) }
        return page
    }

    /// The query with its last word as a prefix; nil if it does not end with a word.
    private static func asPrefix(_ query: String) -> String? {
        guard let last = query.split(separator: " ").last, !last.contains("\""), !last.hasSuffix("*"),
            let character = last.last, character.isLetter || character.isNumber
        else { return nil }
        return query + "*"
    }
}
