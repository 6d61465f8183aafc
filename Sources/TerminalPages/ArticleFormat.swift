package import Articles
internal import FeedLibrary
internal import Formats
internal import Messages
internal import QueryLanguage
package import System

/// A format given with `--format`: text with placeholders, as in `git log --format`.
package struct ArticleFormat: Sendable {
    /// The field of an article that replaces a placeholder.
    package enum Field: String, Sendable, CaseIterable {
        case number, title, feed
        case feedAddress = "feed-url"
        case url, guid, author, date, updated, tags, state, language, text, snippet, score

        /// The letter of the short form. For example, `%t` is short for `%{title}`.
        package var letter: Character {
            switch self {
            case .number: "i"
            case .title: "t"
            case .feed: "f"
            case .feedAddress: "F"
            case .url: "u"
            case .guid: "g"
            case .author: "a"
            case .date: "d"
            case .updated: "D"
            case .tags: "T"
            case .state: "s"
            case .language: "l"
            case .text: "b"
            case .snippet: "m"
            case .score: "S"
            }
        }
    }

    private let format: FieldFormat<Field>

    /// - Throws: `FieldFormatError`.
    package init(_ text: String) throws(FieldFormatError) { format = try FieldFormat(text) { $0.letter } }

    /// Whether the format needs the article's text.
    package var needsTexts: Bool { format.contains(.text) }

    /// The formatted article, without a final line break.
    package func text(_ article: Article, clock: SystemClock) -> String { text(article, clock: clock) { $1 } }

    /// The formatted article, with `change` applied to each value.
    func text(_ article: Article, clock: SystemClock, _ change: (Field, String) -> String) -> String {
        func value(_ field: Field) -> String {
            switch field {
            case .number: String(article.id)
            case .title: article.title
            case .feed: article.feedTitle ?? MaskedURL.mask(article.feed)
            case .feedAddress: MaskedURL.mask(article.feed)
            case .url: article.url.map(MaskedURL.mask) ?? ""
            case .guid: article.guid
            case .author: article.author ?? ""
            case .date: clock.minute(article.published ?? article.received)
            case .updated: clock.minute(article.updated ?? article.published ?? article.received)
            case .tags: (article.ownTags + article.tags.filter { !article.ownTags.contains($0) }).joined(separator: ",")
            case .state: Self.state(read: article.read, starred: article.starred)
            case .language: article.language ?? ""
            case .text: article.body
            case .snippet, .score: ""
            }
        }
        return format.text { change($0, value($0)) }
    }

    /// The formatted hit, without a final line break.
    package func text(_ hit: SearchHit, clock: SystemClock) -> String {
        format.text { field in
            switch field {
            case .number: String(hit.id)
            case .title: hit.title
            case .feed: hit.feedTitle ?? MaskedURL.mask(hit.feed)
            case .feedAddress: MaskedURL.mask(hit.feed)
            case .url: hit.url.map(MaskedURL.mask) ?? ""
            case .guid: hit.guid
            case .author: hit.author ?? ""
            case .date, .updated: clock.minute(hit.published ?? hit.received)
            case .tags: hit.tags.joined(separator: ",")
            case .state: Self.state(read: hit.read, starred: hit.starred)
            case .language, .text: ""
            case .snippet: hit.snippet
            case .score: String((hit.score * 1e4).rounded() / 1e4)
            }
        }
    }

    private static func state(read: Bool, starred: Bool) -> String {
        (read ? "read" : "unread") + (starred ? ",starred" : "")
    }
}
