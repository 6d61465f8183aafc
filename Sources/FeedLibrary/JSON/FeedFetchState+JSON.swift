public import Articles
public import Formats
public import Messages
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

    /// - Parameters:
    ///   - language: the language of the advice.
    ///   - n: the feed's id, for clients that refer to feeds by id.
    public mutating func failing(_ state: FeedFetchState, _ language: Language, n: Int64? = nil) {
        object { writer in
            writer.member("n", n.map { Int($0) })
            writer.member("feed", MaskedURL.withoutLogin(state.url))
            writer.member("title", state.title)
            writer.member("kind", state.failureKind)
            let detail = state.failureText
            let isGeneral = detail?.isEmpty ?? false
            writer.member(
                "why", isGeneral ? FetchReason.text(kind: state.failureKind ?? "", detail: "", .english) : detail)
            writer.member("advice", FailureAdvice.text(state, language))
            writer.member("failures", state.failures)
            writer.member("gone", state.isGone)
            writer.member("alerted", state.isAlerted)
            writer.member("last_fetch", state.lastFetch > 0 ? CivilTime.rfc3339(state.lastFetch) : nil)
            writer.member("last_success", state.lastSuccess > 0 ? CivilTime.rfc3339(state.lastSuccess) : nil)
            writer.member("next_fetch", state.nextFetch > 0 ? CivilTime.rfc3339(state.nextFetch) : nil)
        }
    }
}

extension Schema {
    static let failingFeed = Schema.object([
        .always("n", .integer(), "the subscription's number"),
        .always("feed", .string, "its address"),
        .maybe("title", .string),
        .maybe("kind", .string, "the kind of failure, such as dns, httpStatus, needsSignIn or notAFeed"),
        .maybe("why", .string, "one line in English"),
        .maybe("advice", .string, "what to do, in the language of Accept-Language"),
        .always("failures", .integer(), "how many fetches in a row have failed"),
        .always("gone", .boolean, "the feed has ended for good"),
        .always("alerted", .boolean),
        .maybe("last_fetch", .date),
        .maybe("last_success", .date),
        .maybe("next_fetch", .date),
    ])
}
