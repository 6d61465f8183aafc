public import Articles
public import FeedParsing
public import Formats
internal import Messages
internal import SQLiteEngine
internal import TextAnalysis

extension JSONWriter {
    /// Writes the results of a search, following the schema in docs/json.md. Unknown values are left out.
    ///
    /// - Parameter id: the request's id, which is returned unchanged.
    public mutating func answer(
        _ answer: SearchAnswer, facets: Facets? = nil, id: JSONValue? = nil, query: String, milliseconds: Double,
        idsOnly: Bool = false
    ) {
        object { writer in
            writer.head(id: id, query: query)
            writer.member("total", answer.total)
            if answer.totalIsLowerBound { writer.member("total_at_least", true) }
            writer.member("relaxed", answer.relaxed)
            writer.member("notice", answer.notice)
            writer.member("suggestion", answer.suggestion)
            if let looser = answer.looser {
                writer.key("looser")
                writer.object { object in
                    object.member("query", looser.query)
                    object.member("total", looser.total)
                    if looser.totalIsLowerBound { object.member("total_at_least", true) }
                }
            }
            writer.member("cursor", answer.cursor)
            if let indexing = answer.indexing {
                writer.key("indexing")
                writer.object { object in
                    object.member("done", indexing.done)
                    object.member("total", indexing.total)
                }
            }
            writer.member("took_ms", milliseconds)
            writer.key("hits")
            writer.hits(answer.hits, idsOnly: idsOnly)
            if !answer.copies.isEmpty {
                writer.key("copies")
                writer.hits(answer.copies, idsOnly: idsOnly)
            }
            if let facets {
                writer.key("facets")
                writer.facets(facets)
            }
            if let explanation = answer.explanation {
                writer.key("explain")
                writer.explanation(explanation, query: query)
            }
        }
    }

    /// Writes the answer to an invalid request, with the position of the mistake and advice.
    public mutating func failure(
        id: JSONValue?, query: String, milliseconds: Double, message: String, at: Range<Int>, hint: String
    ) {
        object { writer in
            writer.head(id: id, query: query)
            writer.member("total", 0)
            writer.member("relaxed", false)
            writer.member("took_ms", milliseconds)
            writer.key("hits")
            writer.array { _ in }
            writer.key("error")
            writer.object { error in
                error.member("message", message)
                error.member("at", at.lowerBound)
                error.member("length", at.count)
                error.member("hint", hint)
            }
        }
    }

    private mutating func head(id: JSONValue?, query: String) {
        if let id {
            key("id")
            value(id)
        }
        member("query", query)
    }

    private mutating func hits(_ hits: [SearchHit], idsOnly: Bool) {
        array(hits.indices) { writer, index in
            writer.object { $0.members(of: hits, at: index, idsOnly: idsOnly) }
        }
    }

    /// Writes the members of a hit. Accesses the hit in its array, since a copy would retain and release a dozen
    /// references.
    private mutating func members(of hits: [SearchHit], at index: Int, idsOnly: Bool) {
        member("n", Int(hits[index].id))
        member("id", hits[index].guid)
        member("feed", MaskedURL.withoutLogin(hits[index].feed))
        if !idsOnly {
            member("feed_title", hits[index].feedTitle)
            member("url", hits[index].url)
            member("title", hits[index].title)
            member("author", hits[index].author)
            member("published", hits[index].published.map(CivilTime.rfc3339))
        }
        member("score", (hits[index].score * 1e6).rounded() / 1e6)
        if !idsOnly {
            member("snippet", hits[index].snippet)
            ranges("title_highlights", hits[index].titleHighlights)
            ranges("snippet_highlights", hits[index].snippetHighlights)
            member("read", hits[index].read)
            member("starred", hits[index].starred)
            member("tags", hits[index].tags)
            if hits[index].folded > 0 { member("folded", hits[index].folded) }
        }
        if !hits[index].scoreParts.isEmpty {
            key("score_parts")
            object { parts in
                for part in hits[index].scoreParts {
                    parts.key(part.name)
                    parts.number((part.value * 1e6).rounded() / 1e6)
                }
            }
        }
    }

    private mutating func ranges(_ name: String, _ ranges: [Range<Int>]) {
        key(name)
        array(ranges) { writer, range in
            writer.array { pair in
                pair.number(range.lowerBound)
                pair.number(range.count)
            }
        }
    }

    private mutating func explanation(_ explanation: SearchExplanation, query: String) {
        object { writer in
            writer.member("query", explanation.query)
            writer.key("tokens")
            writer.array(Analyzer.shared.tokens(of: query)) { writer, token in
                writer.object { object in
                    object.member("token", token.text)
                    object.member("kind", String(describing: token.kind))
                }
            }
            writer.member("match", explanation.match)
            writer.member("filter", explanation.filter)
            writer.key("terms")
            writer.array(explanation.terms) { writer, term in
                writer.object { object in
                    object.member("term", term.term)
                    object.member("articles", term.articles)
                    object.member("weight", (term.weight * 1e6).rounded() / 1e6)
                }
            }
        }
    }
}

extension Schema {
    static let searchAnswer = Schema.object([
        .maybe("id", .any, "that of the request"),
        .always("query", .string),
        .always("total", .integer(), "how many articles match"),
        .maybe("total_at_least", .boolean, "the total is a lower bound"),
        .always("relaxed", .boolean, "no article has all words; the hits have most of them"),
        .maybe("notice", .string, "parts of the query that look like operators and are searched for as text"),
        .maybe("suggestion", .string, "a corrected query"),
        .maybe(
            "looser",
            .object([
                .always("query", .string),
                .maybe("total", .integer(), "absent if counting would take long and `count` was not given"),
                .maybe("total_at_least", .boolean, "true if the total is a lower bound"),
            ])),
        .maybe("cursor", .string, "for the next page; absent on the last one"),
        .maybe(
            "indexing", .object([.always("done", .integer()), .always("total", .integer())]),
            "after an upgrade: how many articles are indexed, and how many there are"),
        .always("took_ms", .number),
        .always("hits", .array(.named("Hit"))),
        .maybe("copies", .array(.named("Hit")), "of similar articles: near-duplicates of the article"),
        .maybe("facets", .named("Facets")),
        .maybe("explain", .object([], open: true), "for people; its format may change"),
    ])

    static let hit = Schema.object([
        .always("n", .integer(), "the article's number; it never changes"),
        .always("id", .string, "the article's guid"),
        .always("feed", .string, "the feed's address or name"),
        .maybe("feed_title", .string),
        .maybe("url", .string),
        .maybe("title", .string),
        .maybe("author", .string),
        .maybe("published", .date),
        .always("score", .number, "higher is better; comparable within one answer only"),
        .maybe("snippet", .string, "a passage of the text; plain, not HTML"),
        .maybe("title_highlights", highlights, "start and length in UTF-8 bytes"),
        .maybe("snippet_highlights", highlights, "start and length in UTF-8 bytes"),
        .maybe("read", .boolean),
        .maybe("starred", .boolean),
        .maybe("tags", strings, "the reader's and the feed's"),
        .maybe("folded", .integer(), "near-duplicates of this hit that are not shown"),
        .maybe("score_parts", .object([], open: true), "numbers whose sum is the score"),
    ])
}
