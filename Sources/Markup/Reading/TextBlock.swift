/// A part of a document that begins on its own line in output without markup.
package struct TextBlock: Sendable, Equatable {
    package enum Content: Sendable, Equatable {
        case paragraph([TextRun])
        /// A heading of level 1 to 6.
        case heading(Int, [TextRun])
        /// Text whose white space is kept. The line feed at its end is removed.
        case preformatted(String)
        /// Rows of cells; the first row may be the header.
        case table([[[TextRun]]], hasHead: Bool)
        case rule
    }

    /// An element that contains a block.
    package enum Container: Sendable, Equatable {
        case quote
        /// An item of a list, with its number; nil for a bullet.
        case item(Int?)
        /// A definition (`dd`), or a nested list whose parent is not a list.
        case indent
    }

    package var content: Content
    /// The elements that contain the block, outermost first.
    package var containers: [Container]
    /// The number of containers, counted from the outermost, that also contain the previous block. The other containers
    /// begin with this block.
    package var shared: Int
    /// Whether an empty line precedes the block.
    package var isApart: Bool
}

/// Text in one style.
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

    /// A picture or player. Only its description and address are shown.
    package enum Media: Sendable, Equatable {
        case image, audio, video
    }

    /// The text, in which white space is a single space and a line feed is a forced line break. For media, the
    /// description.
    package var text: String
    package var style: Style = []
    /// The index of the link's address in `TextDocument.addresses`.
    package var link: Int?
    package var media: Media?

    package init(text: String, style: Style = [], link: Int? = nil, media: Media? = nil) {
        self.text = text
        self.style = style
        self.link = link
        self.media = media
    }
}

/// A document as a list of blocks.
package struct TextDocument: Sendable, Equatable {
    package var blocks: [TextBlock] = []
    /// The addresses of links, each listed once, in the order of their first use.
    package var addresses: [String] = []

    /// Reads a document.
    ///
    /// - Parameters:
    ///   - html: HTML written by `HTMLSanitizer`.
    ///   - page: the address of the document; links to anchors within the document get no number.
    /// - Complexity: linear in `html`.
    package init(sanitized html: String, page: String?) {
        var reader = TextBlockReader(Array(html.utf8), page: page)
        self = reader.read()
    }

    init() {}
}
