package import TextAnalysis

/// The `AlertTree`s of all searches in flat arrays, so that matching reads memory sequentially and retains no objects.
package struct CompiledSearches {
    /// One node of a query. The kind determines the meaning of the numbers.
    package struct Step {
        package enum Kind: UInt8 {
            /// Documents that contain the term `first` in any column.
            case term
            /// Documents that contain a term with the prefix `first`.
            case prefix
            /// The adjacent terms `words[first..<first + count]`, followed by the prefix `extra` (-1 for no prefix).
            case phrase
            /// All, or any, of the steps `links[first..<first + count]`.
            case all, any
            /// The negation of the step `first`.
            case not
            /// The filter or pattern whose index is `first`.
            case filter, pattern
        }

        package var kind: Kind
        /// The column (`IndexColumn`), or -1 for all columns.
        package var column: Int8 = -1
        package var first: Int32
        package var count: Int32 = 0
        package var extra: Int32 = -1

        /// The number of tokens of a phrase.
        package var length: Int { Int(count) + (extra < 0 ? 0 : 1) }
    }

    package private(set) var steps: [Step] = []
    package private(set) var links: [Int32] = []
    package private(set) var words: [Int32] = []
    package private(set) var filters: [AlertFilter] = []
    package private(set) var patterns: [(expression: RegularExpression, negated: Bool)] = []

    /// - Returns: the number of the root step.
    package mutating func add(_ tree: AlertTree) -> Int32 {
        let step: Step
        switch tree {
        case .phrase(let phrase): step = self.step(phrase)
        case .all(let parts): step = link(.all, parts.map { add($0) })
        case .any(let parts): step = link(.any, parts.map { add($0) })
        case .not(let part): step = Step(kind: .not, first: add(part))
        case .filter(let filter):
            filters.append(filter)
            step = Step(kind: .filter, first: Int32(filters.count - 1))
        case .pattern(let expression, let negated):
            patterns.append((expression, negated))
            step = Step(kind: .pattern, first: Int32(patterns.count - 1))
        }
        return append(step)
    }

    private mutating func append(_ step: Step) -> Int32 {
        steps.append(step)
        return Int32(steps.count - 1)
    }

    private mutating func link(_ kind: Step.Kind, _ numbers: [Int32], extra: Int32 = -1) -> Step {
        links += numbers
        return Step(
            kind: kind, first: Int32(links.count - numbers.count), count: Int32(numbers.count), extra: extra)
    }

    /// - Parameter isTerm: whether a single term becomes a `term` step instead of a phrase.
    private mutating func step(_ phrase: AlertPhrase, isTerm: Bool = true) -> Step {
        if isTerm, phrase.length == 1, phrase.column == nil {
            if let prefix = phrase.prefix { return Step(kind: .prefix, first: prefix) }
            return Step(kind: .term, first: phrase.terms[0])
        }
        words += phrase.terms
        return Step(
            kind: .phrase, column: Int8(phrase.column ?? -1), first: Int32(words.count - phrase.terms.count),
            count: Int32(phrase.terms.count), extra: phrase.prefix ?? -1)
    }
}

extension AlertTree {
    /// The tree with cheap conditions first.
    package var ordered: AlertTree {
        switch self {
        case .all(let parts): .all(parts.map(\.ordered).sorted { $0.cost < $1.cost })
        case .any(let parts): .any(parts.map(\.ordered).sorted { $0.cost < $1.cost })
        case .not(let part): .not(part.ordered)
        case .phrase, .filter, .pattern: self
        }
    }

    private var cost: Int {
        switch self {
        case .phrase(let phrase): phrase.length == 1 && phrase.column == nil && phrase.prefix == nil ? 1 : 3
        case .filter(.proximity): 100
        case .filter: 2
        case .pattern: 1_000
        case .all(let parts): parts.map(\.cost).max() ?? 0
        case .any(let parts): parts.reduce(0) { $0 + $1.cost }
        case .not(let part): part.cost
        }
    }

    /// Whether the tree has conditions that require the stored row.
    private var needsRow: Bool {
        switch self {
        case .phrase: false
        case .filter, .pattern: true
        case .all(let parts), .any(let parts): parts.contains { $0.needsRow }
        case .not(let part): part.needsRow
        }
    }

    /// Whether the tree has conditions on words.
    var hasWords: Bool {
        switch self {
        case .phrase: true
        case .filter, .pattern: false
        case .all(let parts), .any(let parts): parts.contains { $0.hasWords }
        case .not(let part): part.hasWords
        }
    }

    /// Splits the tree into the conditions on words alone and all other conditions; nil for an empty part.
    package var parted: (words: AlertTree?, row: AlertTree?) {
        guard needsRow else { return (self, nil) }
        guard case .all(let parts) = self else { return (nil, self) }
        let words = parts.filter { !$0.needsRow }
        let row = parts.filter(\.needsRow)
        return (Self.joined(words), Self.joined(row))
    }

    private static func joined(_ parts: [AlertTree]) -> AlertTree? { parts.count > 1 ? .all(parts) : parts.first }
}
