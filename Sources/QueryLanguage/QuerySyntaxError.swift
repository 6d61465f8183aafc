/// Why a query was refused. Ranges are UTF-8 bytes of the query as typed, so that a caller can underline the place.
public enum QuerySyntaxError: Error, Equatable, Sendable {
    /// The bytes are not UTF-8 from this offset on.
    case invalidUTF8(at: Int)
    /// More bytes than allowed; the range is what is too much.
    case tooLong(limit: Int, at: Range<Int>)
    /// More words, phrases and filters than allowed; the range is the first too many.
    case tooManyTerms(limit: Int, at: Range<Int>)
    /// More words and phrases beside one `NEAR` than allowed; the range is the first too many.
    case tooManyNearTerms(limit: Int, at: Range<Int>)
    /// Parentheses nested deeper than allowed.
    case tooDeep(limit: Int, at: Range<Int>)
    /// No word, phrase or filter at all: nothing typed, or only punctuation.
    case empty(at: Range<Int>)
    /// `-cat` alone: it would list everything else.
    case onlyExclusions(at: Range<Int>)
    /// A quote that is opened and never closed.
    case unclosedQuote(at: Range<Int>)
    /// A parenthesis that is opened and never closed.
    case unclosedParenthesis(at: Range<Int>)
    /// A closing parenthesis that nothing opened.
    case unexpectedParenthesis(at: Range<Int>)
    /// `()`
    case emptyGroup(at: Range<Int>)
    /// `OR`, `AND`, `NOT`, `|` or `NEAR/n` with nothing on one side; the name is as typed.
    case danglingOperator(String, at: Range<Int>)
    /// A star anywhere but at the end of a word.
    case misplacedStar(at: Range<Int>)
    /// `foo:` is no field of the language; the suggestion is one that is.
    case unknownField(String, suggestion: String?, at: Range<Int>)
    /// `title:` without a value.
    case emptyField(String, at: Range<Int>)
    /// A field or filter inside `title:( )` or `feed:( )`, where only words belong.
    case fieldInsideField(String, at: Range<Int>)
    /// A value that `is:` or `has:` does not know, and those that it does.
    case unknownValue(String, field: String, allowed: [String], at: Range<Int>)
    /// A value of `lang:` that is no language tag.
    case invalidLanguage(String, at: Range<Int>)
    /// A date that cannot be read or does not exist.
    case invalidDate(String, at: Range<Int>)
    /// A range of dates that ends before it begins.
    case reversedDates(String, at: Range<Int>)
    /// `NEAR/` without a whole number of 0 to 1,000.
    case invalidDistance(String, at: Range<Int>)
    /// Something but a word or a phrase beside `NEAR`, or fewer than two of them.
    case invalidNearOperand(at: Range<Int>)
    /// `re:` among alternatives or in an excluded group: it narrows what else matches and cannot match by itself.
    case misplacedRegex(at: Range<Int>)
    /// `re:/` without its closing slash.
    case unclosedRegex(at: Range<Int>)
    /// A letter after `re:/…/` that is not `i`.
    case unknownRegexFlag(String, at: Range<Int>)
    /// A regular expression that is too long or ends in a lone backslash.
    case invalidRegex(at: Range<Int>)

    /// The place of the mistake in UTF-8 bytes of the query as typed; empty where something is missing at the end.
    public var utf8Range: Range<Int> {
        switch self {
        case .invalidUTF8(let offset): offset..<(offset + 1)
        case .tooLong(_, let range), .tooManyTerms(_, let range),
            .tooManyNearTerms(_, let range), .tooDeep(_, let range), .empty(let range),
            .onlyExclusions(let range), .unclosedQuote(let range), .unclosedParenthesis(let range),
            .unexpectedParenthesis(let range), .emptyGroup(let range), .danglingOperator(_, let range),
            .misplacedStar(let range), .unknownField(_, _, let range), .emptyField(_, let range),
            .fieldInsideField(_, let range), .unknownValue(_, _, _, let range), .invalidLanguage(_, let range),
            .invalidDate(_, let range), .reversedDates(_, let range), .invalidDistance(_, let range),
            .invalidNearOperand(let range), .misplacedRegex(let range), .unclosedRegex(let range),
            .unknownRegexFlag(_, let range),
            .invalidRegex(let range):
            range
        }
    }

    /// A name that stays the same in every version and language, such as `unknown-field`.
    public var code: String {
        switch self {
        case .invalidUTF8: "invalid-utf8"
        case .tooLong: "too-long"
        case .tooManyTerms: "too-many-terms"
        case .tooManyNearTerms: "too-many-near-terms"
        case .tooDeep: "too-deep"
        case .empty: "empty"
        case .onlyExclusions: "only-exclusions"
        case .unclosedQuote: "unclosed-quote"
        case .unclosedParenthesis: "unclosed-parenthesis"
        case .unexpectedParenthesis: "unexpected-parenthesis"
        case .emptyGroup: "empty-group"
        case .danglingOperator: "dangling-operator"
        case .misplacedStar: "misplaced-star"
        case .unknownField: "unknown-field"
        case .emptyField: "empty-field"
        case .fieldInsideField: "field-inside-field"
        case .unknownValue: "unknown-value"
        case .invalidLanguage: "invalid-language"
        case .invalidDate: "invalid-date"
        case .reversedDates: "reversed-dates"
        case .invalidDistance: "invalid-distance"
        case .invalidNearOperand: "invalid-near-operand"
        case .misplacedRegex: "misplaced-regex"
        case .unclosedRegex: "unclosed-regex"
        case .unknownRegexFlag: "unknown-regex-flag"
        case .invalidRegex: "invalid-regex"
        }
    }
}
