internal import Articles
private import Dispatch
internal import Pipelines
internal import SearchRanking
internal import TextAnalysis

/// The matching of one batch: first the conditions on words, then the conditions on stored rows.
///
/// The thread that prepares the batch, or another thread, evaluates the conditions on words. The writer evaluates the
/// conditions on stored rows.
package final class MatchingRun: @unchecked Sendable {
    // One thread writes `found` before `done` is signalled, and the writer reads it afterwards. Only the writer uses
    // the other properties.
    package var found: BatchMatches?
    package let articles: [Int64]
    private let clock: AlertClock
    private let feeds: FeedFilters
    private unowned let store: any MatchingStore
    private var known: [UInt32: ArticleFacts] = [:]
    /// Searches whose regular expression took too long, with the id of the article.
    package private(set) var failed: [Int32: Int64] = [:]
    private let done = DispatchGroup()

    package init(articles: [Int64], clock: AlertClock, feeds: FeedFilters, store: any MatchingStore) {
        self.articles = articles
        self.clock = clock
        self.feeds = feeds
        self.store = store
    }

    /// Runs `body` on another thread if `isLarge`, otherwise immediately.
    package func work(isLarge: Bool, _ body: @escaping @Sendable () -> BatchMatches) {
        guard isLarge else {
            found = body()
            return
        }
        DispatchQueue.global(qos: .userInitiated).async(group: done) { self.found = body() }
    }

    @discardableResult
    package func wait() -> BatchMatches? {
        done.wait()
        return found
    }

    package var asked: [UInt32] { articles.indices.filter { articles[$0] != 0 }.map { UInt32($0) } }

    /// Appends the candidates that satisfy a step's condition. Requires the stored rows.
    package func verify(_ search: Int32, _ candidates: [UInt32], by step: Int32) throws {
        guard let found else { return }
        let start = found.documents.count
        for document in candidates where Int(document) < articles.count && articles[Int(document)] != 0 {
            if failed[search] != nil { break }
            do {
                if try fulfills(step, document, found) { found.append(document) }
            } catch StorageError.costlyPattern {
                failed[search] = articles[Int(document)]
            }
        }
        found.note(search, from: start, isDeferred: false)
    }

    package func facts(of document: UInt32) throws -> ArticleFacts? {
        if let facts = known[document] { return facts }
        let facts = try ArticleFacts(articles[Int(document)], store)
        known[document] = facts
        return facts
    }

    private func fulfills(_ number: Int32, _ document: UInt32, _ found: BatchMatches) throws -> Bool {
        let programs = found.matcher.programs
        let step = programs.steps[Int(number)]
        switch step.kind {
        case .all:
            for link in step.first..<step.first + step.count
            where try !fulfills(programs.links[Int(link)], document, found) { return false }
            return true
        case .any:
            for link in step.first..<step.first + step.count
            where try fulfills(programs.links[Int(link)], document, found) { return true }
            return false
        case .not: return try !fulfills(step.first, document, found)
        case .filter:
            guard let facts = try facts(of: document) else { return false }
            return try programs.filters[Int(step.first)].isFulfilled(by: facts, at: clock, feeds: feeds)
        case .pattern:
            guard let text = try facts(of: document)?.text() else { return false }
            let (expression, negated) = programs.patterns[Int(step.first)]
            switch expression.find(in: text.title, text.body, until: .after(PatternMatcher.timeOnArrival)) {
            case .found: return !negated
            case .notFound: return negated
            case .stopped: throw StorageError.costlyPattern(expression.pattern, article: articles[Int(document)])
            }
        case .term, .prefix, .phrase: return found.matcher.fulfills(number, document)
        }
    }
}
