internal import FeedLibrary
internal import Formats
package import Messages

/// Generates the description that lets a browser add the service as a search engine:
/// <https://github.com/dewitt/opensearch>, 1.1 draft 6.
package enum OpenSearch {
    package static let mediaType = "application/opensearchdescription+xml"
    static let suggestionType = "application/x-suggestions+json"

    /// The description document.
    ///
    /// - Parameters:
    ///   - base: the address of the service, without a trailing slash.
    ///   - own: the address of this document.
    ///   - suggestions: the address of completions, without the query. It must work without a cookie, because browsers
    ///     send none; nil if there is no such address.
    package static func description(base: String, own: String, suggestions: String?, _ language: Language) -> [UInt8] {
        var writer = XMLWriter()
        writer.element(
            "OpenSearchDescription",
            [
                ("xmlns", "http://a9.com/-/spec/opensearch/1.1/"),
                ("xmlns:moz", "http://www.mozilla.org/2006/browser/search/"),
            ]
        ) { writer in
            writer.element("ShortName", "feedsearch")
            writer.element("Description", Message.pageDescription.text(language))
            writer.element("InputEncoding", "UTF-8")
            writer.element("OutputEncoding", "UTF-8")
            url("text/html", base + "/search?q={searchTerms}", &writer)
            if let suggestions { url(suggestionType, suggestions + "?q={searchTerms}", &writer) }
            writer.empty("Url", [("type", mediaType), ("rel", "self"), ("template", own)])
            writer.element("moz:SearchForm", base + "/search")
        }
        writer.endLine()
        return writer.bytes
    }

    /// Returns suggestions for `text` as JSON in the form `["fo",["fox","food"]]`.
    static func suggestions(_ completions: [String], of text: String) -> [UInt8] {
        var writer = JSONWriter()
        writer.array { array in
            array.string(text)
            array.array(completions) { $0.string($1) }
        }
        return writer.bytes
    }

    private static func url(_ type: String, _ template: String, _ writer: inout XMLWriter) {
        writer.empty("Url", [("type", type), ("method", "get"), ("template", template)])
    }
}
