import Articles
import FeedLibrary
import Formats
import Messages
import SQLiteEngine
import System
import TerminalPages
import TextAnalysis

/// Prints search results in the format that the flags select.
struct SearchOutput {
    let invocation: Invocation
    /// The query as entered.
    let text: String
    var idsOnly = false
    /// The value of `--format`, if it is an article format.
    var format: ArticleFormat?
    /// The value of `--format`, if it is a format for a launcher.
    var launcher: LauncherFormat?

    private var isJSON: Bool { invocation.isJSON }

    /// Whether to print only the number of matches.
    var isCount: Bool { invocation.settings.has(.count) && !isJSON }

    private var isNUL: Bool { invocation.settings.has(.nul) }

    /// - Parameter milliseconds: the duration of the search.
    func show(_ answer: SearchAnswer, _ facets: Facets? = nil, milliseconds: Double) {
        if isJSON {
            invocation.writeJSON {
                $0.answer(answer, facets: facets, query: text, milliseconds: milliseconds, idsOnly: idsOnly)
            }
        } else if isCount {
            invocation.output.line(String(answer.total))
        } else if let launcher {
            invocation.output.write(launcher.head)
            showItems(answer, launcher)
            invocation.output.write(launcher.foot)
        } else if isNUL || format != nil {
            showLines(answer)
        } else {
            showText(answer, facets)
        }
    }

    /// Prints and flushes further hits.
    func showMore(_ answer: SearchAnswer, milliseconds: Double) {
        if isJSON {
            show(answer, milliseconds: milliseconds)
        } else if launcher != nil {
            show(answer, milliseconds: milliseconds)
        } else if isNUL || format != nil {
            showLines(answer)
        } else {
            for hit in answer.hits {
                invocation.output.write("\n")
                invocation.output.write(page.text(hit))
            }
        }
        invocation.output.flush()
    }

    private func showItems(_ answer: SearchAnswer, _ launcher: LauncherFormat) {
        for (index, hit) in answer.hits.enumerated() {
            invocation.output.write(
                launcher.text(
                    LauncherFormat.Item(hit), isFirst: index == 0, language: invocation.language,
                    clock: invocation.clock))
        }
    }

    private func showLines(_ answer: SearchAnswer) {
        let end = isNUL ? "\0" : "\n"
        for hit in answer.hits {
            if let format {
                invocation.output.write(format.text(hit, clock: invocation.clock) + end)
            } else if let url = hit.url {
                invocation.output.write((invocation.output.isTerminal ? TerminalSafe.line(url) : url) + end)
            }
        }
    }

    private var page: HitPage {
        HitPage(
            style: invocation.style, language: invocation.language,
            columns: max(40, min(120, Terminal.columns(.standardOutput))), clock: invocation.clock)
    }

    private func showText(_ answer: SearchAnswer, _ facets: Facets?) {
        if let explanation = answer.explanation { explain(explanation) }
        if answer.relaxed { invocation.messages.note(.relaxed) }
        let page = page
        for (index, hit) in answer.hits.enumerated() {
            if index > 0 { invocation.output.write("\n") }
            invocation.output.write(page.text(hit))
        }
        if !answer.copies.isEmpty, !answer.hits.isEmpty { invocation.output.write("\n") }
        for copy in answer.copies {
            let arguments = [String(copy.id), copy.title, copy.feedTitle ?? MaskedURL.withoutLogin(copy.feed)]
            invocation.output.line(TerminalSafe.line(Message.nearDuplicate.text(invocation.language, arguments)))
        }
        if let facets, facets.total > 0 {
            invocation.output.write("\n")
            invocation.output.write(FacetTable(style: invocation.style, language: invocation.language).text(facets))
        }
        invocation.output.flush()
        if answer.total == 0 {
            if answer.copies.isEmpty { invocation.messages.note(.nothingFound) }
        } else if let cursor = answer.cursor {
            invocation.messages.note(.moreHits, [String(answer.hits.count), answer.totalText, cursor])
        }
        if let looser = answer.looser {
            if let total = looser.totalText {
                invocation.messages.note(.looser, [looser.query, total])
            } else {
                invocation.messages.note(.looserUncounted, [looser.query])
            }
        }
        if let suggestion = answer.suggestion { invocation.messages.note(.didYouMean, [suggestion]) }
    }

    /// Prints the explanation of the query. It precedes the hits.
    private func explain(_ explanation: SearchExplanation) {
        func line(_ message: Message, _ arguments: String...) {
            invocation.output.line(TerminalSafe.line(message.text(invocation.language, arguments)))
        }
        let tokens = Analyzer.shared.tokens(of: text).map { "\($0.kind):\($0.text)" }
        line(.explainQuery, explanation.query)
        line(.explainTokens, tokens.joined(separator: " "))
        if !explanation.match.isEmpty { line(.explainMatch, Self.marked(explanation.match)) }
        if !explanation.filter.isEmpty { line(.explainFilter, explanation.filter) }
        for term in explanation.terms {
            line(
                .explainTerm, Self.marked(term.term), String(term.articles), String((term.weight * 1e4).rounded() / 1e4)
            )
        }
        invocation.output.write("\n")
    }

    /// Index terms with their control characters replaced by names, for example `stem:learn`, `german:haus` and
    /// `sign:c++`.
    private static func marked(_ terms: String) -> String {
        var out = ""
        var isLanguage = false
        for scalar in terms.unicodeScalars {
            switch scalar.value {
            case UInt32(TokenKind.languageStemPrefix): isLanguage = true
            case 0x61...0x7A where isLanguage:
                out += StemLanguage(code: UInt8(scalar.value)).map { "\($0):" } ?? ""
                isLanguage = false
            case UInt32(TokenKind.stemPrefix): out += "stem:"
            case UInt32(TokenKind.symbolPrefix): out += "sign:"
            default: out.unicodeScalars.append(scalar)
            }
        }
        return out
    }
}
