private import Dispatch
internal import SQLite
internal import TextAnalysis

/// One batch of articles while the searches are held against it.
///
/// What the batch's words decide may be worked out on another thread, while the writer stores the batch; what needs the
/// stored rows is left for the writer.
final class PercolationRun: @unchecked Sendable {
    // One thread at a time has it: the one that works on the words, then, once `done` says so, the writer again.

    /// Documents that match one search, or may: `documents[range]`.
    struct Found {
        var search: Int32
        var start: Int32
        var count: Int32
    }

    var matcher: BatchMatcher
    let numbers: [Int64]
    let clock: AlertClock
    let feeds: FeedFilters
    let connection: Connection
    /// Matches, and candidates of searches that ask for more than words; both search by search.
    private(set) var matches: [Found] = []
    private(set) var deferred: [Found] = []
    private(set) var documents: [UInt32] = []
    private var known: [UInt32: ArticleFacts] = [:]
    /// Some documents are not asked about.
    private let hasGaps: Bool
    private let done = DispatchGroup()

    init(
        matcher: BatchMatcher, numbers: [Int64], clock: AlertClock, feeds: FeedFilters, connection: Connection
    ) {
        self.matcher = matcher
        self.numbers = numbers
        self.clock = clock
        self.feeds = feeds
        self.connection = connection
        hasGaps = numbers.contains(0) || numbers.count < matcher.terms.documentCount
    }

    /// Runs `body` on another thread, or at once where it is not worth one.
    func work(isLarge: Bool, _ body: @escaping @Sendable (PercolationRun) -> Void) {
        guard isLarge else { return body(self) }
        DispatchQueue.global(qos: .userInitiated).async(group: done) { body(self) }
    }

    func wait() { done.wait() }

    /// All documents that are asked about.
    var asked: [UInt32] { numbers.indices.filter { numbers[$0] != 0 }.map { UInt32($0) } }

    /// Notes what the matcher has found.
    func note(_ search: Int32, isDeferred: Bool) {
        let start = documents.count
        if hasGaps {
            for document in matcher.found where isAsked(document) { documents.append(document) }
        } else {
            documents += matcher.found
        }
        note(search, from: start, isDeferred: isDeferred)
    }

    private func isAsked(_ document: UInt32) -> Bool {
        Int(document) < numbers.count && numbers[Int(document)] != 0
    }

    private func note(_ search: Int32, from start: Int, isDeferred: Bool) {
        guard documents.count > start else { return }
        let found = Found(search: search, start: Int32(start), count: Int32(documents.count - start))
        if isDeferred { deferred.append(found) } else { matches.append(found) }
    }

    func documents(of found: Found) -> ArraySlice<UInt32> {
        documents[Int(found.start)..<Int(found.start + found.count)]
    }

    /// Notes those of the documents that fulfil a step, whatever it asks for. Only where the rows are there.
    func verify(_ search: Int32, _ candidates: [UInt32], by step: Int32) throws {
        let start = documents.count
        for document in candidates where isAsked(document) {
            if try fulfills(step, document) { documents.append(document) }
        }
        note(search, from: start, isDeferred: false)
    }

    /// The memory of the lists, once nothing is asked of them any more.
    func takeLists() -> PostingLists { matcher.terms.takeLists() }

    func facts(of document: UInt32) throws -> ArticleFacts? {
        if let facts = known[document] { return facts }
        let facts = try ArticleFacts(numbers[Int(document)], connection: connection)
        known[document] = facts
        return facts
    }

    private func fulfills(_ number: Int32, _ document: UInt32) throws -> Bool {
        let programs = matcher.programs
        let step = programs.steps[Int(number)]
        switch step.kind {
        case .all:
            for link in step.first..<step.first + step.count
            where try !fulfills(programs.links[Int(link)], document) { return false }
            return true
        case .any:
            for link in step.first..<step.first + step.count
            where try fulfills(programs.links[Int(link)], document) { return true }
            return false
        case .not: return try !fulfills(step.first, document)
        case .filter:
            guard let facts = try facts(of: document) else { return false }
            return try programs.filters[Int(step.first)].isFulfilled(by: facts, at: clock, feeds: feeds)
        case .pattern:
            guard let text = try facts(of: document)?.text() else { return false }
            let (expression, negated) = programs.patterns[Int(step.first)]
            return (expression.isFound(in: text.title) || expression.isFound(in: text.body)) != negated
        case .term, .prefix, .phrase, .near: return matcher.fulfills(number, document)
        }
    }
}
