internal import SQLite

/// What one search will do: which articles, and what makes one better than another.
struct SearchPlan {
    /// What the index is asked; nil where the query has no text.
    var index: IndexExpression?
    /// What the articles must fulfil beside it, in terms of the table `article` as `a`.
    var condition: SQLFragment?
    /// What is hidden is left out; `condition` says so, too.
    var leavesOutHidden = false
    /// `condition` without that: for who has a quicker way to leave articles out.
    var askedCondition: SQLFragment?
    /// Regular expressions that title or text must match, or must not.
    var patterns: [PatternCondition] = []
    /// The positive text of the query, for ranking.
    var wanted: [WantedText] = []
    /// How much of its text an article must have; nil where the index expression says it all.
    var coverage: Coverage?
    /// Words that the store does not know how to look for were left out (punctuation alone).
    var isEmpty: Bool { index == nil && condition == nil && patterns.isEmpty }
}

/// A piece of the query that scores: its units, and the column that it is bound to.
struct WantedText {
    var units: QueryUnits
    var column: IndexPhrase.Column?
    /// Quoted: stems do not count.
    var exact = false
}

struct PatternCondition {
    var pattern: String
    var caseInsensitive: Bool
    var negated: Bool
}

/// SQL text with the values that are bound to it, in order. Never built from what a person typed.
struct SQLFragment {
    var sql: String
    var values: [SQLValue] = []

    static let never = SQLFragment(sql: "0")

    static func combined(_ parts: [SQLFragment], with word: String) -> SQLFragment? {
        guard let first = parts.first else { return nil }
        guard parts.count > 1 else { return first }
        return SQLFragment(
            sql: "(" + parts.map(\.sql).joined(separator: " \(word) ") + ")", values: parts.flatMap(\.values))
    }

    var negated: SQLFragment { SQLFragment(sql: "NOT coalesce(\(sql), 0)", values: values) }

    /// The articles that an index expression finds, as a condition on `a`.
    static func inIndex(_ expression: IndexExpression) -> SQLFragment {
        SQLFragment(
            sql: "a.n IN (SELECT rowid FROM article_index WHERE article_index MATCH ?)",
            values: [.text(expression.matchText().text)])
    }
}
