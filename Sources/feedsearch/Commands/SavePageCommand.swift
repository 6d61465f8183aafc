import FeedLibrary
import Messages
import TerminalPages

/// `save-page URL…`: stores the main text of web pages as articles.
enum SavePageCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        let words = invocation.arguments.operands
        if words.isEmpty { throw invocation.missingOperand }
        let pages = try words.map { try TypedFeed($0, invocation.language) }
        // Report invalid settings before a database is created.
        _ = try invocation.settings.library.fetcher()
        let library = try invocation.library(.writing)
        var code = ExitCode.done
        for page in pages {
            do {
                let saved = try library.articles.savePage(page, content: invocation.settings.value(.content))
                invocation.messages.note(
                    saved.isNew ? .savedPage : .savedPageAgain, [String(saved.article), saved.title])
            } catch let userError as UserFacingError {
                invocation.messages.error(userError)
                code = .failed
            }
        }
        return code
    }
}
