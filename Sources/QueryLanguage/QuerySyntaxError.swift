/// Why a query was refused. Ranges are in UTF-8 bytes of the query as entered, so that a caller can underline them.
public enum QuerySyntaxError: Error, Equatable, Sendable {
    /// The byte at this offset is not valid UTF-8.
    case invalidUTF8(at: Int)
    /// More bytes than allowed; the range is the excess.
    case tooLong(limit: Int, at: Range<Int>)
    /// More words, phrases, expressions and filters than allowed; the range is that of the first excess one.
    case tooManyTerms(limit: Int, at: Range<Int>)
    /// More words and phrases in one `NEAR` than allowed; the range is that of the first excess one.
    case tooManyNearTerms(limit: Int, at: Range<Int>)
    /// Parentheses nested deeper than allowed.
    case tooDeep(limit: Int, at: Range<Int>)
    /// No word, phrase or filter: an empty query, or only punctuation.
    case empty(at: Range<Int>)
    /// `-cat` alone: it would list all other articles.
    case onlyExclusions(at: Range<Int>)
    /// A quote without a closing quote.
    case unclosedQuote(at: Range<Int>)
    /// An opening parenthesis without a closing one.
    case unclosedParenthesis(at: Range<Int>)
    /// A closing parenthesis without an opening one.
    case unexpectedParenthesis(at: Range<Int>)
    /// `()`
    case emptyGroup(at: Range<Int>)
    /// `OR`, `AND`, `NOT`, `|` or `NEAR/n` without an operand on one side; the name is as typed.
    case danglingOperator(String, at: Range<Int>)
    /// A star that is not at the end of a word.
    case misplacedStar(at: Range<Int>)
    /// `foo:` is not a field; the suggestion is a similar field.
    case unknownField(String, suggestion: String?, at: Range<Int>)
    /// `title:` without a value.
    case emptyField(String, at: Range<Int>)
    /// A field or filter inside `title:( )` or `feed:( )`, where only words are allowed.
    case fieldInsideField(String, at: Range<Int>)
    /// A value that `is:` or `has:` does not accept, and the accepted values.
    case unknownValue(String, field: String, allowed: [String], at: Range<Int>)
    /// A value of `lang:` that is not a language tag.
    case invalidLanguage(String, at: Range<Int>)
    /// A date that cannot be read or does not exist.
    case invalidDate(String, at: Range<Int>)
    /// A range of dates that ends before it begins.
    case reversedDates(String, at: Range<Int>)
    /// `NEAR/` without a whole number from 0 to 1,000.
    case invalidDistance(String, at: Range<Int>)
    /// An operand of `NEAR` other than a word or phrase, or fewer than two operands.
    case invalidNearOperand(at: Range<Int>)
    /// A `re:` in an `OR` or in a negated group: it only filters the articles that the rest of the query matches, and
    /// cannot find any on its own.
    case misplacedRegex(at: Range<Int>)
    /// `re:/` without its closing slash.
    case unclosedRegex(at: Range<Int>)
    /// A letter after `re:/…/` that is not `i`.
    case unknownRegexFlag(String, at: Range<Int>)
    /// A regular expression that is too long or ends in a single backslash.
    case invalidRegex(at: Range<Int>)

    /// The range of the error in UTF-8 bytes of the query as entered; empty if something is missing at the end.
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

    /// A name that is stable across versions and languages, such as `unknown-field`.
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
