internal import SQLite
internal import TextAnalysis

extension ArticleStore {
    /// Completes the last word of what has been typed so far, most frequent first.
    ///
    /// A word is completed from the index's vocabulary. A text in a script without spaces goes on to the end of the
    /// dictionary word that follows it in titles: 全文 becomes 全文搜索. ASCII letters also find Chinese title words by
    /// their sound, `qwss` and `quanwensousuo` alike.
    ///
    /// - Parameters:
    ///   - prefix: as typed; empty, or ending in a space or a sign, it has no completions.
    ///   - limit: 100 at most.
    /// - Complexity: bounded, whatever is stored: `CompletionLimits` says how many terms, postings and titles are looked
    ///   at. 1-4 ms in 60,000 articles.
    public func complete(prefix: String, limit: Int = 10) throws -> [Completion] {
        let limit = min(limit, CompletionLimits.answers)
        guard limit > 0, prefix.utf8.count <= CompletionLimits.prefixBytes else { return [] }
        let units = QueryUnits(prefix)
        guard let last = units.runs.last, let end = last.units.last?.utf8Range.upperBound,
            let start = last.units.first?.utf8Range.lowerBound, end == prefix.utf8.count
        else { return [] }
        return try guarded {
            try connection.snapshot {
                try statistics.refresh()
                if last.isCharacters {
                    return try continuations(of: last, after: Self.head(of: prefix, before: start), limit: limit)
                }
                let word = last.units[last.units.count - 1]
                let head = Self.head(of: prefix, before: word.utf8Range.lowerBound)
                let words = try statistics.mostFrequentWords(beginningWith: word.term, limit: limit)
                var out = words.map { Completion(text: head + $0.text, articles: $0.articles, source: .word) }
                try addTitleWords(soundingLike: word.term, head: head, limit: limit, to: &out)
                return Array(out.prefix(limit))
            }
        }
    }

    static func head(of text: String, before offset: Int) -> String {
        String(decoding: text.utf8.prefix(offset), as: UTF8.self)
    }
}

/// How much work one completion may be.
enum CompletionLimits {
    static let answers = 100
    static let prefixBytes = 1_000
    /// Terms of the vocabulary that are read.
    static let terms = 1_500
    /// Postings that are counted for them.
    static let postings = 40_000
    /// Articles, from the newest, whose words are tried where that was not enough, and how much of each.
    static let sampledArticles = 60
    static let sampledCharacters = 1_000
    /// Titles in which a text is continued.
    static let titles = 80
    /// Articles, from the newest, among which titles are looked for first.
    static let recentArticles: Int64 = 20_000
    /// Characters that are added at most.
    static let characters = 8
}

// MARK: - Scripts without spaces

extension ArticleStore {
    /// The words that follow a run of characters in titles, then the characters that follow its last one anywhere.
    private func continuations(of run: QueryUnits, after head: String, limit: Int) throws -> [Completion] {
        var counter = ContinuationCounter(run)
        let newest = try connection.integer("SELECT max(n) FROM article") ?? 0
        let (terms, isPrefix) = run.phrase()
        let phrase = IndexPhrase(terms: terms, isPrefix: isPrefix, column: .title)
        let match = IndexExpression.phrase(phrase).matchText().text
        for floor in [newest - CompletionLimits.recentArticles, 0] where counter.isEmpty {
            let statement = try connection.cachedStatement(
                """
                SELECT t.title FROM article_index i CROSS JOIN article_text t ON t.n = i.rowid
                WHERE article_index MATCH ? AND i.rowid > ? ORDER BY i.rowid DESC LIMIT \(CompletionLimits.titles)
                """)
            defer { statement.reset() }
            try statement.bind([.text(match), .integer(max(0, floor))])
            while try statement.step() { counter.add(title: statement.text(0)) }
            if floor <= 0 { break }
        }
        let titles = counter.best(limit).map { Completion(text: head + $0.text, articles: $0.count, source: .title) }
        return titles.count < limit ? titles + (try characters(after: run, head, limit, besides: titles)) : titles
    }

    /// The text with one character more, where no title says more.
    private func characters(
        after run: QueryUnits, _ head: String, _ limit: Int, besides titles: [Completion]
    ) throws -> [Completion] {
        guard let last = run.units.last else { return [] }
        let typed = run.characters
        let folded = Analyzer.shared.foldedText(head)
        let known = titles.map { Analyzer.shared.foldedText($0.text) }
        var out: [Completion] = []
        for next in try statistics.mostFrequentWords(beginningWith: last.term, limit: limit) {
            let tail = next.text.unicodeScalars.dropFirst()
            guard tail.count == 1 else { continue }
            let text = typed + String(String.UnicodeScalarView(tail))
            guard !known.contains(where: { $0.hasPrefix(folded + text) }) else { continue }
            let articles = run.units.count == 1 ? next.articles : try countArticles(with: QueryUnits(text))
            if articles > 0 { out.append(Completion(text: head + text, articles: articles, source: .word)) }
        }
        out.sort { ($1.articles, $0.text) < ($0.articles, $1.text) }
        return Array(out.prefix(limit - titles.count))
    }

    /// In how many articles a contiguous text stands; counting stops at a thousand.
    private func countArticles(with units: QueryUnits) throws -> Int {
        let (terms, isPrefix) = units.phrase()
        let expression = IndexExpression.phrase(IndexPhrase(terms: terms, isPrefix: isPrefix))
        return Int(
            try connection.integer(
                "SELECT count(*) FROM (SELECT 1 FROM article_index WHERE article_index MATCH ? LIMIT 1000)",
                [.text(expression.matchText().text)]) ?? 0)
    }
}
