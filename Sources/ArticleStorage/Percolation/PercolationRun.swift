internal import SQLite
internal import TextAnalysis

/// One batch of articles while the searches are held against it.
struct PercolationRun {
    var terms: BatchTerms
    let numbers: [Int64]
    let clock: AlertClock
    let feeds: FeedFilters
    let connection: Connection
    private(set) var matches: Set<Percolator.Match> = []
    private var known: [UInt32: ArticleFacts] = [:]

    /// Fewer candidates than this are looked at one by one.
    private static let fewCandidates = 8

    init(terms: BatchTerms, numbers: [Int64], clock: AlertClock, feeds: FeedFilters, connection: Connection) {
        self.terms = terms
        self.numbers = numbers
        self.clock = clock
        self.feeds = feeds
        self.connection = connection
    }

    mutating func note(_ search: Int64, _ document: UInt32) {
        guard Int(document) < numbers.count, numbers[Int(document)] != 0 else { return }
        matches.insert(.init(search: search, article: numbers[Int(document)]))
    }

    mutating func facts(of document: UInt32) throws -> ArticleFacts? {
        if let facts = known[document] { return facts }
        let facts = try ArticleFacts(numbers[Int(document)], connection: connection)
        known[document] = facts
        return facts
    }

    /// The shortest list of candidates that any requirement gives; nil where one of them stands nowhere.
    mutating func narrowed(_ candidates: [UInt32], _ requirements: [SearchKeys]) -> [UInt32]? {
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

    private mutating func documents(_ requirement: SearchKeys) -> [UInt32] {
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
    mutating func fulfills(_ tree: AlertTree, _ document: UInt32) throws -> Bool {
        switch tree {
        case .phrase(let phrase): return terms.has(phrase, document)
        case .near(let phrases, let distance): return terms.hasNear(phrases, distance: distance, document)
        case .all(let parts):
            for part in parts where try !fulfills(part, document) { return false }
            return true
        case .any(let parts):
            for part in parts where try fulfills(part, document) { return true }
            return false
        case .not(let part): return try !fulfills(part, document)
        case .filter(let filter):
            guard let facts = try facts(of: document) else { return false }
            return try filter.isFulfilled(by: facts, at: clock, feeds: feeds)
        case .pattern(let expression, let negated):
            guard let text = try facts(of: document)?.text() else { return false }
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
