/// The kind of a token. The kind determines the first byte of the term, and whether the token has its own position.
public enum TokenKind: UInt8, Sendable, CaseIterable {
    /// A folded word, or one pictograph. The term is the folded text itself.
    case word
    /// The stem of the previous word, at the same position. An English stem is emitted only if it differs from the
    /// word; its term is byte 01 and the stem. A stem of another language is always emitted; its term is byte 05, the
    /// language's letter (`StemLanguage.code`) and the stem.
    case stem
    /// The previous word with its symbol, such as `c++`, `.net` or `#tag`, at the same position. The term is byte 04
    /// and the folded text.
    case symbolWord
    /// Words joined by apostrophes or dots, without this punctuation, such as `oreilly` and `nodejs`. The position is
    /// that of the first word, whose token precedes this one. The term is the folded text; its English stem follows as
    /// a second token.
    case joined
    /// Two adjacent words, at least one of them very frequent, at the position of the second. The term is byte 06 and
    /// the words separated by a space. Only `Analyzer.analyzeWithPairs` emits this kind.
    case pair
    /// Two adjacent characters of a script without spaces, at the position of the first.
    case bigram
    /// The last character of a run in a script without spaces.
    case single
    /// Punctuation that separates sentences. The term is byte 02. A separator is never the first or last token of a
    /// text.
    case separator

    /// Whether the token shares the position of the previous token.
    @inlinable @inline(__always) public var isColocated: Bool {
        self == .stem || self == .symbolWord || self == .joined || self == .pair
    }

    /// First byte of an English stem term.
    public static let stemPrefix: UInt8 = 0x01
    /// The only byte of a separator's term.
    public static let separatorByte: UInt8 = 0x02
    /// First byte of a symbol word's term.
    public static let symbolPrefix: UInt8 = 0x04
    /// First byte of a stem term of another language; the language's letter follows.
    public static let languageStemPrefix: UInt8 = 0x05
    /// First byte of a pair's term.
    public static let pairPrefix: UInt8 = 0x06
    /// The byte between the words of a pair. No folded word contains this byte.
    static let pairSeparator: UInt8 = 0x20
}

extension TokenKind: CustomStringConvertible {
    /// The name in JSON and in listings of tokens. A bigram is called `gram`.
    public var description: String {
        switch self {
        case .word: "word"
        case .stem: "stem"
        case .symbolWord: "symbolWord"
        case .joined: "joined"
        case .pair: "pair"
        case .bigram: "gram"
        case .single: "single"
        case .separator: "separator"
        }
    }
}

/// One index term and its range in the source text.
public struct Token: Sendable, Equatable {
    /// The term as stored in the index. It is never empty and contains no NUL.
    public var term: [UInt8]
    public var kind: TokenKind
    /// The source range in UTF-8 bytes, on scalar boundaries.
    public var utf8Range: Range<Int>

    public init(term: [UInt8], kind: TokenKind, utf8Range: Range<Int>) {
        self.term = term
        self.kind = kind
        self.utf8Range = utf8Range
    }

    /// The term without the bytes that mark its kind; empty for a separator.
    public var text: String {
        switch kind {
        case .stem where term.first == TokenKind.languageStemPrefix: String(decoding: term.dropFirst(2), as: UTF8.self)
        case .stem, .symbolWord, .pair, .separator: String(decoding: term.dropFirst(), as: UTF8.self)
        case .word, .bigram, .single, .joined: String(decoding: term, as: UTF8.self)
        }
    }
}
