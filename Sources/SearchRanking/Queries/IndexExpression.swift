/// An expression for the index: a tree of phrases of index terms.
package indirect enum IndexExpression {
    case phrase(IndexPhrase)
    case proximity(Proximity)
    case all([IndexExpression])
    case any([IndexExpression])
    case excluding(IndexExpression, IndexExpression)
}

/// Adjacent terms.
package struct IndexPhrase: Hashable {
    package enum Column: String {
        case title, body, author
    }
    package var terms: [[UInt8]]
    /// Whether the last term is a prefix.
    package var isPrefix = false
    package var column: Column?

    package init(terms: [[UInt8]], isPrefix: Bool = false, column: Column? = nil) {
        self.terms = terms
        self.isPrefix = isPrefix
        self.column = column
    }
}

extension IndexPhrase.Column {
    /// The number of the column in the index.
    package var number: Int {
        switch self {
        case .title: IndexColumn.title
        case .body: IndexColumn.body
        case .author: IndexColumn.author
        }
    }
}

extension IndexExpression {
    /// The terms of the expression's phrases, without prefixes.
    package var terms: [[UInt8]] {
        switch self {
        case .phrase(let phrase): phrase.isPrefix ? phrase.terms.dropLast() : phrase.terms
        case .proximity(let proximity): proximity.anywhere.terms
        case .all(let parts), .any(let parts): parts.flatMap(\.terms)
        case .excluding(let wanted, let unwanted): wanted.terms + unwanted.terms
        }
    }

    /// The MATCH expression, and the phrases in the order in which FTS5 numbers them.
    ///
    /// Terms are quoted, so no text of a query is parsed as FTS5 syntax
    /// (<https://www.sqlite.org/fts5.html#fts5_strings>); the tokenizer does not change them.
    package func matchText() -> (text: String, phrases: [IndexPhrase]) {
        var phrases: [IndexPhrase] = []
        var bytes: [UInt8] = []
        write(to: &bytes, &phrases)
        return (String(decoding: bytes, as: UTF8.self), phrases)
    }

    private func write(to out: inout [UInt8], _ phrases: inout [IndexPhrase]) {
        switch self {
        case .phrase(let phrase):
            if let column = phrase.column { out += Array("{\(column.rawValue)} : ".utf8) }
            Self.write(phrase, to: &out, &phrases)
        case .proximity(let proximity):
            guard case .words(let most) = proximity.rule, proximity.texts.allSatisfy({ $0.count == 1 }) else {
                return proximity.anywhere.write(to: &out, &phrases)
            }
            let parts = proximity.texts.map { $0[0].phrase }
            if let column = parts.first?.column { out += Array("{\(column.rawValue)} : ".utf8) }
            out += Array("NEAR(".utf8)
            for part in parts {
                Self.write(part, to: &out, &phrases)
                out.append(UInt8(ascii: " "))
            }
            // FTS5 counts punctuation as words; there is at most one punctuation position before each word.
            out += Array(", \(2 * most + 1))".utf8)
        case .all(let parts): Self.join(parts, " AND ", to: &out, &phrases)
        case .any(let parts): Self.join(parts, " OR ", to: &out, &phrases)
        case .excluding(let wanted, let unwanted): Self.join([wanted, unwanted], " NOT ", to: &out, &phrases)
        }
    }

    private static func join(
        _ parts: [IndexExpression], _ word: String, to out: inout [UInt8], _ phrases: inout [IndexPhrase]
    ) {
        if parts.count > 1 { out.append(UInt8(ascii: "(")) }
        for (index, part) in parts.enumerated() {
            if index > 0 { out += Array(word.utf8) }
            part.write(to: &out, &phrases)
        }
        if parts.count > 1 { out.append(UInt8(ascii: ")")) }
    }

    private static func write(_ phrase: IndexPhrase, to out: inout [UInt8], _ phrases: inout [IndexPhrase]) {
        phrases.append(phrase)
        out.append(UInt8(ascii: "\""))
        for (index, term) in phrase.terms.enumerated() {
            if index > 0 { out.append(UInt8(ascii: " ")) }
            for byte in term {
                if byte == UInt8(ascii: "\"") { out.append(byte) }
                out.append(byte)
            }
        }
        out.append(UInt8(ascii: "\""))
        if phrase.isPrefix { out += Array(" *".utf8) }
    }

