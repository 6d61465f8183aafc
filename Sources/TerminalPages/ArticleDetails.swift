internal import Articles
internal import FeedLibrary
internal import FeedParsing
internal import Formats
internal import Messages
internal import System

/// The additional fields of `show --all`: all fields that are not in the head of an article, named as in the JSON form.
struct ArticleDetails {
    let article: Article
    let clock: SystemClock

    /// Names and values; addresses are masked, but feed text is not escaped.
    var rows: [(name: String, value: String)] {
        var rows = [(name: "feed", value: MaskedURL.mask(article.feed)), (name: "id", value: article.guid)]
        func add(_ name: String, _ value: String?) {
            if let value { rows.append((name, value)) }
        }
        add("published", article.published.map(date))
        add("updated", article.updated.map(date))
        add("received", date(article.received))
        add("language", article.language)
        if let extra = article.extra, let value = JSONValue.parse(Array(extra.utf8)) {
            Self.append(value, at: "", to: &rows)
        }
        return rows
    }

    private func date(_ seconds: Int64) -> String { clock.minute(seconds) }

    /// Appends each leaf of a value with its path, for example `enclosures[0].url`.
    private static func append(_ value: JSONValue, at path: String, to rows: inout [(name: String, value: String)]) {
        switch value {
        case .object(let members):
            for (key, member) in members { append(member, at: path.isEmpty ? key : "\(path).\(key)", to: &rows) }
        case .array(let elements):
            for (index, element) in elements.enumerated() { append(element, at: "\(path)[\(index)]", to: &rows) }
        case .string(let text): rows.append((path, text.contains("://") ? MaskedURL.mask(text) : text))
        case .number(let text): rows.append((path, text))
        case .bool(let value): rows.append((path, value ? "true" : "false"))
        case .null: break
        }
    }
}
