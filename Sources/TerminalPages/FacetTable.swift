package import Articles
internal import FeedLibrary
internal import Formats
package import Messages

/// The facets of a search as text: under each heading, lines with a count and a value.
package struct FacetTable {
    let style: TerminalStyle
    let language: Language
    /// The maximum number of rows shown. Further rows are only counted; `--json` lists them.
    private static let maxRows = 12

    package init(style: TerminalStyle, language: Language) {
        self.style = style
        self.language = language
    }

    package func text(_ facets: Facets) -> String {
        let sections: [(Message, [Facets.Count], hidden: Int)] = [
            (.facetFeeds, Array(facets.feeds.prefix(Self.maxRows)), facets.feeds.count - Self.maxRows),
            (.facetFolders, Array(facets.folders.prefix(Self.maxRows)), facets.folders.count - Self.maxRows),
            // Show the latest months, in ascending order.
            (.facetMonths, Array(facets.months.suffix(Self.maxRows)), facets.months.count - Self.maxRows),
            (.facetLanguages, Array(facets.languages.prefix(Self.maxRows)), facets.languages.count - Self.maxRows),
        ]
        let width = sections.flatMap(\.1).map { String($0.articles).utf8.count }.max() ?? 1
        var text = ""
        for (heading, rows, hidden) in sections where !rows.isEmpty {
            text += style.bold(heading.text(language)) + "\n"
            for row in rows {
                let count = String(row.articles)
                let name = row.title ?? MaskedURL.mask(row.value)
                let space = String(repeating: " ", count: 2 + width - count.utf8.count)
                text += space + style.number(count) + "  " + TerminalSafe.line(name) + "\n"
            }
            if hidden > 0 {
                let more = Message.facetMore.text(language, [String(hidden)])
                text += String(repeating: " ", count: width + 4) + style.dim(more) + "\n"
            }
        }
        return text
    }
}
