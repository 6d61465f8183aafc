import FeedLibrary
import FeedParsing
import Formats
import System

/// Lines `{"id","payload"}` to lines `{"id","output"}`, one for one; a line that is no request is answered with an
/// error.
enum PayloadBatch {
    static func run(_ invocation: Invocation, _ transform: (String) -> String) throws -> ExitCode {
        let name = invocation.arguments.command.name
        if FileDescriptor.standardInput.isTerminal { throw invocation.complaint(.linesFromTerminal, [name]) }
        var lines = LineReader(.standardInput)
        var writer = JSONWriter()
        var code = ExitCode.done
        while let line = try lines.next() {
            if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { continue }
            writer.removeAll()
            let request = try? RequestLine.read(line)
            writer.object { object in
                if let id = request?["id"] {
                    object.key("id")
                    object.value(id)
                }
                if let payload = request?["payload"]?.string {
                    object.member("output", transform(payload))
                } else {
                    let what = [String(lines.lineNumber), request == nil ? "" : "payload"]
                    let message = request == nil ? Message.badRequestLine : .badRequestMember
                    object.member("error", message.text(invocation.language, what))
                    code = .failed
                }
            }
            writer.endLine()
            invocation.output.write(writer.bytes)
            invocation.output.flush()
        }
        return code
    }
}
