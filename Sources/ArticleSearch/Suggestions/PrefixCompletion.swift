package import Articles
internal import PostingIndex
internal import SearchRanking
internal import TextAnalysis

/// Completes the last word of a text.
package struct PrefixCompletion {
    private let source: any SearchSource
    private let statistics: IndexStatistics

    package init(_ searcher: ArticleSearcher) {
        source = searcher.source
        statistics = searcher.statistics
    }

    /// The completions of a text, most frequent first.
    ///
    /// A word is completed from the index's vocabulary. Words that occur after the previous word come first (`machine
    /// lea` becomes machine learning). A text in a script without spaces is continued with dictionary words of titles:
    /// 全文 becomes 全文搜索. ASCII letters also match words of Chinese titles by pinyin: `qwss` or `quanwensousuo`.
    ///
    /// - Parameters:
    ///   - prefix: the text as typed. A text that is empty or ends in a space or symbol has no completions.
    ///   - limit: at most 100.
    /// - Complexity: bounded by `CompletionLimits`, for any number of articles. Under 5 ms in 100,000 articles:
    ///   docs/benchmarks-completion.md.
    package func completions(of prefix: String, limit: Int) throws -> [Completion] {
        let limit = min(limit, CompletionLimits.answers)
        guard limit > 0, prefix.utf8.count <= CompletionLimits.prefixBytes else { return [] }
        let units = QueryUnits(prefix)
        guard let last = units.runs.last, let end = last.units.last?.utf8Range.upperBound,
            let start = last.units.first?.utf8Range.lowerBound, end == prefix.utf8.count
        else { return [] }
        return try source.snapshot {
            try statistics.refresh()
            if last.isCharacters {
                let typed = String(decoding: prefix.utf8.dropFirst(start), as: UTF8.self)
                let head = Self.head(of: prefix, before: start)
                return try continuations(of: last, typed: typed, after: head, limit: limit)
            }
            let word = last.units[last.units.count - 1]
            let head = Self.head(of: prefix, before: word.utf8Range.lowerBound)
            let words = try words(beginningWith: word.term, after: Self.wordBefore(units, in: prefix), limit: limit)
            var out = words.map { Completion(text: head + $0.text, articles: $0.articles, source: .word) }
            try addTitleWords(soundingLike: word.term, head: head, limit: limit, to: &out)
            return Array(out.prefix(limit))
        }
    }

    private static func head(of text: String, before offset: Int) -> String {
        String(decoding: text.utf8.prefix(offset), as: UTF8.self)
    }
}

// MARK: - Words

extension PrefixCompletion {
    /// The word before the last one; nil if anything but white space separates them, or if it is an operator or
    /// excluded.
    private static func wordBefore(_ units: QueryUnits, in text: String) -> [UInt8]? {
        guard let last = units.units.last, let before = units.units.dropLast().last, !before.isCharacter,
            last.gap == .space, !last.followsPunctuation
        else { return nil }
        let bytes = Array(text.utf8)
        let range = before.utf8Range
        let typed = String(decoding: bytes[range], as: UTF8.self)
        let isExcluded = range.lowerBound > 0 && bytes[range.lowerBound - 1] == UInt8(ascii: "-")
        return isExcluded || ["AND", "OR", "NOT"].contains(typed) ? nil : before.term
    }

    /// Words with a prefix. First those that also follow the previous word, with the number of articles that contain
    /// both in sequence; then others, with the number of articles that contain the word.
    ///
    /// - Complexity: only the `CompletionLimits.wordsInContext` most frequent words are counted in sequence with the
    ///   previous word. If there are more words, those that follow it in recent titles are counted too.
    private func words(beginningWith prefix: [UInt8], after before: [UInt8]?, limit: Int) throws -> [VocabularyWord] {
        guard let before else { return try statistics.mostFrequentWords(beginningWith: prefix, limit: limit) }
        let words = try statistics.mostFrequentWords(
            beginningWith: prefix, limit: max(limit, CompletionLimits.wordsInContext))
        var tried = Array(words.prefix(CompletionLimits.wordsInContext))
        if tried.count == CompletionLimits.wordsInContext {
            let known = Set(words.map(\.term))
            tried += try wordsOfTitles(beginningWith: prefix, after: before).filter { !known.contains($0) }
                .map { VocabularyWord(term: $0, articles: 0) }
        }
        try statistics.prepare([before] + tried.map(\.term))
        var counter = PhraseCounter(statistics)
        var following: [VocabularyWord] = []
        var others: [VocabularyWord] = []
        for word in tried {
            let articles = try counter.articles(with: before, word.term) ?? 0
            if articles > 0 {
                following.append(VocabularyWord(term: word.term, articles: articles))
            } else if word.articles > 0 {
                others.append(word)
            }
        }
        following.sort(by: VocabularyWord.precedes)
        let rest = words.dropFirst(CompletionLimits.wordsInContext)
        return Array((following + others + rest).prefix(limit))
    }

    /// Words with a prefix that follow a given word in the newest titles that contain that word, most frequent first.
    private func wordsOfTitles(beginningWith prefix: [UInt8], after before: [UInt8]) throws -> [[UInt8]] {
        let floor = max(0, try source.lastArticle() - CompletionLimits.recentArticles)
        let articles = try newest(
            CompletionLimits.titlesInContext, with: IndexPhrase(terms: [before], column: .title), above: floor)
        var counts: [[UInt8]: Int] = [:]
        for title in try source.titles(of: articles) {
            let units = QueryUnits(title).units
            for (first, second) in zip(units, units.dropFirst()) where first.term == before && !second.isCharacter {
                if second.term.count > prefix.count, second.term.starts(with: prefix) {
                    counts[second.term, default: 0] += 1
                }
            }
        }
        return counts.map { VocabularyWord(term: $0.key, articles: $0.value) }.sorted(by: VocabularyWord.precedes)
            .prefix(CompletionLimits.wordsOfTitles).map(\.term)
    }
}

