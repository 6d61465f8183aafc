internal import Formats

/// Writes subscriptions and articles in formats that other readers and read-later services import.
package enum ArchiveWriter {
    /// newsboat's `urls`: one address on each line, with its folders as tags and its title after a tilde
    /// (<https://newsboat.org/releases/2.36/docs/newsboat.html#_tagging>).
    package static func newsboat(_ subscriptions: [MovedSubscription]) -> String {
        subscriptions.map { feed in
            var words = [feed.url] + feed.folders.map { quoted($0.joined(separator: "/")) }
            if let title = feed.title { words.append(quoted("~" + title)) }
            return words.joined(separator: " ") + "\n"
        }.joined()
    }

    /// A quoted word for `urls`, in which the backslash is the only escape character.
    private static func quoted(_ text: String) -> String {
        var result = "\""
        for character in text where !character.isNewline {
            if character == "\"" || character == "\\" { result.append("\\") }
            result.append(character)
        }
        return result + "\""
    }

    /// The beginning of a JSON list of starred items in Google Reader's format, which FreshRSS, Inoreader, The Old
    /// Reader and others import.
    package static let googleReaderHead = #"{"id":"user/-/state/com.google/starred","title":"Starred","items":["#
    package static let googleReaderEnd = "]}\n"

    /// One item of the list.
    package static func googleReader(_ article: MovedArticle) -> String {
        var writer = JSONWriter()
        writer.object { item in
            item.member("id", article.guid)
            item.member("title", article.title)
            if let published = article.published { item.member("published", Int(published)) }
            if let url = article.url {
                for name in ["canonical", "alternate"] {
                    item.key(name)
                    item.array([url]) { writer, url in writer.object { $0.member("href", url) } }
                }
            }
            var categories = article.tags.map { "user/-/label/" + $0 } + article.categories
            categories.append("user/-/state/com.google/starred")
            if article.read == true { categories.append("user/-/state/com.google/read") }
            item.member("categories", categories)
            if let author = article.author { item.member("author", author) }
            item.key("content")
            item.object { content in
                let html = article.html.map { String(decoding: $0, as: UTF8.self) }
                content.member("content", html ?? XMLText.escape(article.text ?? ""))
            }
            item.key("origin")
            item.object { origin in
                origin.member("streamId", "feed/" + article.feed)
                origin.member("title", article.feedTitle ?? MaskedURL.mask(article.feed))
            }
        }
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// The header line of a CSV file in the format that Instapaper writes and reads (<https://www.instapaper.com/user>,
    /// Import); wallabag and Pinboard also read it.
    package static let csvHead = "URL,Title,Selection,Folder,Timestamp,Tags\r\n"

    /// One line of the CSV file; nil for an article without an address.
    package static func csv(_ article: MovedArticle) -> String? {
        guard let url = article.url else { return nil }
        let folder = article.starred == true ? "Starred" : article.read == true ? "Archive" : "Unread"
        let tags = "[" + article.tags.map { JSONString.quoted($0, .required) }.joined(separator: ",") + "]"
        return CSVLine.write([
            .text(url), .text(article.title), .text(""), .text(folder), .number(article.published ?? 0), .text(tags),
        ])
    }
}
