public import Articles
public import Formats
internal import SQLiteEngine

extension JSONWriter {
    /// Writes articles of one feed whose pages could not be fetched, all for the same reason.
    public mutating func failing(_ pages: FailingPages) {
        object { writer in
            writer.member("feed", pages.feed)
            writer.member("title", pages.title)
            writer.member("kind", pages.kind)
            writer.member("why", pages.text)
            writer.member("pages", pages.articles)
            writer.member("given_up", pages.givenUp)
            writer.member("article", Int(pages.example))
            writer.member("url", pages.exampleURL)
        }
    }

    public mutating func failing(_ state: FeedFetchState) {
        object { writer in
            writer.member("feed", MaskedURL.withoutLogin(state.url))
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
