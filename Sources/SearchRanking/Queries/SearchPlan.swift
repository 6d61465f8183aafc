package import Articles

/// The plan of one search: which articles match, and what they are scored by.
package struct SearchPlan {
    /// The index expression; nil for a query without text, or with text as an alternative to other conditions.
    package var index: IndexExpression?
    /// The condition on articles, with names and dates resolved.
    package var condition: ArticleFilter?
    /// Hidden articles are left out; `condition` includes this.
    package var leavesOutHidden = false
    /// `condition` without the condition on hidden articles.
    package var askedCondition: ArticleFilter?
    /// Conditions that include text.
    package var mixed: [ArticleCondition] = []
    /// The articles that fulfil `mixed`, ascending; nil if `mixed` is empty.
    package var numbers: [UInt32]?
    /// Regular expressions that title or text must match, or must not.
    package var patterns: [PatternCondition] = []
    /// The texts that score.
    package var scoredTexts: [ScoredText] = []
    /// How much of the text an article must have; nil if the index expression decides.
    package var coverage: Coverage?
    /// Articles with this id or a higher one do not count; nil for no limit.
    package var end: Int?
    /// Nothing is left of the query (punctuation alone).
    package var isEmpty: Bool { index == nil && condition == nil && mixed.isEmpty && patterns.isEmpty }

    /// `condition` and `numbers` as one.
    package var wholeCondition: ArticleFilter? {
        .combined([condition, numbers.map(ArticleFilter.articles)].compactMap(\.self), all: true)
    }
}

/// A text of the query that scores: its units and its column.
package struct ScoredText {
    package var units: QueryUnits
    package var column: IndexPhrase.Column?
    /// Quoted: exact forms only.
    package var exact = false
}

package struct PatternCondition {
    package var pattern: String
    package var caseInsensitive: Bool
    package var negated: Bool
}
