import Articles
import FeedLibrary
import Formats
import Messages
import SQLiteEngine
import System
import TerminalPages

/// `show N|URL|GUID|QUERY…|-`: prints an article as text or JSON. If a query matches several articles, lists them.
enum ShowCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        let library = try invocation.library(.reading)
        let words = invocation.arguments.operands
        if words == ["-"] { return try showLines(invocation, library) }
        let selection = try select(words, invocation, library)
        if selection.numbers.isEmpty {
            invocation.messages.note(.nothingFound)
            return .nothingFound
        }
        if selection.isByQuery, selection.numbers.count > 1, !invocation.settings.has(.json) {
            try invocation.listRows(selection.numbers, in: library)
            invocation.output.flush()
            invocation.messages.note(.showSeveral, [String(selection.numbers.count)])
            return .done
        }
        var isFirst = true
        for number in selection.numbers { try show(number, isFirst: &isFirst, invocation, library) }
        return .done
    }

    private static func select(
        _ words: [String], _ invocation: Invocation, _ library: Library
    ) throws -> ArticleSelection {
        if invocation.settings.has(.id) || words.allSatisfy({ ArticleSelection.number($0) != nil }) {
            return try invocation.select(words, in: library)
        }
        let named = try words.map { try library.articles.named($0) }
        if !named.contains([]) { return ArticleSelection(numbers: named.flatMap(\.self), isByQuery: false) }
        return try invocation.select(words, in: library)
    }

    /// Prints the articles whose ids or guids are read from standard input.
    private static func showLines(_ invocation: Invocation, _ library: Library) throws -> ExitCode {
        if FileDescriptor.standardInput.isTerminal { throw invocation.userError(.linesFromTerminal, ["show -"]) }
        let end = UInt8(ascii: invocation.settings.has(.nul) ? "\0" : "\n")
        let input: [UInt8]
        do {
            input = try FileDescriptor.standardInput.readAll(limit: SubscriptionLists.maxDocumentBytes)
        } catch {
            throw UserFacingError(error, language: invocation.language)
        }
        var isFirst = true
        var missing: [String] = []
        for line in input.split(separator: end) {
            // A line copied from the list on a terminal begins with marks and the article id.
            var word = String(decoding: line, as: UTF8.self)
            word = String(word.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
            var numbers = try library.articles.named(word, isID: true)
            if numbers.isEmpty, let first = ArticleRow.number(ofLine: word) {
                numbers = try library.articles.named(first)
            }
            if numbers.isEmpty { missing.append(word) }
            for number in numbers { try show(number, isFirst: &isFirst, invocation, library) }
        }
        invocation.output.flush()
        for word in missing.prefix(10) { invocation.messages.warning(.noSuchArticle, [word]) }
        if isFirst, missing.isEmpty { invocation.messages.note(.nothingFound) }
        return !missing.isEmpty ? .failed : isFirst ? .nothingFound : .done
    }

    private static func show(
        _ number: Int64, isFirst: inout Bool, _ invocation: Invocation, _ library: Library
    ) throws {
        guard let article = try library.store.article(number) else { throw StorageError.noSuchArticle("#\(number)") }
        if invocation.settings.has(.json) {
            invocation.writeJSON { $0.shown(article, isWhole: invocation.settings.has(.all)) }
            return
        }
        if !isFirst { invocation.output.write("\n") }
        isFirst = false
        let columns = max(20, min(ArticlePage.widest, Terminal.columns(.standardOutput)))
        let page = ArticlePage(
            style: invocation.style, language: invocation.language, columns: columns, clock: invocation.clock)
        invocation.output.write(page.text(article, isWhole: invocation.settings.has(.all)))
        let (replies, total) = try library.articles.thread(of: number, limit: ArticlePage.maxReplies)
        invocation.output.write(page.text(replies: replies, of: number, total: total))
    }
}
