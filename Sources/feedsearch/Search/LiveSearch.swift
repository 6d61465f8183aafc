import FeedLibrary
import Messages
import System
import TerminalPages

/// `search --live`: prints the first page, and then every matching article that is added or changed, until the command
/// is stopped.
struct LiveSearch {
    var matches: LiveMatches
    let output: SearchOutput

    /// The maximum delay between a commit and the output in milliseconds, not including the search itself.
    private static let interval: Int32 = 250

    mutating func run() throws -> ExitCode {
        let wait = InterruptibleWait()
        output.invocation.output.flush()
        output.invocation.messages.note(.liveWaits)
        repeat {
            try matches.look { output.showMore($0, milliseconds: $1) }
        } while wait.milliseconds(Self.interval)
        return matches.isEmpty ? .nothingFound : .done
    }
}
