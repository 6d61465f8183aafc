import Articles
import Pipelines
import SQLiteStorage
import System

/// Which articles a command is about: numbers (`12`, `#12`), one by `--feed F --id G`, or all that a query matches.
struct ArticleSelection {
    let numbers: [Int64]
    /// The articles were found by a query, not named one by one.
    let isByQuery: Bool

    /// - Parameter deadline: of a query; what is selected is changed in what it leaves of the time.
    /// - Throws: `StorageError.noSuchArticle` for a number that is not stored, `deadlineExceeded`.
    init(
        _ words: [String], _ invocation: Invocation, _ store: any ArticleStore, until deadline: Deadline = .never
    ) throws {
        if let feed = invocation.settings.value(.feed), let id = invocation.settings.value(.id) {
            guard let number = try store.number(feed: feed, id: id) else { throw StorageError.noSuchArticle(id) }
            numbers = [number]
            isByQuery = false
            return
        }
        let named = words.map(ArticleSelection.number)
        if !words.isEmpty, !named.contains(nil) {
            numbers = named.compactMap(\.self)
            for number in numbers where try store.guid(of: number) == nil {
                throw StorageError.noSuchArticle("#\(number)")
            }
            isByQuery = false
            return
        }
        guard !words.isEmpty else {
            let spec = invocation.arguments.command
            throw UsageError.missingOperand(command: spec.name, operands: spec.operands)
        }
        var found: [Int64] = []
        let query = try invocation.parse(words.joined(separator: " "))
        try store.until(deadline) {
            try store.forEachMatch(query, now: WallClock.now(), utcOffset: invocation.utcOffset) { number in
                found.append(number)
                return true
            }
        }
        numbers = found
        isByQuery = true
    }

    private init(_ numbers: [Int64], isByQuery: Bool) {
        self.numbers = numbers
        self.isByQuery = isByQuery
    }

    /// The same selection, with some of its articles left out.
    func replacing(_ numbers: [Int64]) -> ArticleSelection { ArticleSelection(numbers, isByQuery: isByQuery) }

    /// `12` of `12` and `#12`.
    static func number(_ word: String) -> Int64? {
        let digits = word.hasPrefix("#") ? word.dropFirst() : word[...]
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int64(digits)
    }
}

extension ArticleSelection {
    /// More articles than this, found by a query, are not changed without a word.
    static let askAbove = 50

    /// Whether to go on: `--dry-run` lists the articles and stops; many found by a query want a yes.
    func isConfirmed(_ invocation: Invocation, _ store: any ArticleStore) throws -> Bool {
        if invocation.settings.has(.dryRun) {
            for number in numbers {
                guard let article = try store.article(number) else { continue }
                invocation.output.line("#\(number) \(TerminalSafe.line(article.title))")
            }
            invocation.messages.note(.wouldChange, [String(numbers.count)])
            return false
        }
        if !isByQuery || numbers.count <= ArticleSelection.askAbove || invocation.settings.has(.yes) { return true }
        guard FileDescriptor.standardInput.isTerminal, FileDescriptor.standardError.isTerminal else {
            throw invocation.complaint(.needsYes, [String(numbers.count)])
        }
        invocation.messages.note(.askMany, [String(numbers.count)])
        var lines = LineReader(.standardInput)
        let answer = String(decoding: try lines.next() ?? [], as: UTF8.self).lowercased()
        return ["y", "yes", "是", "好"].contains(answer)
    }
}
