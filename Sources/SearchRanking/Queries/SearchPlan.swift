package import Articles

/// What one search will do: which articles, and what makes one better than another.
package struct SearchPlan {
    /// What the index is asked; nil where the query has no text, or text is an alternative to something else.
    package var index: IndexExpression?
    /// What the articles must fulfil beside it, names and dates resolved.
    package var condition: ArticleFilter?
    /// What is hidden is left out; `condition` says so, too.
    package var leavesOutHidden = false
    /// `condition` without that: for who has a quicker way to leave articles out.
    package var askedCondition: ArticleFilter?
    /// Conditions with text in them, as the query has them.
    package var mixed: [ArticleCondition] = []
    /// The articles that fulfil `mixed`, ascending; nil where there is nothing of the kind.
    package var numbers: [UInt32]?
    /// Regular expressions that title or text must match, or must not.
    package var patterns: [PatternCondition] = []
    /// The positive text of the query, for ranking.
    package var scoredTexts: [ScoredText] = []
    /// How much of its text an article must have; nil where the index expression says it all.
    package var coverage: Coverage?
    /// Articles with this number or a higher one count neither as matches nor for what others must have; nil for none.
    package var end: Int?
    /// Words that the store does not know how to look for were left out (punctuation alone).
    package var isEmpty: Bool { index == nil && condition == nil && mixed.isEmpty && patterns.isEmpty }

    /// `condition` and `numbers` as one.
    package var wholeCondition: ArticleFilter? {
        .combined([condition, numbers.map(ArticleFilter.articles)].compactMap(\.self), all: true)
    }
}

/// A piece of the query that scores: its units, and the column that it is bound to.
package struct ScoredText {
    package var units: QueryUnits
    package var column: IndexPhrase.Column?
    /// Quoted: stems do not count.
    package var exact = false
}

package struct PatternCondition {
    package var pattern: String
    package var caseInsensitive: Bool
    package var negated: Bool
}
