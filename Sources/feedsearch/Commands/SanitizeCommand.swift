import Markup
import TerminalPages

/// `sanitize [FILE]`: removes unsafe parts from HTML. `--base` makes relative addresses absolute.
enum SanitizeCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        let base = invocation.settings.value(.base)
        if invocation.settings.has(.jsonl) {
            return try PayloadBatch.run(invocation) { HTMLSanitizer.sanitize($0, base: base) }
        }
        let html = try invocation.read(try invocation.inputPath())
        invocation.output.write(HTMLSanitizer.sanitize(html, base: base))
        invocation.output.write("\n")
        return .done
    }
}
