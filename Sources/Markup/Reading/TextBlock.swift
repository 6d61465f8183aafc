/// A part of a document that begins on its own line, for output without markup.
package struct TextBlock: Sendable, Equatable {
    package enum Content: Sendable, Equatable {
        case paragraph([TextRun])
        /// Level 1 to 6.
        case heading(Int, [TextRun])
        /// Text whose white space is kept, without the line feed at its end.
        case preformatted(String)
        /// Rows of cells; the first row may be the header.
        case table([[[TextRun]]], hasHead: Bool)
        case rule
    }

    /// An element that contains a block.
    package enum Container: Sendable, Equatable {
        case quote
        /// An item of a list: its number, or nil for a bullet.
        case item(Int?)
        /// A definition (`dd`), or a list inside an element that is not a list.
        case indent
    }

    package var content: Content
    /// Outermost first.
    package var containers: [Container]
    /// The number of containers, counted from the outermost, that also contain the previous block; the others begin
    /// with this block.
    package var shared: Int
    /// Whether an empty line precedes it.
    package var isApart: Bool
}

/// A piece of text in one style.
package struct TextRun: Sendable, Equatable {
    package struct Style: OptionSet, Sendable, Hashable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }
        package static let strong = Self(rawValue: 1)
        package static let emphasis = Self(rawValue: 2)
        package static let code = Self(rawValue: 4)
        package static let deleted = Self(rawValue: 8)
        package static let marked = Self(rawValue: 16)
        package static let caption = Self(rawValue: 32)
    }

    /// Pictures and players. Only a description and an address are shown.
    package enum Media: Sendable, Equatable {
        case image, audio, video
    }

    /// The text, with white space as single spaces; a line feed is a forced line break. For media: the description.
    package var text: String
    package var style: Style = []
    /// Index of the address in `TextDocument.addresses`.
    package var link: Int?
    package var media: Media?

    package init(text: String, style: Style = [], link: Int? = nil, media: Media? = nil) {
        self.text = text
        self.style = style
        self.link = link
        self.media = media
    }
}

/// A document as blocks.
package struct TextDocument: Sendable, Equatable {
    package var blocks: [TextBlock] = []
    /// Each address once, in the order of its first use.
    package var addresses: [String] = []

    /// - Parameters:
    ///   - html: as `HTMLSanitizer` writes it.
    ///   - page: the document's own address; links to places within the document are not numbered.
    /// - Complexity: linear in `html`.
    package init(sanitized html: String, page: String?) {
        var reader = TextBlockReader(Array(html.utf8), page: page)
        self = reader.read()
    }

    init() {}
}
