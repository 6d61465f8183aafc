private import Dispatch
internal import SQLite
internal import TextAnalysis

/// One batch of articles while the searches are held against it.
///
/// What the batch's terms decide may be worked out on another thread, while the writer stores the batch; what needs the
/// stored rows is left for the writer.
final class PercolationRun: @unchecked Sendable {
    // One thread at a time has it: the one that works on the texts, then, once `done` says so, the writer again.
    var terms: BatchTerms
    let numbers: [Int64]
    let clock: AlertClock
    let feeds: FeedFilters
    let connection: Connection
    /// Of searches with one key, which see each article once.
    private var single: [Percolator.Match] = []
    /// Documents of searches that may see an article more than once.
    private var several: [Int64: [UInt32]] = [:]
    private var known: [UInt32: ArticleFacts] = [:]
    /// Candidates of searches that ask for more than words, by the search's place.
    var deferred: [(place: Int32, documents: [UInt32])] = []
    private let done = DispatchGroup()

    /// Fewer candidates than this are looked at one by one.
    private static let fewCandidates = 8

    init(terms: BatchTerms, numbers: [Int64], clock: AlertClock, feeds: FeedFilters, connection: Connection) {
        self.terms = terms
        self.numbers = numbers
        self.clock = clock
        self.feeds = feeds
        self.connection = connection
    }

    /// Runs `body` on another thread, or at once where it is not worth one.
    func work(isLarge: Bool, _ body: @escaping @Sendable (PercolationRun) -> Void) {
        guard isLarge else { return body(self) }
        DispatchQueue.global(qos: .userInitiated).async(group: done) { body(self) }
    }

    func wait() { done.wait() }

    /// - Parameter isOnce: the search sees no article twice.
    func note(_ search: Int64, _ document: UInt32, isOnce: Bool) {
        guard Int(document) < numbers.count, numbers[Int(document)] != 0 else { return }
        if isOnce {
            single.append(.init(search: search, article: numbers[Int(document)]))
        } else {
            several[search, default: []].append(document)
        }
    }

    /// All that was noted, each match once, search by search.
    func matches() -> [Percolator.Match] {
        var out = single
        for (search, documents) in several {
            var last: UInt32?
            for document in documents.sorted() where document != last {
                out.append(.init(search: search, article: numbers[Int(document)]))
                last = document
            }
        }
        return out
    }

    func facts(of document: UInt32) throws -> ArticleFacts? {
        if let facts = known[document] { return facts }
        let facts = try ArticleFacts(numbers[Int(document)], connection: connection)
        known[document] = facts
        return facts
    }

    /// The shortest list of candidates that any requirement gives; nil where one of them stands nowhere.
    func narrowed(_ candidates: [UInt32], _ requirements: [SearchKeys]) -> [UInt32]? {
        guard candidates.count >= Self.fewCandidates else { return candidates }
        var best = candidates
        for requirement in requirements {
            var count = 0
            for key in requirement.keys {
                switch key {
                case .term(let term): count += terms.postings(ofTerm: term)?.documents.count ?? 0
                case .prefix(let prefix): count += terms.postings(ofPrefix: prefix).documents.count
                case .feed: count += candidates.count
                }
            }
            if count == 0 { return nil }
            if count < best.count { best = documents(requirement) }
        }
        return best
    }

    private func documents(_ requirement: SearchKeys) -> [UInt32] {
        var out: [UInt32] = []
        for key in requirement.keys {
            switch key {
            case .term(let term): out += terms.postings(ofTerm: term)?.documents ?? []
            case .prefix(let prefix): out += terms.postings(ofPrefix: prefix).documents
            case .feed: break
            }
        }
        return out
    }

    /// Whether a document is one of those that a search finds.
    func fulfills(_ program: AlertProgram, _ document: UInt32) throws -> Bool {
        try fulfills(program.root, program, document)
    }

    private func fulfills(_ step: Int32, _ program: AlertProgram, _ document: UInt32) throws -> Bool {
        switch program.steps[Int(step)] {
        case .phrase(let phrase): return terms.has(phrase, program, document)
        case .near(let first, let count, let distance):
            return terms.hasNear(
                program.phrases[Int(first)..<Int(first + count)], distance: Int(distance), program, document)
        case .all(let first, let count):
            for link in first..<first + count where try !fulfills(program.links[Int(link)], program, document) {
                return false
            }
            return true
        case .any(let first, let count):
            for link in first..<first + count where try fulfills(program.links[Int(link)], program, document) {
                return true
            }
            return false
        case .not(let part): return try !fulfills(part, program, document)
        case .filter(let number):
            guard let facts = try facts(of: document) else { return false }
            return try program.filters[Int(number)].isFulfilled(by: facts, at: clock, feeds: feeds)
        case .pattern(let number):
            guard let text = try facts(of: document)?.text() else { return false }
            let (expression, negated) = program.patterns[Int(number)]
            return (expression.isFound(in: text.title) || expression.isFound(in: text.body)) != negated
        }
    }
}

extension AlertTree {
    /// The same with what is cheap to find out in front.
    var ordered: AlertTree {
        switch self {
        case .all(let parts): .all(parts.map(\.ordered).sorted { $0.cost < $1.cost })
        case .any(let parts): .any(parts.map(\.ordered).sorted { $0.cost < $1.cost })
        case .not(let part): .not(part.ordered)
        case .phrase, .near, .filter, .pattern: self
        }
    }

    private var cost: Int {
        switch self {
        case .phrase(let phrase): phrase.length == 1 && phrase.column == nil && phrase.prefix == nil ? 1 : 3
        case .near: 5
        case .filter: 2
        case .pattern: 1_000
        case .all(let parts): parts.map(\.cost).max() ?? 0
        case .any(let parts): parts.reduce(0) { $0 + $1.cost }
        case .not(let part): part.cost
        }
    }

    /// Whether an article that has one of `keys` matches for that alone.
    var isSatisfiedByKeys: Bool {
        switch self {
        case .phrase(let phrase): phrase.length == 1 && phrase.column == nil
        case .any(let parts): parts.allSatisfy(\.isSatisfiedByKeys)
        case .filter(.feed): true
        case .near, .all, .not, .filter, .pattern: false
        }
    }
}
