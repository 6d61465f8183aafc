import Articles
import Formats
import Ingestion
import SQLiteStorage

/// `feeds --failing`: the feeds whose last fetch failed, and those that are gone, each with its reason.
enum FailingFeedsList {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        for state in try invocation.openForReading().failingFeeds() {
            if invocation.settings.has(.json) || invocation.settings.has(.jsonl) {
                var writer = JSONWriter()
                writer.failing(state)
                writer.endLine()
                invocation.output.write(writer.bytes)
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

extension JSONWriter {
    fileprivate mutating func failing(_ state: FeedFetchState) {
        object { writer in
            writer.member("feed", state.url)
            writer.member("title", state.title)
            writer.member("kind", state.failureKind)
            writer.member("why", state.failureText)
            writer.member("failures", state.failures)
            writer.member("gone", state.isGone)
            writer.member("alerted", state.isAlerted)
            writer.member("last_fetch", state.lastFetch > 0 ? CivilTime.rfc3339(state.lastFetch) : nil)
            writer.member("last_success", state.lastSuccess > 0 ? CivilTime.rfc3339(state.lastSuccess) : nil)
            writer.member("next_fetch", state.nextFetch > 0 ? CivilTime.rfc3339(state.nextFetch) : nil)
        }
    }
}