// MARK: - Scripts without spaces

extension PrefixCompletion {
    /// Continues a run of characters with title words that begin with it, then with characters that follow its last
    /// character in any text.
    ///
    /// Title words come from `TitleWords`; of titles that are not in its list yet, the newest are examined.
    private func continuations(
        of run: QueryUnits, typed: String, after head: String, limit: Int
    ) throws -> [Completion] {
        let words = TitleWordFinder(rows: source.titleWords)
        var titles = try words.words(beginningWith: run.characters, limit: limit).map { found in
            let tail = found.word.unicodeScalars.dropFirst(run.characters.unicodeScalars.count)
            return Completion(text: head + typed + String(tail), articles: found.titles, source: .title)
        }
        if titles.count < (limit + 1) / 2 {
            var known = Set(titles.map { Analyzer.shared.foldedText($0.text) })
            for next in try recentTitles(with: run, after: source.titleWords.lastListed(), limit: limit) {
                let text = head + next.text
                guard known.insert(Analyzer.shared.foldedText(text)).inserted else { continue }
                titles.append(Completion(text: text, articles: next.count, source: .title))
            }
            titles = Array(titles.prefix(limit))
        }
        var counter = PhraseCounter(statistics)
        for index in titles.indices {
            let text = String(decoding: titles[index].text.utf8.dropFirst(head.utf8.count), as: UTF8.self)
            // The list may be out of date, so also count in the index, and use the higher number.
            titles[index].articles = max(titles[index].articles, try counter.articles(with: text))
        }
        titles = Self.mostFrequent(titles)
        guard titles.count < (run.units.count == 1 ? limit : (limit + 1) / 2) else { return titles }
        return titles + (try characters(after: run, head, limit, besides: titles, &counter))
    }

    /// Sorts completions by their number of articles. Completions with equal numbers keep their order.
    private static func mostFrequent(_ completions: [Completion]) -> [Completion] {
        completions.enumerated().sorted { ($1.1.articles, $0.0) < ($0.1.articles, $1.0) }.map(\.1)
    }

    private func recentTitles(
        with run: QueryUnits, after listed: Int64, limit: Int
    ) throws -> [(text: String, count: Int)] {
        let newest = max(0, try source.lastArticle())
        let floor = max(listed, newest - CompletionLimits.recentArticles)
        guard newest > floor else { return [] }
        var counter = ContinuationCounter(run)
        let (terms, isPrefix) = run.phrase()
        let phrase = IndexPhrase(terms: terms, isPrefix: isPrefix, column: .title)
        let newestArticles = try self.newest(CompletionLimits.titles, with: phrase, above: floor)
        for title in try source.titles(of: newestArticles) { counter.add(title: title) }
        return counter.mostFrequent(limit)
    }

    /// Continues the text by one character that ends a word, unless a completion in `titles` already does.
    private func characters(
        after run: QueryUnits, _ head: String, _ limit: Int, besides titles: [Completion],
        _ counter: inout PhraseCounter
    ) throws -> [Completion] {
        guard let last = run.units.last else { return [] }
        let typed = run.characters
        let folded = Analyzer.shared.foldedText(head)
        let known = titles.map { Analyzer.shared.foldedText($0.text) }
        var out: [Completion] = []
        let isOne = run.units.count == 1
        let offered = isOne ? limit : CompletionLimits.charactersOffered
        let tried = max(limit, CompletionLimits.charactersTried)
        for next in try statistics.mostFrequentWords(beginningWith: last.term, limit: tried) where out.count < offered {
            let tail = next.text.unicodeScalars.dropFirst()
            guard tail.count == 1 else { continue }
            let text = typed + String(String.UnicodeScalarView(tail))
            guard !known.contains(where: { $0.hasPrefix(folded + text) }), WholeWords.end(text, minLast: 2) else {
                continue
            }
            let articles = isOne ? next.articles : try counter.articles(with: text)
            if articles > 0 { out.append(Completion(text: head + text, articles: articles, source: .word)) }
        }
        out.sort { ($1.articles, $0.text) < ($0.articles, $1.text) }
        return Array(out.prefix(limit - titles.count))
    }

    /// The newest articles with a phrase, newest first.
    private func newest(_ limit: Int, with phrase: IndexPhrase, above floor: Int64) throws -> [Int64] {
        if let engine = source.index.fullText {
            return try engine.newest(limit, matching: .phrase(phrase), above: floor)
        }
        guard let matches = try PhraseMatches(phrase, statistics) else { throw MalformedIndexError() }
        return try matches.all().rows.reversed().prefix { Int64($0) > floor }.prefix(limit).map { Int64($0) }
    }

    /// Appends words of Chinese titles whose pinyin matches typed letters.
    private func addTitleWords(
        soundingLike letters: [UInt8], head: String, limit: Int, to completions: inout [Completion]
    ) throws {
        guard letters.count > 1 else { return }
        let found = try TitleWordFinder(rows: source.titleWords).words(
            soundingLike: letters, isWhole: false, limit: limit)
        // Words that begin with the typed letters come first, but up to a third of the places is reserved for Chinese
        // title words.
        let kept = max(limit - found.count, limit - max(1, limit / 3))
        completions = Array(completions.prefix(kept))
        var counter = PhraseCounter(statistics)
        completions += Self.mostFrequent(
            try found.prefix(limit - completions.count).map {
                let articles = max($0.titles, try counter.articles(with: $0.word))
                return Completion(text: head + $0.word, articles: articles, source: .pinyin)
            })
    }
}
