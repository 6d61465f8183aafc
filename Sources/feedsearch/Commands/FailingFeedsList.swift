import Articles
import FeedLibrary
import Formats
import Ingestion
import Messages
import SQLiteStorage
import TerminalPages
import TerminalText

/// `feeds --failing`: the feeds whose last fetch failed, and those that are gone, each with its reason.
enum FailingFeedsList {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        for state in try invocation.library(.reading).store.failingFeeds() {
            if invocation.isJSON {
                invocation.writeJSON { $0.failing(state) }
            } else {
                invocation.output.write(text(state, invocation))
            }
        }
        return .done
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
