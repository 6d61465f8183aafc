internal import QueryLanguage
internal import SQLite

extension ArticleStore {
    /// The query as it may have been meant, for one that finds nothing (or not all of its words): words that stand
    /// nowhere are exchanged for words that do.
    ///
    /// - Returns: nil where every word is known, or nothing like it is.
    /// - Complexity: some milliseconds; bounded by `CompletionLimits` and the corrector's own limits.
    func suggestion(for request: SearchRequest) throws -> String? {
        let corrector = SpellingCorrector(statistics: statistics, titleWords: TitleWords(connection: connection))
        let corrections = try corrector.corrections(of: request.query)
        guard let first = corrections.first else { return nil }
        // With one word to change, the first candidate that makes the whole query find something is the best.
        if corrections.count == 1 {
            for word in first.words {
                let text = Self.rewrite(request.query.text, [(first.utf8Range, word)])
                if try findsSomething(text, request) { return text }
            }
        }
        let text = Self.rewrite(request.query.text, corrections.map { ($0.utf8Range, $0.words[0]) })
        let isEnough = try request.match != .all || findsSomething(text, request)
        return isEnough ? text : nil
    }

    private func findsSomething(_ text: String, _ request: SearchRequest) throws -> Bool {
        guard let query = try? QueryParser.parse(text) else { return false }
        var request = request
        request.query = query
        var compiler = try QueryCompiler(store: self, request: request, words: request.match == .any ? .any : .all)
        let plan = try compiler.plan()
        guard !plan.isEmpty else { return false }
        let from = try source(plan)
        let statement = try connection.prepare("SELECT 1 FROM \(from.sql) LIMIT 1")
        try statement.bind(from.values)
        return try statement.step()
    }

    /// Puts each word into its place; the places ascend and do not overlap.
    static func rewrite(_ text: String, _ changes: [(utf8Range: Range<Int>, word: String)]) -> String {
        var bytes = Array(text.utf8)
        for change in changes.reversed() { bytes.replaceSubrange(change.utf8Range, with: Array(change.word.utf8)) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
