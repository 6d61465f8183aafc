internal import Articles
internal import Messages

/// Schemas of searches and articles.
extension Schema {
    package static let searchRequest = Schema.object(
        [
            .maybe("id", .any, "returned unchanged in the response"),
            .always("query", .string),
            .maybe("limit", .integer(1...Int.max), "maximum number of hits; 20 by default, at most 10,000"),
            .maybe("sort", .choice(["relevance", "newest", "oldest"])),
            .maybe("match", .choice(["auto", "all", "any"])),
            .maybe("literal", .boolean, "the query is plain words, without operators"),
            .maybe("only", .choice(["ids"]), "hits without titles and snippets"),
            .maybe("count", .boolean, "the total is exact"),
            .maybe("fold", .boolean, "false shows near-duplicates one by one"),
            .maybe("after", .string, "the cursor of the previous page"),
            .maybe("in", .string, "a feed or a folder to search in"),
            .maybe("explain", .boolean),
            .maybe("facets", .boolean),
            .maybe("timeout_ms", .integer(1...Int.max), "2,000 by default"),
        ], open: true)

    package static let searchAnswer = Schema.object([
        .maybe("id", .any, "that of the request"),
        .always("query", .string),
        .always("total", .integer(), "how many articles match"),
        .maybe("total_at_least", .boolean, "the total is a lower bound"),
        .always("relaxed", .boolean, "no article has all words; the hits have most of them"),
        .maybe("suggestion", .string, "a corrected query"),
        .maybe(
            "looser",
            .object([
                .always("query", .string), .always("total", .integer()),
                .maybe("total_at_least", .boolean, "true if the total is a lower bound"),
            ])),
        .maybe("cursor", .string, "for the next page; absent on the last one"),
        .maybe(
            "indexing", .object([.always("done", .integer()), .always("total", .integer())]),
            "after an upgrade: how many articles are indexed, and how many there are"),
        .always("took_ms", .number),
        .always("hits", .array(.named("Hit"))),
        .maybe("facets", .named("Facets")),
        .maybe("explain", .object([], open: true), "for people; its format may change"),
    ])

    package static let hit = Schema.object([
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

    package static let facetCounts = Schema.array(
        .object([
            .always("value", .string),
            .maybe("title", .string),
            .always("articles", .integer()),
        ]))

    package static let facets = Schema.object([
        .always("total", .integer()),
        .always("feeds", facetCounts),
        .always("folders", facetCounts),
        .always("months", facetCounts, "YYYY-MM"),
        .always("languages", facetCounts),
    ])

    package static let completions = Schema.object([
        .always("prefix", .string, "as typed"),
        .always(
            "completions",
            .array(
                .object([
                    .always("text", .string, "the input with its last word completed"),
                    .always("articles", .integer(), "number of articles with the word"),
                    .always("source", .choice(["word", "title", "pinyin"])),
                ]))),
    ])

    package static let article = Schema.object(
        [
            .always("n", .integer()),
            .always("feed", .string),
            .always("id", .string),
            .maybe("url", .string),
            .maybe("title", .string),
            .maybe("published", .date),
            .maybe("updated", .date),
            .always("received", .date),
            .maybe("author", .string),
            .maybe("language", .string),
            .maybe("html", .string, "as in the feed, not sanitised"),
            .maybe("text", .string, "if there is no html"),
            .always("tags", strings, "the feed's"),
            .maybe("own_tags", strings, "the reader's"),
            .always("read", .boolean),
            .always("starred", .boolean),
            .maybe("hidden", .boolean),
        ], open: true)

    package static let shownArticle = Schema.object([
        .always("n", .integer()),
        .always("feed", .string),
        .maybe("feed_title", .string),
        .always("id", .string),
        .maybe("url", .string),
        .maybe("title", .string),
        .maybe("author", .string),
        .maybe("published", .date),
        .maybe("updated", .date),
        .always("received", .date),
        .maybe("language", .string),
        .always("tags", strings, "the reader's, then the feed's"),
        .always("read", .boolean),
        .always("starred", .boolean),
        .always("text", .string, "the plain text that is indexed"),
        .maybe("html", .string, "sanitised: safe to show"),
    ])

    package static let stateChange = Schema.object([
        .maybe("articles", .array(articleNumber), "their numbers; this or \"query\""),
        .maybe("query", .string, "its matches are changed"),
        .maybe("read", .boolean),
        .maybe("starred", .boolean),
        .maybe("tags", .object([.maybe("add", strings), .maybe("remove", strings)])),
        .maybe("deleted", .boolean, "true: move to the bin; not combined with other changes"),
        .maybe("dry_run", .boolean, "only count"),
    ])

    package static let undo = Schema.object([
        .maybe("action", articleNumber, "the action to undo; by default the last one of the user"),
        .maybe("dry_run", .boolean, "only list the actions that can be undone"),
    ])

    private static let action = Schema.object([
        .always("action", .integer()), .always("at", .date),
        .always("kind", .choice(UserAction.Kind.allCases.map(\.rawValue))), .always("articles", .integer()),
        .maybe("subject", .string, "the feed, tag, saved search or rule that it was about"),
    ])

    package static let undone = Schema.object([
        .maybe("action", action, "the undone action"),
        .maybe("restored", numbers, "articles restored from the bin"),
        .maybe("kept", .integer(), "rows that were changed again since then and were left unchanged"),
        .maybe("actions", .array(action), "with dry_run: the actions that can be undone"),
    ])

    package static let history = Schema.object([
        .always("token", .integer(), "for \"since\" of the next request"),
        .maybe(
            "inserted", .object([.always("first", .integer()), .always("last", .integer())]),
            "the numbers of new articles are in this range"),
        .maybe("changed", numbers),
    ])
}
