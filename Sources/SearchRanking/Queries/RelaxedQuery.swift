package import QueryLanguage

/// A query with spaces inserted between the words of its runs without spaces: `新能源` becomes `新 能源`.
package struct RelaxedQuery {
    package let text: String
    /// Whether a run is split into single characters only, as happens to a name that is not in the dictionary: 陈根政
    /// becomes 陈 根 政. Many articles have these characters somewhere, but few are relevant.
    package let partsIntoCharacters: Bool

    /// The relaxed query; nil if no run has several words.
    package init?(_ query: Query) {
        var changes: [(utf8Range: Range<Int>, word: String)] = []
        var partsIntoCharacters = false
        Self.visitNested(query.root, isNested: false) { term, isNested in
            let words = QueryUnits(term.text).runs.map { $0.isCharacters ? QueryCompiler.dictionaryWords($0) : [$0] }
            guard words.contains(where: { $0.count > 1 }) else { return }
            if words.contains(where: { $0.count > 1 && $0.allSatisfy { $0.units.count == 1 } }) {
                partsIntoCharacters = true
            }
            let source = Array(term.text.utf8)
            let parted = words.joined().map { $0.text(in: source) }.joined(separator: " ")
            changes.append((term.utf8Range, isNested ? "(\(parted))" : parted))
        }
        self.partsIntoCharacters = partsIntoCharacters
        let end = query.text.utf8.count
        guard !changes.isEmpty, changes.allSatisfy({ !$0.utf8Range.isEmpty && $0.utf8Range.upperBound <= end }) else {
            return nil
        }
        changes.sort { $0.utf8Range.lowerBound < $1.utf8Range.lowerBound }
        text = Self.rewrite(query.text, changes)
    }

    /// Calls `body` with the words and quoted texts that are not excluded.
    package static func visit(_ node: QueryNode, _ body: (QueryTerm) -> Void) {
        switch node {
        case .word(let term), .phrase(let term): body(term)
        case .and(let nodes), .or(let nodes): for node in nodes { visit(node, body) }
        case .field(_, let inner): visit(inner, body)
        case .prefix, .near, .regex, .filter, .not: break
        }
    }

    /// Calls `body` with each required word, and whether it is inside an alternative or a field.
    private static func visitNested(_ node: QueryNode, isNested: Bool, _ body: (QueryTerm, Bool) -> Void) {
        switch node {
        case .word(let term): body(term, isNested)
        case .and(let nodes): for node in nodes { visitNested(node, isNested: isNested, body) }
        case .or(let nodes): for node in nodes { visitNested(node, isNested: true, body) }
        case .field(.url, _): break
        case .field(_, let inner): visitNested(inner, isNested: true, body)
        case .phrase, .prefix, .near, .regex, .filter, .not: break
        }
    }

    /// Replaces ranges with words; the ranges ascend and do not overlap.
    package static func rewrite(_ text: String, _ changes: [(utf8Range: Range<Int>, word: String)]) -> String {
        var bytes = Array(text.utf8)
        for change in changes.reversed() { bytes.replaceSubrange(change.utf8Range, with: Array(change.word.utf8)) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
