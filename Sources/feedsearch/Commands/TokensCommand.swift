import FeedLibrary
import Formats
import Messages
import TextAnalysis

/// `tokens [TEXT…]`: prints the tokens of a text as JSON lines, each with its range of UTF-8 bytes.
enum TokensCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        let words = invocation.arguments.operands
        let text = words.isEmpty ? String(decoding: try invocation.read("-"), as: UTF8.self) : invocation.arguments.text
        let language = StemLanguage(tag: invocation.arguments.value(.lang))
        let tokens =
            invocation.settings.has(.pairs)
            ? Analyzer.shared.tokensWithPairs(of: text, language: language)
            : Analyzer.shared.tokens(of: text, language: language)
        for token in tokens {
            invocation.writeJSON { $0.token(token) }
        }
        return .done
    }
}
