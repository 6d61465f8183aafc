internal import Articles
package import QueryLanguage

/// Under `auto`, function words affect ranking but are not required: a short article that has all relevant words must
/// not rank below long ones that also have the function words.
extension QueryCompiler {
    /// Function words are left out if there are at least this many other words.
    private static let enoughWords = 2

    private var mayLeaveOutStopWords: Bool { request.match == .auto && words != .any }

    /// Whether the function words of a query, separated by spaces, are left out. In a question (`what is kubernetes`),
    /// one content word is enough.
    func leavesOutStopWords(_ branches: [QueryNode]) -> Bool {
        guard mayLeaveOutStopWords, words != .anywhere else { return false }
        let others = branches.count { if case .word = $0 { !Self.isStopWord($0) } else { false } }
        return others >= (QuestionForm.isQuestion(branches) ? 1 : Self.enoughWords)
    }

    static func isStopWord(_ node: QueryNode) -> Bool {
        guard case .word(let term) = node else { return false }
        let units = QueryUnits(term.text).units
        return !units.isEmpty && units.allSatisfy(\.isStop)
    }

    /// The parts of a run that are required: `重置`, `路由器` and `密码` for `怎么重置路由器密码`. Each part ends where a function word
    /// begins.
    ///
    /// - Returns: the whole run if function words count, or if the run has no other words.
    func requiredParts(of run: QueryUnits) -> [QueryUnits] {
        guard mayLeaveOutStopWords, run.units.count > Self.maxAdjacentCharacters, !run.isHangul,
            run.units.contains(where: \.isStop)
        else { return [run] }
        var parts: [Range<Int>] = []
        var start = 0
        var end = 0
        for word in Self.dictionaryWords(run) {
            let wordEnd = end + word.units.count
            if QuestionForm.isFunctionWord(word) {
                if start < end { parts.append(start..<end) }
                start = wordEnd
            }
            end = wordEnd
        }
        if start < end { parts.append(start..<end) }
        let isEnough = end == run.units.count && parts.contains { $0.count > 1 }
        return isEnough ? parts.map(run.slice) : [run]
    }
}

/// Recognises questions and function words in queries, by means of lists of stop words.
package enum QuestionForm {
    /// Question words of English, Chinese and Japanese, folded.
    private static let questionWords: Set<String> = [
        "how", "what", "when", "where", "which", "who", "whom", "whose", "why", "什么", "怎么", "怎样", "怎么样", "如何", "为什么",
        "为何", "谁", "哪", "哪个", "哪些", "哪里", "哪年", "何时", "何处", "几", "多少", "多久", "吗", "是否", "何", "何年", "何人", "誰", "どこ",
        "どの", "どれ", "どう", "いつ", "なぜ", "どのように",
    ]

    /// Stop words that are nouns. They weigh less in a question, but are required in a run without spaces.
    private static let nouns: Set<String> = [
        "年", "人", "名字", "名称", "时候", "名前", "向", "次", "位", "何年", "何月", "何日", "何人",
    ]

    /// Whether a query is a question: its first word is a question word, and at least two of its words are stop words.
    static func isQuestion(_ branches: [QueryNode]) -> Bool {
        guard case .word(let first)? = branches.first, questionWords.contains(first.text.lowercased()) else {
            return false
        }
        return branches.count { QueryCompiler.isStopWord($0) } >= 2
    }

    /// Whether a dictionary word is a function word.
    static func isFunctionWord(_ word: QueryUnits) -> Bool {
        word.units.allSatisfy(\.isStop) && !nouns.contains(word.characters)
    }

    /// Whether a query contains a question word and at least three content words.
    package static func isLongQuestion(_ query: Query) -> Bool {
        var others = 0
        var isQuestion = false
        RelaxedQuery.visit(query.root) { term in
            for run in QueryUnits(term.text).runs {
                let words =
                    run.isCharacters
                    ? QueryCompiler.dictionaryWords(run) : run.units.indices.map { run.slice($0..<$0 + 1) }
                for word in words {
                    if questionWords.contains(word.characters) { isQuestion = true }
                    if !isFunctionWord(word) { others += 1 }
                }
            }
        }
        return isQuestion && others >= 3
    }
}
