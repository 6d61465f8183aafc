/// What one search will do: which articles, and what makes one better than another.
struct SearchPlan {
    /// What the index is asked; nil where the query has no text, or text is an alternative to something else.
    var index: IndexExpression?
    /// What the articles must fulfil beside it, in terms of the table `article` as `a`.
    var condition: SQLFragment?
    /// What is hidden is left out; `condition` says so, too.
    var leavesOutHidden = false
    /// `condition` without that: for who has a quicker way to leave articles out.
    var askedCondition: SQLFragment?
    /// Conditions with text in them, as the query has them.
    var mixed: [ArticleCondition] = []
    /// The articles that fulfil `mixed`, ascending; nil where there is nothing of the kind.
    var numbers: [UInt32]?
    /// Regular expressions that title or text must match, or must not.
    var patterns: [PatternCondition] = []
    /// The positive text of the query, for ranking.
    var wanted: [WantedText] = []
    /// How much of its text an article must have; nil where the index expression says it all.
    var coverage: Coverage?
    /// Articles with this number or a higher one count neither as matches nor for what others must have; nil for none.
    var end: Int?
    /// Words that the store does not know how to look for were left out (punctuation alone).
    var isEmpty: Bool { index == nil && condition == nil && mixed.isEmpty && patterns.isEmpty }

    /// `condition` and `numbers` as one.
    var wholeCondition: SQLFragment? {
        SQLFragment.combined([condition, numbers.map(SQLFragment.numbers)].compactMap(\.self), with: "AND")
    }
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
