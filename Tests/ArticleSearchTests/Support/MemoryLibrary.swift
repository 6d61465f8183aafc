import Articles
import Pipelines
import PostingIndex
import SearchRanking
import TextAnalysis

@testable import ArticleSearch

/// Articles in memory, for searches without a database. The index has no segments, so the stages use the full-text
/// search of the "engine", which examines article after article.
final class MemoryLibrary {
    struct Article {
        var title: String
        var text = ""
        var feed: Int64 = 1
        var date: Int64 = 1_700_000_000
        var group: UInt32 = 0
        var read = false
        var starred = false
    }

    /// Article `n` has the index `n - 1`.
    var articles: [Article]
    var allFeeds = [MemoryLibrary.feed(1, "https://one.example", "One")]
    /// The calls of the full-text search, as MATCH expressions.
    var askedExpressions: [String] = []
    /// The number of times that a filter was counted.
    var countedFilters = 0
    var tags: [String] = []
    var hidden: [UInt32] = []
    private var tokens: [[[Token]]] = []

    init(_ articles: [Article]) {
        self.articles = articles
        tokens = articles.map(Self.tokens)
    }

    convenience init(_ titles: String...) { self.init(titles) }
    convenience init(_ titles: [String]) { self.init(titles.map { Article(title: $0) }) }

    static func feed(_ id: Int64, _ url: String, _ title: String, folders: [[String]] = []) -> Feed {
        Feed(
            id: id, url: url, title: title, isSubscribed: true, isPaused: false, articles: 0, unread: 0,
            folders: folders)
    }

    func makeSearcher() -> ArticleSearcher { ArticleSearcher(self) }

    private subscript(n: Int64) -> Article? {
        articles.indices.contains(Int(n) - 1) ? articles[Int(n) - 1] : nil
    }

    // MARK: - Text

    /// The terms at one position of a column.
    private typealias Token = Set<[UInt8]>

    private static func tokens(_ article: Article) -> [[Token]] {
        var columns: [[Token]] = [[], [], []]
        indexedText(article).forEachColumn { column, text, language in
            Analyzer.shared.analyze(text, language: language) { term, kind, _ in
                if !kind.isColocated { columns[column].append([]) }
                let place = max(0, columns[column].count - 1)
                if columns[column].isEmpty { columns[column].append([]) }
                columns[column][place].insert(term.indices.map { term[$0] })
                return true
            }
        }
        return columns
    }

    private static func indexedText(_ article: Article) -> IndexedText {
        IndexedText(body: Array(article.text.utf8), title: article.title, author: nil, language: nil)
    }

    /// The number of occurrences of a phrase in an article.
    private func count(_ phrase: IndexPhrase, _ n: Int64) -> Int {
        var count = 0
        for (number, column) in tokens[Int(n) - 1].enumerated() where phrase.column.map({ $0.number == number }) ?? true
        {
            for start in column.indices where start + phrase.terms.count <= column.count {
                let isHere = phrase.terms.indices.allSatisfy { offset in
                    let terms = column[start + offset]
                    guard phrase.isPrefix, offset == phrase.terms.count - 1 else {
                        return terms.contains(phrase.terms[offset])
                    }
                    return terms.contains { $0.starts(with: phrase.terms[offset]) }
                }
                if isHere { count += 1 }
            }
        }
        return count
    }

    private func matches(_ expression: IndexExpression, _ n: Int64) -> Bool {
        switch expression {
        case .phrase(let phrase): count(phrase, n) > 0
        case .proximity(let proximity): matches(proximity.anywhere, n)
        case .all(let parts): parts.allSatisfy { matches($0, n) }
        case .any(let parts): parts.contains { matches($0, n) }
        case .excluding(let wanted, let unwanted): matches(wanted, n) && !matches(unwanted, n)
        }
    }

    // MARK: - Filters

