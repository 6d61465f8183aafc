package import Articles
internal import Formats
internal import System

/// The articles that the user has opened, with a switch that turns recording off.
package struct OpenedArticles: LibraryPart {
    let library: Library

    /// The name of the client state that turns recording off. Without it, openings are recorded.
    private static let switchName = "opened/recording"
    /// The default number of articles in a list.
    package static let listed = 100

    /// Whether openings are recorded.
    package var isRecorded: Bool { get throws { try store.clientState(of: Self.switchName) == nil } }

    /// Turns recording on or off. Keeps the recorded openings.
    package func setRecorded(_ isOn: Bool) throws {
        if try isRecorded != isOn { try store.setClientState(isOn ? nil : Array("off".utf8), of: Self.switchName) }
    }

    /// Records that the user opens articles now, if recording is on.
    ///
    /// - Returns: whether an opening was recorded.
    @discardableResult
    package func note(_ articles: [ArticleID]) throws -> Bool {
        guard try isRecorded else { return false }
        return try store.recordOpened(articles, at: clock.now()) > 0
    }

    /// Whether a page view of an article must be recorded with `note`. False if recording is off, or if the article was
    /// already opened in the last minute, because the browser may reload the page.
    package func isNews(_ article: Article) throws -> Bool {
        if let opened = article.opened, clock.now() - 60 < opened { return false }
        return try isRecorded
    }

    /// Removes articles from the list of opened articles; nil for all articles.
    ///
    /// - Returns: the number of removed articles.
    @discardableResult
    package func forget(_ articles: [ArticleID]? = nil) throws -> Int { try store.forgetOpened(articles) }

    /// The articles that were opened last, the latest first.
    package func latest(_ limit: Int = listed, after place: DatePlace? = nil) throws -> [OpenedArticle] {
        try store.opened(after: place, limit: limit)
    }
}

extension JSONWriter {
    /// Writes a page of opened articles, each in the format of `ingest`.
    ///
    /// - Parameter limit: the maximum number of articles.
    package mutating func opened(
        _ opened: OpenedArticles, limit: Int, after place: DatePlace? = nil
    ) throws {
        let found = try opened.latest(limit + 1, after: place)
        try object { object in
            object.member("recording", try opened.isRecorded)
            object.key("articles")
            try object.array { array in
                try opened.store.forEachArticle(found.prefix(limit).map(\.id)) { array.ingestLine($0) }
            }
            if found.count > limit { object.member("after", found[limit - 1].place.text) }
        }
    }
}

extension Schema {
    static let openedArticles = Schema.object([
        .always("recording", .boolean, "whether openings are recorded"),
        .always("articles", .array(.named("Article")), "the latest first"),
        .maybe("after", .string, "for the next page"),
    ])

    static let recordingOpened = Schema.object([
        .always("recording", .boolean, "whether openings are recorded")
    ])
}