    /// The maximum depth passed to FTS5, whose parser has a stack of 100 entries; a pair of parentheses takes three
    /// (<https://www.sqlite.org/src/file/ext/fts5/fts5parse.y>). Deeper expressions are evaluated part by part
    /// (`ArticleSets`).
    package static let maxDepth = 24

    /// Depth of nested parentheses.
    package var depth: Int {
        switch self {
        case .phrase: 0
        case .proximity(let proximity): proximity.anywhere.depth
        case .all(let parts), .any(let parts): 1 + (parts.map(\.depth).max() ?? 0)
        case .excluding(let wanted, let unwanted): 1 + max(wanted.depth, unwanted.depth)
        }
    }

    /// The number of phrases, not counting those inside `proximity`.
    var phraseCount: Int {
        switch self {
        case .phrase: 1
        case .proximity: 0
        case .all(let parts), .any(let parts): parts.reduce(0) { $0 + $1.phraseCount }
        case .excluding(let wanted, let unwanted): wanted.phraseCount + unwanted.phraseCount
        }
    }

    /// Numbers of the excluded phrases.
    package var excludedPhrases: Set<Int> {
        var excluded: Set<Int> = []
        var number = 0
        func visit(_ expression: IndexExpression, isExcluded: Bool) {
            switch expression {
            case .phrase:
                if isExcluded { excluded.insert(number) }
                number += 1
            case .proximity(let proximity):
                let count = proximity.texts.reduce(0) { $0 + $1.count }
                if isExcluded { excluded.formUnion(number..<number + count) }
                number += count
            case .all(let parts), .any(let parts): for part in parts { visit(part, isExcluded: isExcluded) }
            case .excluding(let wanted, let unwanted):
                visit(wanted, isExcluded: isExcluded)
                visit(unwanted, isExcluded: true)
            }
        }
        visit(self, isExcluded: false)
        return excluded
    }

    /// Combines the parts without redundant levels; nil if there are no parts.
    package static func conjunction(_ parts: [IndexExpression]) -> IndexExpression? {
        parts.count > 1 ? .all(parts) : parts.first
    }

    package static func disjunction(_ parts: [IndexExpression]) -> IndexExpression? {
        parts.count > 1 ? .any(parts) : parts.first
    }
}

extension IndexExpression {
    /// Evaluates an expression bottom-up from the values of its phrases. Not for expressions with `proximity`.
    package struct Combination<Value> {
        /// The value of a phrase, by its number in `matchText`.
        package var phrase: (Int) -> Value
        /// The value of an empty expression.
        package var nothing: Value
        package var all: ([Value]) -> Value
        package var any: ([Value]) -> Value
        package var excluding: (Value, Value) -> Value
    }

    package func value<Value>(_ combination: Combination<Value>) -> Value {
        var number = 0
        return value(combination, &number)
    }

    private func value<Value>(_ combination: Combination<Value>, _ number: inout Int) -> Value {
        switch self {
        case .phrase:
            number += 1
            return combination.phrase(number - 1)
        case .proximity: return combination.nothing
        case .all(let parts): return combination.all(parts.map { $0.value(combination, &number) })
        case .any(let parts): return combination.any(parts.map { $0.value(combination, &number) })
        case .excluding(let wanted, let unwanted):
            let kept = wanted.value(combination, &number)
            return combination.excluding(kept, unwanted.value(combination, &number))
        }
    }
}

extension IndexExpression {
    /// Whether the expression contains `proximity`, which has no equivalent in FTS5's syntax.
    var hasProximity: Bool {
        switch self {
        case .phrase: false
        case .proximity: true
        case .all(let parts), .any(let parts): parts.contains(where: \.hasProximity)
        case .excluding(let wanted, let unwanted): wanted.hasProximity || unwanted.hasProximity
        }
    }

    /// An expression made only of phrases that matches a superset; nil if no such expression exists.
    var withoutProximity: IndexExpression? {
        switch self {
        case .phrase: return self
        case .proximity(let proximity): return proximity.anywhere
        case .all(let parts):
            return Self.conjunction(
                parts.compactMap(\.withoutProximity).flatMap { part in
                    if case .all(let inner) = part { inner } else { [part] }
                })
        case .any(let parts):
            let all = parts.compactMap(\.withoutProximity)
            return all.count == parts.count ? Self.disjunction(all) : nil
        case .excluding(let wanted, let unwanted):
            guard let wanted = wanted.withoutProximity else { return nil }
            return unwanted.hasProximity ? wanted : .excluding(wanted, unwanted)
        }
    }
}
