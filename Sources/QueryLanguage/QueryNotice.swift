/// A part of a query that looks like an operator but cannot be one, and is therefore searched for as text.
///
/// A notice does not change which words an article must contain. Ranges are UTF-8 byte offsets in the query as entered.
public enum QueryNotice: Sendable, Hashable {
    /// Text such as `TypeError: …`, in which the name is not a field. The suggestion is a similar field name.
    case unknownField(String, suggestion: String?, at: Range<Int>)
    /// A quote without a partner inside or at the end of a word, such as `27"`.
    case oddQuote(String, at: Range<Int>)
    /// A parenthesis without a partner inside or at the end of a word, such as `1)`.
    case oddParenthesis(String, at: Range<Int>)

    /// The range of the part in UTF-8 bytes of the query as entered.
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
    /// The first notices in one line; nil if the query has no notices.
    public func noticeText(in language: QueryMessageLanguage) -> String? {
        if notices.isEmpty { return nil }
        let separator = language == .english ? "; " : "；"
        return notices.prefix(3).map { $0.message(in: language) }.joined(separator: separator)
    }
}
