/// A part of a query that looks like an operator, cannot be one, and is searched for as text.
///
/// It changes nothing about how many words an article must have. Ranges are UTF-8 bytes of the query as typed.
public enum QueryNotice: Sendable, Hashable {
    /// `TypeError: …`: the name is not a field; the suggestion is a similar field.
    case unknownField(String, suggestion: String?, at: Range<Int>)
    /// A quote inside or at the end of a word without a second one: `27"`.
    case oddQuote(String, at: Range<Int>)
    /// A parenthesis inside or at the end of a word without a second one: `1)`.
    case oddParenthesis(String, at: Range<Int>)

    /// The part in UTF-8 bytes of the query as typed.
    public var utf8Range: Range<Int> {
        switch self {
        case .unknownField(_, _, let range), .oddQuote(_, let range), .oddParenthesis(_, let range): range
        }
    }

    /// The notice in one line, without a full stop.
    public func message(in language: QueryMessageLanguage) -> String {
        switch language {
        case .english: englishMessage
        case .simplifiedChinese: chineseMessage
        }
    }

    private var englishMessage: String {
        switch self {
        case .unknownField(let name, let suggestion, _):
            "“\(QuerySyntaxError.shown(name)):” is not a field and is searched for as text"
                + (suggestion.map { "; did you mean \($0):…?" } ?? "")
        case .oddQuote(let word, _):
            "the quote in “\(QuerySyntaxError.shown(word))” has no second one and is searched for as text"
        case .oddParenthesis(let word, _):
            "the parenthesis in “\(QuerySyntaxError.shown(word))” has no second one and is searched for as text"
        }
    }

    private var chineseMessage: String {
        switch self {
        case .unknownField(let name, let suggestion, _):
            "没有“\(QuerySyntaxError.shown(name)):”这个字段，按文字搜索" + (suggestion.map { "；是不是想用 \($0):…？" } ?? "")
        case .oddQuote(let word, _): "“\(QuerySyntaxError.shown(word))”里的引号不成对，按文字搜索"
        case .oddParenthesis(let word, _): "“\(QuerySyntaxError.shown(word))”里的括号不成对，按文字搜索"
        }
    }
}

extension Query {
    /// The first notices in one line; nil if there are none.
    public func noticeText(in language: QueryMessageLanguage) -> String? {
        if notices.isEmpty { return nil }
        let separator = language == .english ? "; " : "；"
        return notices.prefix(3).map { $0.message(in: language) }.joined(separator: separator)
    }
}
