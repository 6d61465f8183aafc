import Articles
import FeedLibrary
import SQLiteEngine
import System

/// `similar N`: finds articles similar to an article, in the output formats of `search`.
enum SimilarCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        let deadline = try invocation.deadline()
        let library = try invocation.library(.reading, until: deadline)
        let words = invocation.arguments.operands
        let isByID = invocation.settings.has(.feed) && invocation.settings.has(.id)
        guard isByID || (words.count == 1 && ArticleSelection.number(words[0]) != nil) else {
            throw invocation.missingOperand
        }
        let started = invocation.clock.monotonicSeconds()
        let limit = invocation.settings.number(.limit) ?? SearchOptions.defaultLimit
        let number = try invocation.select(words, in: library, until: deadline).numbers[0]
        let answer = try library.similar(to: number, limit: limit, within: deadline)
        let milliseconds = invocation.clock.milliseconds(since: started)
        SearchOutput(invocation: invocation, text: "#\(number)").show(answer, milliseconds: milliseconds)
        return answer.hits.isEmpty && answer.copies.isEmpty ? .nothingFound : .done
    }
}
