package import Articles
internal import FeedLibrary
internal import Formats

/// A format given with `feeds --format`.
package struct FeedListFormat: Sendable {
    package enum Field: String, Sendable, CaseIterable {
        case title, url, unread, articles, folders, state

        package var letter: Character {
            switch self {
            case .title: "t"
            case .url: "u"
            case .unread: "c"
            case .articles: "C"
            case .folders: "p"
            case .state: "s"
            }
        }
    }

    private let format: FieldFormat<Field>

    /// - Throws: `FieldFormatError`.
    package init(_ text: String) throws(FieldFormatError) { format = try FieldFormat(text) { $0.letter } }

    /// The formatted feed, without a final line break.
    package func text(_ feed: Feed) -> String {
        format.text { field in
            switch field {
            case .title: MaskedURL.mask(feed.displayTitle)
            case .url: MaskedURL.mask(feed.url)
            case .unread: String(feed.unread)
            case .articles: String(feed.articles)
            case .folders: feed.folders.map { $0.joined(separator: "/") }.joined(separator: ",")
            case .state: feed.isPaused ? "paused" : "active"
            }
        }
    }
}
