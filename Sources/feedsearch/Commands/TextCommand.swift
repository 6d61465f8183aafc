import Markup
import TerminalPages

/// `text [FILE]`: converts HTML to the plain text that is indexed. `--jsonl` converts line by line.
enum TextCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        if invocation.settings.has(.jsonl) {
            return try PayloadBatch.run(invocation) { HTMLText.plainText($0) }
        }
        let html = try invocation.read(try invocation.inputPath())
        invocation.output.write(HTMLText.plainText(html))
        invocation.output.write("\n")
        return .done
    }
}
