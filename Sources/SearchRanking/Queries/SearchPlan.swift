package import Articles

/// The plan of one search: which articles match, and which texts are scored.
package struct SearchPlan {
    /// The index expression; nil if the query has no text, or combines text with other conditions by OR.
    package var index: IndexExpression?
    /// The condition on articles, with names and dates resolved.
    package var condition: ArticleFilter?
    /// Whether hidden articles are left out; `condition` includes this.
    package var leavesOutHidden = false
    /// `condition` without the condition on hidden articles.
    package var askedCondition: ArticleFilter?
    /// Conditions that include text.
    package var mixed: [ArticleCondition] = []
    /// The articles that satisfy `mixed`, in ascending order; nil if `mixed` is empty.
    package var numbers: [UInt32]?
    /// Regular expressions that the title or text must match, or must not.
    package var patterns: [PatternCondition] = []
    /// The texts to score.
    package var scoredTexts: [ScoredText] = []
    /// The minimum weight of a match; nil if the index expression decides.
    package var coverage: Coverage?
    /// If the query is a web address, the articles that have this address, in ascending order; they are shown first.
    package var addressed: [UInt32] = []
    /// Articles with this id or a higher one are ignored; nil for no limit.
    package var end: Int?
    /// Whether nothing of the query remains, for example because it is only punctuation.
    package var isEmpty: Bool { index == nil && condition == nil && mixed.isEmpty && patterns.isEmpty }

    /// `condition` and `numbers` combined.
    package var wholeCondition: ArticleFilter? {
        .combined([condition, numbers.map(ArticleFilter.articles)].compactMap(\.self), all: true)
    }
}

/// A text of the query to score: its units and its column.
package struct ScoredText {
    package var units: QueryUnits
    package var column: IndexPhrase.Column?
    /// Whether the text is quoted, so that only exact forms match.
    package var exact = false
    /// Index terms of other spellings, which are highlighted but not scored.
    var marked: [[UInt8]] = []
    /// The text as it was typed; the byte ranges of the units refer to it.
    package var source = ""
    /// Whether the last word is only the beginning of a word.
    package var isPrefix = false

    package init(
        units: QueryUnits, column: IndexPhrase.Column? = nil, exact: Bool = false, source: String = "",
        isPrefix: Bool = false
    ) {
        self.units = units
        self.column = column
        self.exact = exact
        self.source = source
        self.isPrefix = isPrefix
    }
}

package struct PatternCondition {
    package var pattern: String
    package var caseInsensitive: Bool
    package var negated: Bool
}
