internal import Articles
internal import FeedParsing

/// A parameter of a search, with its names, the type and the documentation of its value, and the option that it sets.
///
/// The parameters are declared only here. The query string of `/v1/search`, JSON requests (of `/v1/search` and
/// `search --jsonl`), their schema, the flags of `search` and the search page of the reader are derived from these
/// declarations.
package struct SearchParameter: Sendable {
    /// The kind of value, with the closure that stores a value of that kind.
    package enum Kind: Sendable {
        case text(@Sendable (inout SearchInput, String) -> Void)
        case boolean(@Sendable (inout SearchInput, Bool) -> Void)
        /// A whole number from 1. A number above the setting's maximum is reduced to the maximum.
        case number(@Sendable (inout SearchInput, Int) -> Void)
        case choice([String], @Sendable (inout SearchInput, String) -> Void)
    }

    /// The value of a parameter, read as each of the possible types. A property is nil if the value does not have its
    /// type.
    package struct Value {
        let text: String?
        let boolean: Bool?
        let number: Int?

        package init(text: String? = nil, boolean: Bool? = nil, number: Int? = nil) {
            self.text = text
            self.boolean = boolean
            self.number = number
        }

        init(_ value: JSONValue) {
            self.init(text: value.string, boolean: value.bool, number: value.integer.map { Int(clamping: $0) })
        }
    }

    /// The command-line flag that sets a parameter.
    package struct Flag: Sendable {
        /// The name without dashes.
        package let name: String
        /// The value of a boolean parameter if the flag is given.
        package var setsBoolean = true
    }

    /// The name of the member in a JSON request.
    let name: String
    /// The name in a query string.
    package let queryName: String
    package let kind: Kind
    let isRequired: Bool
    /// The flag that sets the parameter; nil if no flag does.
    package let flag: Flag?
    /// The description of the parameter in a query string.
    package let summary: String
    /// The member in the schema of a JSON request.
    let member: Schema.Member

    /// - Parameters:
    ///   - queryName: the name in a query string; `name` if nil.
    ///   - memberSummary: the description of the member of a JSON request; `summary` if nil.
    private init(
        _ name: String, queryName: String? = nil, _ kind: Kind, isRequired: Bool = false, flag: Flag? = nil,
        summary: String = "", memberSummary: String? = nil
    ) {
        self.name = name
        self.queryName = queryName ?? name
        self.kind = kind
        self.isRequired = isRequired
        self.flag = flag
        self.summary = summary
        member = Schema.Member(
            name: name, schema: kind.schema, isRequired: isRequired, summary: memberSummary ?? summary)
    }

    /// The values of a choice; empty for other kinds.
    package var choices: [String] { if case .choice(let values, _) = kind { values } else { [] } }

    /// Stores a value. Returns false if the value has the wrong type.
    package func set(_ value: Value, in input: inout SearchInput) -> Bool {
        switch kind {
        case .text(let store):
            guard let text = value.text else { return false }
            store(&input, text)
        case .boolean(let store):
            guard let boolean = value.boolean else { return false }
            store(&input, boolean)
        case .number(let store):
            guard let number = value.number, number > 0 else { return false }
            store(&input, number)
        case .choice(let values, let store):
            guard let text = value.text, values.contains(text) else { return false }
            store(&input, text)
        }
        return true
    }
}

extension SearchParameter.Kind {
    package static let numberRange = 1...Int.max

    /// A choice among the cases of an enumeration.
    fileprivate static func choice<Choice: CaseIterable & RawRepresentable & SendableMetatype>(
        of type: Choice.Type, _ store: @escaping @Sendable (inout SearchInput, Choice) -> Void
    ) -> Self where Choice.RawValue == String {
        .choice(Choice.allCases.map(\.rawValue)) { input, name in
            if let choice = Choice(rawValue: name) { store(&input, choice) }
        }
    }

    fileprivate var schema: Schema {
        switch self {
        case .text: .string
        case .boolean: .boolean
        case .number: .integer(Self.numberRange)
        case .choice(let values, _): .choice(values)
        }
    }
}

// MARK: - The parameters

extension SearchParameter {
    package static let query = SearchParameter(
        "query", queryName: "q", .text { $0.query = $1 }, isRequired: true, summary: "the query", memberSummary: "")
    package static let limit = SearchParameter(
        "limit", .number { $0.options.limit = min($1, SearchRequest.maxLimit) }, flag: Flag(name: "limit"),
        summary: "maximum number of hits; \(SearchOptions.defaultLimit) by default, at most 10,000")
    package static let sort = SearchParameter(
        "sort", .choice(of: SearchRequest.Sort.self) { $0.options.sort = $1 }, flag: Flag(name: "sort"),
        summary: "the order of the hits", memberSummary: "")
    package static let match = SearchParameter(
        "match", .choice(of: SearchRequest.Match.self) { $0.options.match = $1 },
        flag: Flag(name: "match"), summary: "how many of the words must match", memberSummary: "")
    private static let literal = SearchParameter(
        "literal", .boolean { $0.options.isLiteral = $1 }, flag: Flag(name: "literal"),
        summary: "the query is plain words, without operators")
    private static let only = SearchParameter(
        "only", .choice(["ids"]) { input, _ in input.options.idsOnly = true }, summary: "without titles and snippets",
        memberSummary: "hits without titles and snippets")
    private static let count = SearchParameter(
        "count", .boolean { $0.options.countsAll = $1 }, flag: Flag(name: "count"),
        summary: "count all matches exactly", memberSummary: "the total is exact")
    private static let fold = SearchParameter(
        "fold", .boolean { $0.options.folds = $1 }, flag: Flag(name: "no-fold", setsBoolean: false),
        summary: "one hit for near-duplicates; true by default",
        memberSummary: "false lists near-duplicates separately")
    private static let after = SearchParameter(
        "after", .text { $0.options.after = $1 }, flag: Flag(name: "after"),
        summary: "the cursor of the previous page")
    private static let within = SearchParameter(
        "in", .text { $0.options.within = $1 }, flag: Flag(name: "in"), summary: "a feed or folder",
        memberSummary: "a feed or a folder to search in")
    private static let explain = SearchParameter(
        "explain", .boolean { $0.options.explains = $1 }, flag: Flag(name: "explain"))
    private static let facets = SearchParameter(
        "facets", .boolean { $0.options.countsFacets = $1 }, flag: Flag(name: "facets"),
        summary: "count by feed, folder, month and language", memberSummary: "")
    private static let timeout = SearchParameter(
        "timeout_ms", .number { $0.options.milliseconds = min($1, TimeLimit.range.upperBound) },
        flag: Flag(name: "timeout"), summary: "time limit in milliseconds, at least 50; 2,000 by default",
        memberSummary: "2,000 by default")

    /// The parameters of a query string, in the order of the API documentation.
    package static let inQueryString = [
        query, limit, sort, match, after, only, within, literal, facets, fold, count, timeout,
    ]

    /// The members of a JSON request, in the order of its schema.
    static let inJSON = [
        query, limit, sort, match, literal, only, count, fold, after, within, explain, facets, timeout,
    ]

    /// The parameters that command-line flags can set.
    package static let withFlag = inJSON.filter { $0.flag != nil }
}

extension Schema {
    static let searchRequest = Schema.object(
        [.maybe("id", .any, "returned unchanged in the response")] + SearchParameter.inJSON.map(\.member), open: true)
}
