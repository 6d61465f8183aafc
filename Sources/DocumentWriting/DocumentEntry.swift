internal import Markup

/// One article in a document.
public struct DocumentEntry: Sendable {
    public var title: String
    /// Feed, author and date as one line.
    public var byline: String
    /// The language of the article as a language tag; nil if it is unknown.
    public var language: String?
    /// The addresses below the title, each with its text.
    public var links: [(text: String, address: String)]
    let blocks: [ReadableBlock]
    /// Returns the text as Markdown, with headings below this level.
    let markdown: @Sendable (_ level: Int) -> String

    /// An article with its whole text.
    ///
    /// - Parameter html: sanitised HTML; nil for a text without mark-up.
    public init(
        title: String, byline: String, language: String?, links: [(text: String, address: String)], html: String?,
        text: String
    ) {
        self.title = title
        self.byline = byline
        self.language = language.flatMap(Self.checked)
        self.links = links.compactMap { link in
            DocumentLink.address(link.address).map { (text: link.text, address: $0) }
        }
        let read = html.map { BlockReader.blocks(of: Array($0.utf8)) } ?? []
        blocks = read.isEmpty ? Self.paragraphs(of: text) : read
        markdown = { level in
            guard let html, !read.isEmpty else { return MarkdownText.plain(text) }
            return TextDocument(sanitized: html, page: nil).markdown(headingOffset: level)
        }
    }

    /// An article with a snippet.
    ///
    /// - Parameter snippet: parts of the text, with whether they are marked.
    public init(
        title: String, byline: String, links: [(text: String, address: String)],
        snippet: [(text: String, isMarked: Bool)]
    ) {
        self.title = title
        self.byline = byline
        self.links = links.compactMap { link in
            DocumentLink.address(link.address).map { (text: link.text, address: $0) }
        }
        let inline = snippet.map { $0.isMarked ? ReadableInline.marked([.text($0.text)]) : .text($0.text) }
        blocks = inline.isEmpty ? [] : [.paragraph(inline)]
        let text = snippet.map(\.text).joined()
        markdown = { _ in MarkdownText.plain(text) }
    }

    private static func paragraphs(of text: String) -> [ReadableBlock] {
        text.split(whereSeparator: \.isNewline).map { .paragraph([.text(String($0))]) }
    }

    /// The tag if it is well-formed (<https://www.rfc-editor.org/rfc/rfc5646#section-2.1>).
    static func checked(_ language: String) -> String? {
        let parts = language.replacing("_", with: "-").split(separator: "-", omittingEmptySubsequences: false)
        guard let first = parts.first, (2...3).contains(first.utf8.count), parts.count <= 4,
            first.utf8.allSatisfy({ (0x61...0x7A).contains($0 | 0x20) })
        else { return nil }
        let isTag = parts.dropFirst().allSatisfy { part in
            (2...8).contains(part.utf8.count)
                && part.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) && $0 < 0x80 }
        }
        return isTag ? parts.joined(separator: "-") : nil
    }
}

/// A part of a document with a title, such as the articles of one search.
public struct DocumentSection: Sendable {
    public var title: String
    public var note: String
    public var entries: [DocumentEntry]

    public init(title: String, note: String, entries: [DocumentEntry]) {
        self.title = title
        self.note = note
        self.entries = entries
    }
}
