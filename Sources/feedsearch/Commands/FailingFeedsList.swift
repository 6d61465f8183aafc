import Articles
import FeedLibrary
import Formats
import Ingestion
import Messages
import SQLiteEngine
import TerminalPages

/// `feeds --failing`: lists the feeds whose last fetch failed and the feeds that no longer exist, with reasons.
enum FailingFeedsList {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        let store = try invocation.library(.reading).store
        for state in try store.failingFeeds() {
            if invocation.isJSON {
                invocation.writeJSON { $0.failing(state, invocation.language) }
            } else {
                invocation.output.write(text(state, invocation))
            }
        }
        for pages in try store.failingPages() {
            if invocation.isJSON {
                invocation.writeJSON { $0.failing(pages) }
            } else {
                invocation.output.write(text(pages, invocation))
            }
        }
        return .done
    }

    private static func text(_ pages: FailingPages, _ invocation: Invocation) -> String {
        let counts = [pages.articles, pages.givenUp, Int(pages.example)].map { String($0) }
        let reason = FetchReason.text(kind: pages.kind, detail: pages.text, invocation.language)
        return invocation.style.bold(TerminalSafe.line(MaskedURL.mask(pages.title))) + "  "
            + invocation.style.bad(Message.pagesFailing.text(invocation.language, counts)) + "\n    "
            + TerminalSafe.line(MaskedURL.mask(pages.exampleURL)) + "\n    " + TerminalSafe.line(reason) + "\n"
    }

    private static func text(_ state: FeedFetchState, _ invocation: Invocation) -> String {
        let language = invocation.language
        let style = invocation.style
        let count =
            state.isGone
            ? Message.feedGone.text(language)
            : state.isUnconfirmed
                ? Message.feedWaits.text(language)
                : (state.failures == 1 ? Message.feedFailingOnce : .feedFailing).text(
                    language, [String(state.failures)])
        let reason = FetchReason.text(kind: state.failureKind ?? "", detail: state.failureText ?? "", language)
        let told = state.isAlerted ? "  (" + Message.feedTold.text(language) + ")" : ""
        return style.bold(TerminalSafe.line(MaskedURL.mask(state.title))) + "  " + style.bad(TerminalSafe.line(count))
            + told
            + "\n    " + TerminalSafe.line(MaskedURL.mask(state.url)) + "\n    " + TerminalSafe.line(reason) + "\n"
    }
}
