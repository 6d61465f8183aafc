import Articles
import SQLiteStorage

/// `similar N`: articles about the same things, in the forms that search has.
enum SimilarCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        let store = try invocation.openForReading()
        let words = invocation.arguments.operands
        let isByID = invocation.settings.has(.feed) && invocation.settings.has(.id)
        guard isByID || (words.count == 1 && ArticleSelection.number(words[0]) != nil) else {
            let spec = invocation.arguments.command
            throw UsageError.missingOperand(command: spec.name, operands: spec.operands)
        }
        let started = WallClock.monotonicSeconds()
        let limit = invocation.settings.number(.limit) ?? SearchOptions.defaultLimit
        guard let number = try ArticleSelection(words, invocation, store).numbers.first,
            let answer = try store.until(invocation.deadline(), { try store.similar(to: number, limit: limit) })
        else { throw StorageError.noSuchArticle(words.first ?? "") }
        let milliseconds = ((WallClock.monotonicSeconds() - started) * 1e6).rounded() / 1e3
        SearchOutput(invocation: invocation, text: "#\(number)").show(answer, milliseconds: milliseconds)
        return answer.hits.isEmpty ? .nothingFound : .done
    }
}
