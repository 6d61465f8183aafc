import Articles
import FeedLibrary
import Messages
import SQLiteEngine
import System

/// `open N…`: opens the addresses of articles in the user's browser.
///
/// Only http and https addresses are opened.
enum OpenCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        let library = try invocation.library(.reading)
        let selection = try invocation.select(invocation.arguments.operands, in: library)
        if selection.isByQuery { throw invocation.userError(.openNeedsNumbers, ["open"]) }
        for number in selection.numbers {
            guard let url = try library.store.article(number)?.url, Browser.isWebAddress(url) else {
                throw invocation.userError(.noWebAddress, ["#\(number)"])
            }
            do throws(SystemError) {
                let process = try Browser.start(url)
                _ = try? process.wait()
            } catch {
                throw invocation.userError(
                    .cannotOpenBrowser, [Browser.program(), error.reason(invocation.language)])
            }
        }
        // Ignore errors, so that articles can be opened even if the library is read-only.
        if let writable = try? invocation.library(.changing) { _ = try? writable.opened.note(selection.numbers) }
        return .done
    }
}
