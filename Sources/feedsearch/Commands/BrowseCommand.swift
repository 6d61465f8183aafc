import FeedLibrary
import Messages
import System
import TerminalPages
import TerminalReader

/// `browse [QUERY]`: the full-screen reader.
enum BrowseCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        let isTerminal = FileDescriptor.standardInput.isTerminal && FileDescriptor.standardOutput.isTerminal
        guard isTerminal else { throw invocation.userError(.browseNeedsTerminal) }
        let terminal = Environment.value("TERM") ?? ""
        guard !["", "dumb", "unknown"].contains(terminal) else {
            throw invocation.userError(.browseDumbTerminal, [terminal])
        }
        let text = invocation.arguments.text
        // Report errors before the reader takes over the screen.
        if !text.isEmpty { _ = try invocation.parse(text) }
        _ = try invocation.library(.reading)
        var options = TerminalReader.Options()
        options.query = text
        options.usesColor = TerminalStyle.decide(invocation.settings.color, isTerminal: true, Environment.value).isOn
        let (path, settings, clock) = (invocation.settings.databasePath, invocation.settings.library, invocation.clock)
        let reader = try TerminalReader(options, path: path, settings: settings, clock: clock) { access in
            try Library(path: path, for: access, settings: settings, clock: clock)
        }
        let ending = reader.run()
        return ending.signal.map(ExitCode.init(signal:)) ?? .done
    }
}
