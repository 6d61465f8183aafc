import Articles
import FeedLibrary
import Messages
import SQLiteStorage
import System
import TerminalText

/// `open N…`: shows an article's address in the reader's browser.
///
/// Only http and https addresses are opened, each passed as one argument to `xdg-open` (or `$BROWSER`): what came from
/// a feed never reaches a shell.
enum OpenCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        let library = try invocation.library(.reading)
        let selection = try invocation.select(invocation.arguments.operands, in: library)
        if selection.isByQuery { throw invocation.complaint(.openNeedsNumbers) }
        for number in selection.numbers {
            guard let url = try library.store.article(number)?.url, isWebAddress(url) else {
                throw invocation.complaint(.noWebAddress, ["#\(number)"])
            }
            let browser = Environment.value("BROWSER").flatMap { $0.isEmpty ? nil : $0 } ?? "xdg-open"
            do throws(SystemError) {
                let process = try ChildProcess([browser, url])
                _ = try? process.wait()
            } catch {
                throw invocation.complaint(.cannotOpenBrowser, [browser, error.reason(invocation.language)])
            }
        }
        return .done
    }

    /// An http or https address of printable ASCII, without anything that could be taken for a flag.
    static func isWebAddress(_ url: String) -> Bool {
        let lower = url.prefix(8).lowercased()
        guard lower.hasPrefix("http://") || lower.hasPrefix("https://") else { return false }
        return !url.unicodeScalars.contains { TerminalSafe.isHarmful($0) || $0 == " " }
    }
}