    func passes(_ filter: ArticleFilter, _ n: Int64) -> Bool {
        guard let article = self[n] else { return false }
        switch filter {
        case .feeds(let ids): return ids.contains(article.feed)
        case .read(let isRead): return article.read == isRead
        case .starred(let isStarred): return article.starred == isStarred
        case .flag(.hidden): return hidden.contains(UInt32(n))
        case .articles(let ids): return ids.contains(UInt32(n))
        case .upTo(let last): return n <= last
        case .dates(let from, let until, _): return article.date >= from ?? .min && article.date < until ?? .max
        case .all(let parts): return parts.allSatisfy { passes($0, n) }
        case .any(let parts): return parts.contains { passes($0, n) }
        case .not(let part): return !passes(part, n)
        default: return false
        }
    }

    private func passing(_ filter: ArticleFilter) -> [Int64] {
        (1...Int64(articles.count)).filter { passes(filter, $0) }
    }
}

extension MemoryLibrary: SearchSource {
    var index: any IndexSource { self }
    var titleWords: any TitleWordRows { self }
    func snapshot<Result>(_ body: () throws -> Result) rethrows -> Result { try body() }

    func articles(where filter: ArticleFilter, in range: ClosedRange<Int64>?) -> [UInt32] {
        passing(filter).filter { range?.contains($0) ?? true }.map { UInt32($0) }
    }
    func reader(of filter: ArticleFilter) -> any FilterReader { Reader(library: self, filter: filter) }
    func count(where filter: ArticleFilter, upTo limit: Int?) -> Int {
        countedFilters += 1
        return min(passing(filter).count, limit ?? .max)
    }
    func dated(where filter: ArticleFilter, after place: DatePlace?, newestFirst: Bool, limit: Int?) -> [DatePlace] {
        var places = passing(filter).map { DatePlace(date: articles[Int($0) - 1].date, id: $0) }
        places.sort { newestFirst ? ($1.date, $1.id) < ($0.date, $0.id) : ($0.date, $0.id) < ($1.date, $1.id) }
        if let place {
            places.removeAll {
                newestFirst ? ($0.date, $0.id) >= (place.date, place.id) : ($0.date, $0.id) <= (place.date, place.id)
            }
        }
        return Array(places.prefix(limit ?? .max))
    }
    func list(_ request: ListRequest) -> [ListedArticle] { [] }
    func count(_ request: ListRequest) -> Int { 0 }
    func foldedReplies(of feeds: [Int64]?) -> Int { 0 }
    func forEachFacet(where filter: ArticleFilter, _ body: (FacetValues) -> Void) {
        for n in passing(filter) {
            let article = articles[Int(n) - 1]
            body(
                FacetValues(
                    id: n, feed: article.feed, date: article.date, language: nil, read: article.read,
                    starred: article.starred))
        }
    }
    func hiddenArticles() -> [UInt32] { hidden }
    func hasHidden() -> Bool { !hidden.isEmpty }
    func members(ofGroups groups: [UInt32]) -> [UInt32: [UInt32]] {
        var members: [UInt32: [UInt32]] = [:]
        for (index, article) in articles.enumerated() where groups.contains(article.group) {
            members[article.group, default: []].append(UInt32(index + 1))
        }
        return members
    }
    func describe(_ filter: ArticleFilter) -> String { "\(filter)" }

    func guids(of articles: [Int64]) -> [(guid: String, feed: Int64)?] {
        articles.map { n in self[n].map { ("guid\(n)", $0.feed) } }
    }
    func fill(_ hits: inout [SearchHit], _ text: (inout SearchHit, Span<UInt8>) -> Void) {
        for index in hits.indices {
            guard let article = self[hits[index].id] else { continue }
            hits[index].title = article.title
            text(&hits[index], Array(article.text.utf8).span)
        }
    }
    func forEachText(of articles: [Int64], _ body: (Int, String, String) throws -> Void) rethrows {
        for (place, n) in articles.enumerated() {
            guard let article = self[n] else { continue }
            try body(place, article.title, article.text)
        }
    }
    func titles(of articles: [Int64]) -> [String] { articles.compactMap { self[$0]?.title } }
    func newestTitles(_ limit: Int) -> [String] { articles.reversed().prefix(limit).map(\.title) }
    func lastArticle() -> Int64 { Int64(articles.count) }

