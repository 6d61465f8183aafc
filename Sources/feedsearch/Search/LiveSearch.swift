import FeedLibrary
import Messages
import System
import TerminalPages

/// `search --live`: after the first page, every article that matches and comes or changes, until somebody ends it.
struct LiveSearch {
    var matches: LiveMatches
    let output: SearchOutput

    /// Longest time between a commit and the line that tells of it, apart from the search itself.
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
