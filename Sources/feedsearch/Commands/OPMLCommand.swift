import FeedLibrary
import Formats
import Messages
import OPML
import System
import TerminalPages

/// `opml FILE` and `opml --jsonl`: print subscription lists as JSON.
enum OPMLCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        if invocation.settings.has(.jsonl) { return try lines(invocation) }
        let bytes = try invocation.read(try invocation.inputPath())
        write(OPMLReader.read(bytes), invocation)
        return .done
    }

    private static func write(_ document: OPMLDocument, _ invocation: Invocation) {
        invocation.output.write(Array((document.neutralJSON() + "\n").utf8))
    }

    /// Reads one path per line. Prints each document as JSON, or an error if its file cannot be read.
    private static func lines(_ invocation: Invocation) throws -> ExitCode {
        if FileDescriptor.standardInput.isTerminal { throw invocation.userError(.linesFromTerminal, ["opml"]) }
        var input = LineReader(.standardInput)
        while let line = try input.next() {
            guard let path = DocumentRequest(line)?.path else { continue }
            do {
                let bytes = try FileSystem.read(path, limit: SubscriptionLists.maxDocumentBytes)
                write(OPMLReader.read(bytes), invocation)
            } catch {
                var writer = JSONWriter()
                writer.object { object in
                    object.member("title", "")
                    object.member("error", UserFacingError(shown: error, language: invocation.language).text)
                    object.member("feeds", [])
                }
                writer.endLine()
                invocation.output.write(writer.bytes)
            }
            invocation.output.flush()
        }
        return .done
    }
}
