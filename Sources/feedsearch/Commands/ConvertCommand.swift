import FeedLibrary
import FeedParsing
import Messages
import TerminalPages

/// `convert --to jsonfeed [FILE]`: converts any feed to JSON Feed 1.1 (<https://www.jsonfeed.org/version/1.1/>).
enum ConvertCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        guard invocation.settings.value(.to) != nil else {
            throw UsageError.missingOperand(command: "convert", operands: "--to jsonfeed [FILE]")
        }
        if let form = invocation.settings.value(.to), form != "jsonfeed" {
            throw form == "atom"
                ? invocation.userError(.noAtomHere) : invocation.userError(.notAChoice, ["--to", form, "jsonfeed"])
        }
        let path = try invocation.inputPath()
        let context = FeedParser.Context(base: invocation.settings.value(.base))
        let feed = FeedParser.writeJSONFeed(try invocation.read(path), context: context) { invocation.output.write($0) }
        if feed.format == .unknown {
            throw invocation.userError(.notAFeed, [path, ParserRemark.text(feed.error ?? "", invocation.language)])
        }
        invocation.output.write("\n")
        return .done
    }
}
