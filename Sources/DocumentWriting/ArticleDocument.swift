internal import Markup

/// Articles as one document: a book, a page or a text.
public struct ArticleDocument: Sendable {
    /// The formats that a document can be written in.
    public enum Format: String, Sendable, CaseIterable {
        case epub, html, markdown

        /// The name's extension of a file.
        public var fileExtension: String { self == .markdown ? "md" : rawValue }

        /// The content type.
        public var mediaType: String {
            switch self {
            case .epub: "application/epub+zip"
            case .html: "text/html; charset=utf-8"
            case .markdown: "text/markdown; charset=utf-8"
            }
        }
    }

    /// A URI that is equal for equal documents.
    public var identifier: String
    public var title: String
    /// One line below the title.
    public var subtitle: String
    /// The language of titles and notes, as a language tag.
    public var language: String
    /// When the document was made, RFC 3339 in UTC to the second.
    public var modified: String
    /// The title of the list of contents.
    public var contentsTitle: String

    public init(
        identifier: String, title: String, subtitle: String, language: String, modified: String, contentsTitle: String
    ) {
        self.identifier = identifier
        self.title = title
        self.subtitle = subtitle
        self.language = language
        self.modified = modified
        self.contentsTitle = contentsTitle
    }

    /// Writes a document, section by section, so that only one article is in memory at a time.
    ///
    /// - Parameters:
    ///   - sections: calls its argument with each section, and with each entry of it, in order.
    ///   - output: receives the bytes in order.
    public func write(as format: Format, _ sections: [DocumentSection], output: @escaping ([UInt8]) -> Void) {
        var writer = DocumentWriter(self, format, output)
        for section in sections {
            writer.begin(section.title, note: section.note)
            for entry in section.entries { writer.add(entry) }
        }
        writer.finish()
    }

    /// The bytes of a document.
    public func bytes(as format: Format, _ sections: [DocumentSection]) -> [UInt8] {
        let collected = Collected()
        write(as: format, sections) { collected.bytes += $0 }
        return collected.bytes
    }
}

private final class Collected {
    var bytes: [UInt8] = []
}

/// Writes a document entry by entry.
public struct DocumentWriter {
    private enum Kind {
        case epub(EPUBWriter)
        case html, markdown
    }

    private let document: ArticleDocument
    private let output: ([UInt8]) -> Void
    private var kind: Kind
    private var hasSection = false

    /// - Parameter output: receives the bytes in order.
    public init(_ document: ArticleDocument, _ format: ArticleDocument.Format, _ output: @escaping ([UInt8]) -> Void) {
        self.document = document
        self.output = output
        switch format {
        case .epub: kind = .epub(EPUBWriter(document, output))
        case .html:
            kind = .html
            write(DocumentMarkup.head(document.title, language: document.language, style: DocumentMarkup.style))
            write(DocumentMarkup.title(document))
        case .markdown:
            kind = .markdown
            write("# " + MarkdownText.line(document.title) + "\n\n")
            if !document.subtitle.isEmpty { write(MarkdownText.line(document.subtitle) + "\n\n") }
        }
    }

    /// Begins a section. A document without sections begins with an entry.
    public mutating func begin(_ title: String, note: String) {
        hasSection = true
        switch kind {
        case .epub(var writer):
            writer.begin(title, note: note)
            kind = .epub(writer)
        case .html: write(DocumentMarkup.section(title, note))
        case .markdown:
            write("## " + MarkdownText.line(title) + "\n\n")
            if !note.isEmpty { write(MarkdownText.plain(note) + "\n\n") }
        }
    }

    public mutating func add(_ entry: DocumentEntry) {
        let level = hasSection ? 3 : 2
        switch kind {
        case .epub(var writer):
            writer.add(entry)
            kind = .epub(writer)
        case .html: write(DocumentMarkup.entry(entry, level: level))
        case .markdown:
            write(String(repeating: "#", count: level) + " " + MarkdownText.line(entry.title) + "\n\n")
            let links = entry.links.map { MarkdownText.link($0.text, to: $0.address) }
            write(([MarkdownText.line(entry.byline)] + links).joined(separator: " · ") + "\n\n")
            let text = entry.markdown(level)
            if !text.isEmpty { write(text + "\n\n") }
        }
    }

    /// Writes the end of the document. Nothing can be added afterwards.
    public mutating func finish() {
        switch kind {
        case .epub(var writer):
            writer.finish()
            kind = .epub(writer)
        case .html: write(DocumentMarkup.end)
        case .markdown: break
        }
    }

    private func write(_ text: String) { output(Array(text.utf8)) }
}
