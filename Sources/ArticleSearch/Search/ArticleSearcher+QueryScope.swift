package import SearchRanking
package import TextAnalysis

extension ArticleSearcher: QueryScope {
    package func languages() throws -> [StemLanguage] { try statistics.languages() }

    package func savedSearchQuery(_ name: String) throws -> String? { try source.savedSearchQuery(name) }

    package func feeds(named name: String) throws -> [Int64] { try FeedLookup(source).feeds(named: name) }

    package func feeds(inFolder name: String) throws -> [Int64] { try FeedLookup(source).feeds(inFolder: name) }

    package func feeds(within name: String) throws -> [Int64] { try FeedLookup(source).feeds(within: name) }

    package func verifyTag(_ name: String) throws { try NameVerification(source).verifyTag(name) }

    package func verifyLanguage(_ code: String) throws { try NameVerification(source).verifyLanguage(code) }

    package func hasArticles(withCharacter character: [UInt8]) throws -> Bool {
        try statistics.articles(withCharacter: character) > 0
    }

    /// Whether any article is hidden. Usually none is, and queries then need no condition for hidden articles.
    package func hasHidden() throws -> Bool { try source.hasHidden() }

    package func articles(_ condition: ArticleCondition, in range: ClosedRange<Int64>?) throws -> [UInt32] {
        try ArticleSets(source, statistics, range: range).articles(fulfilling: condition)
    }

    package func matching(
        _ patterns: [PatternCondition], among numbers: [UInt32], isArrival: Bool
    ) throws -> [UInt32] {
        var matcher = try PatternMatcher(patterns)
        if isArrival { matcher.timePerArticle = PatternMatcher.timeOnArrival }
        return try matcher.filter(numbers, source) { Int64($0) }
    }

    package func checkDeadline() throws { try source.index.checkDeadline() }
}
