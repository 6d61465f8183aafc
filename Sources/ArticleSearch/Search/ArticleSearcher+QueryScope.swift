package import SearchRanking
package import TextAnalysis

extension ArticleSearcher: QueryScope {
    package func languages() throws -> [StemLanguage] { try statistics.languages() }

    package func articles(_ condition: ArticleCondition, in range: ClosedRange<Int64>?) throws -> [UInt32] {
        try ArticleSets(self, range: range).numbers(condition)
    }

    package func savedSearchQuery(_ name: String) throws -> String? { try source.savedSearchQuery(name) }

    /// Whether any article is hidden. Usually none is, and queries need no condition for it.
    package func hasHidden() throws -> Bool { try source.hasHidden() }
}