    func feeds(subscribedOnly: Bool) -> [Feed] { allFeeds }
    func feed(_ key: FeedKey) -> Feed? {
        switch key {
        case .id(let id): allFeeds.first { $0.id == id }
        case .address(let address): allFeeds.first { $0.url == address }
        }
    }
    func savedSearchQuery(_ name: String) -> String? { nil }
    func hasTag(folded name: String) -> Bool { tags.contains(name) }
    func tagNames(_ limit: Int) -> [String] { Array(tags.prefix(limit)) }
    func hasLanguage(_ code: String) -> Bool { code == "en" }
    func mostFrequentLanguage() -> String? { "en" }

    private final class Reader: FilterReader {
        let library: MemoryLibrary
        let filter: ArticleFilter

        init(library: MemoryLibrary, filter: ArticleFilter) {
            self.library = library
            self.filter = filter
        }

        var readsRangesTogether: Bool { false }
        func articles(in ranges: [ClosedRange<Int64>]) -> [UInt32] {
            ranges.flatMap { library.articles(where: filter, in: $0) }
        }
        func keep(_ articles: [UInt32]) -> [UInt32] { articles.filter { library.passes(filter, Int64($0)) } }
    }
}

extension MemoryLibrary: FullTextEngine {
    func articles(with term: [UInt8]) -> Int {
        articles(matching: .phrase(IndexPhrase(terms: [term])), in: nil).count
    }
    func articles(matching expression: IndexExpression, in range: ClosedRange<Int64>?) -> [UInt32] {
        articles(where: .always, in: range).filter { matches(expression, Int64($0)) }
    }
    func newest(_ limit: Int, matching expression: IndexExpression, above floor: Int64) -> [Int64] {
        articles(matching: expression, in: floor + 1...max(floor + 1, Int64(articles.count)))
            .reversed().prefix(limit).map { Int64($0) }
    }
    func topArticles(
        _ limit: Int, matching expression: IndexExpression, where filter: ArticleFilter?, _ groups: [ScoringGroup],
        averageLength: Double, keepsWeights: Bool
    ) -> ScoredArticles {
        let (text, phrases) = expression.matchText()
        askedExpressions.append(text)
        let found = articles(matching: expression, in: nil).filter { passes(filter ?? .always, Int64($0)) }
        let candidates = found.map { n in
            var candidate = Candidate(id: Int64(n), score: 0)
            for group in groups {
                let frequency = group.phrases.reduce(0) { $0 + count(phrases[$1], Int64(n)) }
                candidate.score += group.weight * Double(frequency)
                if frequency > 0 { candidate.weight += group.weight }
            }
            return candidate
        }
        return ScoredArticles(
            candidates: Array(candidates.sorted(by: Candidate.precedes).prefix(limit)), total: found.count,
            weights: keepsWeights ? candidates.map(\.weight) : [])
    }
}

extension MemoryLibrary: IndexSource {
    var deadline: Deadline { .never }
    func checkDeadline() {}
    func before<Result>(_ deadline: Deadline, _ body: () throws -> Result) rethrows -> Result? { try body() }

    func makeReader() throws -> PostingReader { try PostingReader(NoPages()) }
    var segmentsAreWhole: Bool { false }
    var fullText: (any FullTextEngine)? { self }
    func isDamage(_ error: any Error) -> Bool { false }

    func version() -> Int64 { Int64(articles.count) }
    func state() -> IndexState {
        IndexState(
            totals: [articles.count, 10 * articles.count, 5 * articles.count, 0], identity: [],
            lastArticle: Int64(articles.count), hasPairs: false)
    }
    func languageCounts() -> [(language: StemLanguage, articles: Int)] { [] }
    func indexedArticles() -> Int { articles.count }
    func articles(withCharacter scalar: UInt32) -> Int { 0 }

