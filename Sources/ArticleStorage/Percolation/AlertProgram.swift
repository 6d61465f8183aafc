internal import TextAnalysis

/// An `AlertTree` laid flat, so that holding an article against it counts no references.
final class AlertProgram {
    enum Step {
        case phrase(FlatPhrase)
        /// Phrases `first..<first + count` of `phrases`.
        case near(first: Int32, count: Int32, distance: Int32)
        /// Steps `links[first..<first + count]`.
        case all(first: Int32, count: Int32)
        case any(first: Int32, count: Int32)
        case not(Int32)
        case filter(Int32)
        case pattern(Int32)
    }

    private(set) var steps: [Step] = []
    private(set) var links: [Int32] = []
    private(set) var phrases: [FlatPhrase] = []
    private(set) var terms: [Int32] = []
    private(set) var filters: [ArticleFilter] = []
    private(set) var patterns: [(expression: RegularExpression, negated: Bool)] = []
    private(set) var root: Int32 = 0

    /// It asks for more than words: the article's row must be there.
    var needsRow: Bool { !filters.isEmpty || !patterns.isEmpty }

    init(_ tree: AlertTree) { root = add(tree) }

    private func add(_ tree: AlertTree) -> Int32 {
        let step: Step
        switch tree {
        case .phrase(let phrase): step = .phrase(flat(phrase))
        case .near(let parts, let distance):
            let first = Int32(phrases.count)
            phrases += parts.map(flat)
            step = .near(first: first, count: Int32(parts.count), distance: Int32(clamping: distance))
        case .all(let parts):
            let (first, count) = link(parts)
            step = .all(first: first, count: count)
        case .any(let parts):
            let (first, count) = link(parts)
            step = .any(first: first, count: count)
        case .not(let part): step = .not(add(part))
        case .filter(let filter):
            filters.append(filter)
            step = .filter(Int32(filters.count - 1))
        case .pattern(let expression, let negated):
            patterns.append((expression, negated))
            step = .pattern(Int32(patterns.count - 1))
        }
        steps.append(step)
        return Int32(steps.count - 1)
    }

    private func link(_ parts: [AlertTree]) -> (first: Int32, count: Int32) {
        let numbers = parts.map(add)
        links += numbers
        return (Int32(links.count - numbers.count), Int32(numbers.count))
    }

    private func flat(_ phrase: AlertPhrase) -> FlatPhrase {
        terms += phrase.terms
        return FlatPhrase(
            first: Int32(terms.count - phrase.terms.count), count: Int32(phrase.terms.count),
            prefix: phrase.prefix ?? -1, column: Int32(phrase.column ?? -1))
    }
}

/// A phrase whose terms lie in `AlertProgram.terms`.
struct FlatPhrase {
    var first: Int32
    var count: Int32
    /// A number of the prefixes, or -1.
    var prefix: Int32
    /// Of the index (`IndexColumn`), or -1 for all of them.
    var column: Int32

    var length: Int { Int(count) + (prefix < 0 ? 0 : 1) }
}
