/// A part of an article's text, with the structure that all formats have.
///
/// A document is made of these, not of the HTML of a feed, so that each output is valid whatever the feed contains.
indirect enum ReadableBlock: Equatable, Sendable {
    case paragraph([ReadableInline])
    /// A heading; level 1 is the highest of the article.
    case heading(Int, [ReadableInline])
    case quote([ReadableBlock])
    case list(isOrdered: Bool, [[ReadableBlock]])
    /// Text whose spaces and line breaks are kept.
    case code(String)
    case rule
}

/// A part of a paragraph.
indirect enum ReadableInline: Equatable, Sendable {
    case text(String)
    case emphasis([ReadableInline])
    case strong([ReadableInline])
    case marked([ReadableInline])
    case code(String)
    /// The address is valid in all formats; no link is inside another.
    case link(String, [ReadableInline])
    case lineBreak

    /// The text without mark-up.
    var plainText: String {
        switch self {
        case .text(let text), .code(let text): text
        case .emphasis(let inner), .strong(let inner), .marked(let inner), .link(_, let inner):
            inner.map(\.plainText).joined()
        case .lineBreak: "\n"
        }
    }
}
