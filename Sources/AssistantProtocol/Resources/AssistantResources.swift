internal import Articles
internal import FeedLibrary
internal import FeedParsing
internal import Formats

/// Articles and saved searches as resources.
enum AssistantResources {
    /// Saved searches per page of the list.
    private static let pageSize = 100
    /// The newest articles, listed after the saved searches. All other articles are reached by the template.
    private static let articleCount = 50
    private static let articlesCursor = "articles"

    /// Writes the members of the result of `resources/list`.
    static func list(_ cursor: String?, _ library: Library, _ object: inout JSONWriter) throws {
        let searches = try library.store.savedSearches().sorted { $0.id < $1.id }
        var next: String?
        var page: ArraySlice<SavedSearch> = []
        if cursor != articlesCursor {
            var after: Int64 = 0
            if let cursor {
                guard let id = Int64(cursor), id > 0 else {
                    throw MessageError(.invalidParameters, "unknown cursor; begin without a cursor")
                }
                after = id
            }
            let rest = searches.filter { $0.id > after }
            page = rest.prefix(pageSize)
            next = rest.count > pageSize ? page.last.map { String($0.id) } : articlesCursor
        }
        let articles =
            next == nil
            ? try library.store.articlesOfList(library.articles.newest(nil, limit: articleCount, foldsReplies: true))
            : []
        object.key("resources")
        object.array { array in
            for search in page {
                array.object { object in
                    object.member("uri", ResourceAddress.savedSearch(search.name).text)
                    object.member("name", FencedText.line(search.name))
                    object.member("title", "Saved search: " + FencedText.line(search.name))
                    object.member("description", "The newest articles that match " + FencedText.line(search.query))
                    object.member("mimeType", "text/plain")
                }
            }
            for article in articles {
                array.object { object in
                    object.member("uri", ResourceAddress.article(article.id).text)
                    object.member("name", "article-\(article.id)")
                    // No text of feeds: clients show and send this list without the marks of untrusted text.
                    object.member("title", "Article #\(article.id)")
                    object.member("mimeType", "text/markdown")
                    guard let published = article.published else { return }
                    object.key("annotations")
                    object.object { $0.member("lastModified", CivilTime.rfc3339(article.updated ?? published)) }
                }
            }
        }
        object.member("nextCursor", next)
    }

    /// Writes the members of the result of `resources/templates/list`.
    static func templates(_ object: inout JSONWriter) {
        object.key("resourceTemplates")
        object.array { array in
            array.object { object in
                object.member("uriTemplate", ResourceAddress.articleTemplate)
                object.member("name", "article")
                object.member("title", "Article")
                object.member("description", "The text of an article as Markdown, by its number")
                object.member("mimeType", "text/markdown")
            }
            array.object { object in
                object.member("uriTemplate", ResourceAddress.savedSearchTemplate)
                object.member("name", "saved-search")
                object.member("title", "Saved search")
                object.member("description", "The newest articles that match a saved search, by its name")
                object.member("mimeType", "text/plain")
            }
        }
    }

    /// The media type and the text of a resource.
    ///
    /// - Throws: `StorageError.noSuchArticle`, `StorageError.noSuchSavedSearch`; `InvalidQuery`.
    static func read(_ address: ResourceAddress, _ library: Library) throws -> (type: String, text: String) {
        switch address {
        case .article(let number):
            let article = try library.stored(number)
            let text = ArticleText(article)
            let part = text.part(at: nil) ?? ArticleText.Part(text: "", start: 0)
            var lines = [
                "Article #\(article.id)",
                FencedText.fence("title, author, feed and address", ArticleReference(article).text),
                FencedText.fence("Markdown of article #\(article.id)", part.text),
            ]
            if part.cursor != nil {
                lines.append("The text goes on; read the rest with the tool read and the cursor \(part.cursor ?? "").")
            }
            return ("text/markdown", lines.joined(separator: "\n"))
        case .savedSearch(let name):
            guard let search = try library.savedSearches.named(name) else {
                throw StorageError.noSuchSavedSearch(name)
            }
            let numbers = try library.articles.newest(library.parse(search.query), limit: SearchOptions.defaultLimit)
            let list = HitList(try library.store.articlesOfList(numbers))
            let lines = [
                "The newest articles that match \(FencedText.line(search.query, maxBytes: 1_000)):",
                list.text("titles"),
            ]
            return ("text/plain", lines.joined(separator: "\n"))
        }
    }
}