    func readLengths(ofBlocks numbers: [Int64], _ keep: (Int64, [UInt16]) -> Void) {}
    func readFacts(ofBlocks numbers: [Int64], _ keep: (Int64, FactsBlock) -> Void) {
        for number in numbers where number == 0 {
            var block = FactsBlock()
            for (index, article) in articles.enumerated() where index + 1 < Int(FactsBlock.size) {
                block[Int64(index + 1)] = facts(article)
            }
            keep(0, block)
        }
    }
    func derivedFacts(of article: Int64) -> RankingFacts { self[article].map(facts) ?? RankingFacts() }
    private func facts(_ article: Article) -> RankingFacts {
        RankingFacts(
            bodyLength: 10, titleLength: Self.tokens(article)[IndexColumn.title].count,
            date: UInt32(clamping: article.date), foldKey: article.group)
    }
    func sortDates(of articles: [UInt32]) -> [Int64] { articles.map { self[Int64($0)]?.date ?? 0 } }
    func guids(ofBlock number: Int64) -> IDBlock { IDBlock(number: number) }
    func feedAddresses(of feeds: [Int64]) -> [Int64: String] {
        Dictionary(uniqueKeysWithValues: allFeeds.filter { feeds.contains($0.id) }.map { ($0.id, $0.url) })
    }
    func characterReader(of articles: [UInt32]) -> any CharacterReading { TextsAlone(self) }
    func indexedText(of article: Int64) -> IndexedText? { self[article].map(Self.indexedText) }

    /// One row with the Latin words of 60 articles or more.
    func frequentWordRows(beginningWith prefix: [UInt8]?) -> [[UInt8]] {
        var row: [UInt8] = []
        let words = Set(tokens.joined().joined().joined()).filter { word in
            FrequentWords.isWord(word.span) && word.allSatisfy { $0 < 0x80 } && word.starts(with: prefix ?? [])
        }
        for word in words.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            var count = tokens.count { article in article.contains { $0.contains { $0.contains(word) } } }
            if count < 60 { continue }
            row += [UInt8(word.count)] + word
            while count >= 0x80 {
                row.append(UInt8(truncatingIfNeeded: count) | 0x80)
                count >>= 7
            }
            row.append(UInt8(count))
        }
        return row.isEmpty ? [] : [row]
    }
    func scan(
        from lower: [UInt8], to upper: [UInt8], terms: Int, postings: Int,
        _ body: (_ term: [UInt8], _ articles: Int) throws -> Void
    ) rethrows -> Bool {
        let all = Set(tokens.joined().joined().joined()).filter {
            !$0.lexicographicallyPrecedes(lower) && $0.lexicographicallyPrecedes(upper)
        }
        for term in all.sorted(by: { $0.lexicographicallyPrecedes($1) }) { try body(term, articles(with: term)) }
        return true
    }
}

extension MemoryLibrary: TitleWordRows {
    func words(withInitials initials: String) -> [TitleWord] { [] }
    func words(initialsBeginningWith beginning: String, onlyFrequent: Bool) -> [TitleWord] { [] }
    func words(beginningWith text: String, onlyFrequent: Bool) -> [TitleWord] { [] }
    func lastListed() -> Int64 { 0 }
}

/// The texts of articles, without counts of their characters.
private final class TextsAlone: CharacterReading {
    private let library: MemoryLibrary

    init(_ library: MemoryLibrary) { self.library = library }

    func read(_ article: Int64, _ body: (UInt16, UInt32) -> Bool) {}

    func withTexts(of article: Int64, _ body: (Span<UInt8>, Span<UInt8>) -> Void) {
        guard let text = library.indexedText(of: article) else { return }
        body(Array(text.title.utf8).span, text.body.span)
    }
}

/// An index of an unknown form.
private final class NoPages: PageSource, PageCursor {
    var maxSegmentID: Int { 1 }
    func pageSize() -> Int? { nil }
    func withPage(_ id: Int64, _ body: (Span<UInt8>) -> Void) -> Bool { false }
    func makeCursor() -> any PageCursor { self }
    func forEachPageID(_ body: (Int64) throws -> Void) {}
    func leaf(of key: Span<UInt8>, segment: Int) -> Int { 0 }
    func forEachTerm(segment: Int, above last: [UInt8]?, atMost limit: Int, _ body: (Span<UInt8>, Int64) -> Void) {}
    func forEachLength(of rows: ClosedRange<Int64>, _ body: (Int64, [Int]) -> Void) {}
    func checkDeadline() {}

    func seek(_ ids: ClosedRange<Int64>) {}
    func next() -> Int64? { nil }
    func withPage(_ body: (Span<UInt8>) -> Void) {}
    func reset() {}
}
