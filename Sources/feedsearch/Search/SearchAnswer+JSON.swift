import ArticleStorage
import FeedParsing
import TextAnalysis

extension JSONWriter {
    /// An answer of a search, as CONTRACT's schema has it: what is unknown is left out.
    ///
    /// - Parameter id: the id of the request, echoed as it came.
    mutating func answer(
        _ answer: SearchAnswer, facets: Facets? = nil, id: JSONValue? = nil, query: String, milliseconds: Double,
        idsOnly: Bool = false
    ) {
        object { writer in
            writer.head(id: id, query: query)
            writer.member("total", answer.total)
            if answer.totalIsLowerBound { writer.member("total_at_least", true) }
            writer.member("relaxed", answer.relaxed)
            writer.member("suggestion", answer.suggestion)
            writer.member("cursor", answer.cursor)
            writer.member("took_ms", milliseconds)
            writer.key("hits")
            writer.array(answer.hits) { $0.hit($1, idsOnly: idsOnly) }
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

    /// An answer to a request that could not be understood: where, and what to do.
    mutating func failure(
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

    private mutating func hit(_ hit: SearchHit, idsOnly: Bool) {
        object { writer in
            writer.member("n", Int(hit.n))
            writer.member("id", hit.id)
            writer.member("feed", hit.feed)
            if !idsOnly {
                writer.member("feed_title", hit.feedTitle)
                writer.member("url", hit.url)
                writer.member("title", hit.title)
                writer.member("author", hit.author)
                writer.member("published", hit.published.map(WallClock.rfc3339))
            }
            writer.member("score", (hit.score * 1e6).rounded() / 1e6)
            if !idsOnly {
                writer.member("snippet", hit.snippet)
                writer.ranges("title_highlights", hit.titleHighlights)
                writer.ranges("snippet_highlights", hit.snippetHighlights)
                writer.member("read", hit.read)
                writer.member("starred", hit.starred)
                writer.member("tags", hit.tags)
                if hit.folded > 0 { writer.member("folded", hit.folded) }
            }
            if !hit.scoreParts.isEmpty {
                writer.key("score_parts")
                writer.object { parts in
                    for part in hit.scoreParts {
                        parts.key(part.name)
                        parts.number((part.value * 1e6).rounded() / 1e6)
                    }
                }
            }
        }
    }

    private mutating func ranges(_ name: StaticString, _ ranges: [Range<Int>]) {
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
