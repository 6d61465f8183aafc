/// The reason why a query was refused. Ranges are UTF-8 byte offsets in the query as entered, so that a caller can
/// underline the error.
public enum QuerySyntaxError: Error, Equatable, Sendable {
    /// The byte at this offset is not valid UTF-8.
    case invalidUTF8(at: Int)
    /// The query has more bytes than allowed. The range is the excess part.
    case tooLong(limit: Int, at: Range<Int>)
    /// The query has more words, phrases, expressions and filters than allowed. The range is that of the first one over
    /// the limit.
    case tooManyTerms(limit: Int, at: Range<Int>)
    /// A `NEAR` has more words and phrases than allowed. The range is that of the first one over the limit.
    case tooManyNearTerms(limit: Int, at: Range<Int>)
    /// Parentheses are nested deeper than allowed.
    case tooDeep(limit: Int, at: Range<Int>)
    /// The query contains no word, phrase or filter: it is empty, or only punctuation.
    case empty(at: Range<Int>)
    /// The query only excludes words, as in `-cat`. It would match all other articles.
    case onlyExclusions(at: Range<Int>)
    /// An opening quote has no closing one.
    case unclosedQuote(at: Range<Int>)
    /// An opening parenthesis has no closing one.
    case unclosedParenthesis(at: Range<Int>)
    /// A closing parenthesis has no opening one.
    case unexpectedParenthesis(at: Range<Int>)
    /// A group is empty: `()`.
    case emptyGroup(at: Range<Int>)
    /// An operator `OR`, `AND`, `NOT`, `|` or `NEAR/n` has no operand on one side. The associated value is the operator
    /// as entered.
    case danglingOperator(String, at: Range<Int>)
    /// A star is not at the end of a word.
    case misplacedStar(at: Range<Int>)
    /// The name before a colon is not a field. The suggestion is a similar field name.
    case unknownField(String, suggestion: String?, at: Range<Int>)
    /// A field such as `title:` has no value.
    case emptyField(String, at: Range<Int>)
    /// A field or filter is inside `title:( )` or `feed:( )`, where only words are allowed.
    case fieldInsideField(String, at: Range<Int>)
    /// `is:` or `has:` does not accept a value. `allowed` contains the accepted values.
    case unknownValue(String, field: String, allowed: [String], at: Range<Int>)
    /// The value of `lang:` is not a language tag.
    case invalidLanguage(String, at: Range<Int>)
    /// The value of `parent:` is not the number of an article.
    case invalidArticle(String, at: Range<Int>)
    /// A date cannot be read or does not exist.
    case invalidDate(String, at: Range<Int>)
    /// A range of dates ends before it begins.
    case reversedDates(String, at: Range<Int>)
    /// `NEAR/` is not followed by a whole number from 0 to 1,000.
    case invalidDistance(String, at: Range<Int>)
    /// An operand of `NEAR` is neither a word nor a phrase, or `NEAR` has fewer than two operands.
    case invalidNearOperand(at: Range<Int>)
    /// A `re:` is in an `OR` or in a negated group. It only filters the articles that the rest of the query matches,
    /// and cannot find articles on its own.
    case misplacedRegex(at: Range<Int>)
    /// A regular expression `re:/` has no closing slash.
    case unclosedRegex(at: Range<Int>)
    /// A letter other than `i` follows `re:/…/`.
    case unknownRegexFlag(String, at: Range<Int>)
    /// A regular expression is too long or ends in a single backslash.
    case invalidRegex(at: Range<Int>)

    /// The range of the error in UTF-8 bytes of the query as entered. It is empty if something is missing at the end of
    /// the query.
    public var utf8Range: Range<Int> {
        switch self {
        case .invalidUTF8(let offset): offset..<(offset + 1)
        case .tooLong(_, let range), .tooManyTerms(_, let range),
            .tooManyNearTerms(_, let range), .tooDeep(_, let range), .empty(let range),
            .onlyExclusions(let range), .unclosedQuote(let range), .unclosedParenthesis(let range),
            .unexpectedParenthesis(let range), .emptyGroup(let range), .danglingOperator(_, let range),
            .misplacedStar(let range), .unknownField(_, _, let range), .emptyField(_, let range),
            .fieldInsideField(_, let range), .unknownValue(_, _, _, let range), .invalidLanguage(_, let range),
            .invalidArticle(_, let range),
            .invalidDate(_, let range), .reversedDates(_, let range), .invalidDistance(_, let range),
            .invalidNearOperand(let range), .misplacedRegex(let range), .unclosedRegex(let range),
            .unknownRegexFlag(_, let range),
            .invalidRegex(let range):
            range
        }
    }

    /// A code that is stable across versions and languages, such as `unknown-field`.
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
        case .invalidArticle: "invalid-article"
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
