import Articles
import FeedLibrary
internal import Formats
import Messages
import TerminalPages

/// `opened`: lists the articles that were opened last. `opened clear [N…]` removes them from the list, and `opened on`
/// and `opened off` turn recording on and off.
enum OpenedCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        let words = invocation.arguments.operands
        switch words.first {
        case nil: return try list(invocation)
        case "clear": return try clear(Array(words.dropFirst()), invocation)
        case "on" where words.count == 1, "off" where words.count == 1:
            try invocation.library(.changing).opened.setRecorded(words[0] == "on")
            invocation.messages.note(words[0] == "on" ? .openedIsOn : .openedIsOff)
            return .done
        case let word?: throw UsageError.unexpectedOperand(word, command: "opened")
        }
    }

    private static func list(_ invocation: Invocation) throws -> ExitCode {
        let library = try invocation.library(.reading)
        let limit = invocation.settings.number(.limit) ?? OpenedArticles.listed
        if invocation.settings.has(.json) {
            try invocation.writeJSON { try $0.opened(library.opened, limit: limit) }
            return .done
        }
        let opened = try library.opened.latest(limit)
        if try !library.opened.isRecorded { invocation.messages.note(.openedIsOff) }
        if opened.isEmpty {
            invocation.messages.note(.openedNone)
            return .nothingFound
        }
        let times = Dictionary(opened.map { ($0.id, $0.opened) }, uniquingKeysWith: { first, _ in first })
        try invocation.listRows(opened.map(\.id), in: library, times: times)
        return .done
    }

    private static func clear(_ words: [String], _ invocation: Invocation) throws -> ExitCode {
        let library = try invocation.library(.changing)
        var articles: [ArticleID]?
        if !words.isEmpty {
            let selection = try library.articles.select(words)
            if selection.isByQuery { throw invocation.userError(.openNeedsNumbers, ["opened clear"]) }
            articles = selection.numbers
        }
        let count = try library.opened.forget(articles)
        invocation.messages.note(.openedForgotten, [String(count)])
        return .done
    }
}
