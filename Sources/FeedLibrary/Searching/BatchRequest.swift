internal import Articles
package import FeedParsing
internal import Messages
internal import QueryLanguage

/// One line of `search --jsonl`:
/// `{"id","query","limit"?,"sort"?,"match"?,"literal"?,"only"?,"count"?,"fold"?,"after"?,"in"?,"explain"?,
/// "facets"?,"timeout_ms"?}`.
package struct BatchRequest {
    /// The form in which a client sends a request.
    package enum Form {
        case line([UInt8])
        /// Members that are already parsed, such as the query parameters of a URL.
        case object(JSONValue)
    }

    /// The reason why a line is not a valid request.
    struct Mistake: Error {
        let message: Message
        let what: String
        let at: Range<Int>
    }

    var id: JSONValue?
    var query = ""
    var options: SearchOptions

    init(options: SearchOptions) { self.options = options }

    /// Reads the members of a request. Missing members keep the values of the flags; unknown members are ignored. `id`
    /// is read first, so that an error response can contain it.
    mutating func read(_ form: Form) throws {
        switch form {
        case .object(let object): try read(object)
        case .line(let line):
            let object: JSONValue
            do {
                object = try RequestLine.read(line)
            } catch {
                throw Mistake(message: .badRequestLine, what: "", at: error.byteOffset..<error.byteOffset)
            }
            guard object.members != nil else {
                throw Mistake(message: .badRequestLine, what: "", at: 0..<line.count)
            }
            try read(object)
        }
    }

    private mutating func read(_ object: JSONValue) throws {
        id = object["id"]
        guard let query = object["query"]?.string else { throw mistake("query") }
        self.query = query
        if let value = object["limit"], value != .null {
            guard let limit = value.integer, limit > 0 else { throw mistake("limit") }
            // Larger limits are reduced to the maximum.
            options.limit = Int(min(limit, Int64(SearchRequest.maxLimit)))
        }
        if let value = object["timeout_ms"], value != .null {
            guard let limit = value.integer, limit > 0 else { throw mistake("timeout_ms") }
            options.milliseconds = Int(min(limit, Int64(TimeLimit.range.upperBound)))
        }
        options.sort = try choice(object, "sort") ?? options.sort
        options.match = try choice(object, "match") ?? options.match
        options.isLiteral = try bool(object, "literal") ?? options.isLiteral
        options.countsAll = try bool(object, "count") ?? options.countsAll
        options.folds = try bool(object, "fold") ?? options.folds
        options.explains = try bool(object, "explain") ?? options.explains
        options.countsFacets = try bool(object, "facets") ?? options.countsFacets
        options.after = try string(object, "after") ?? options.after
        options.within = try string(object, "in") ?? options.within
        if let only = try string(object, "only") {
            guard only == "ids" else { throw mistake("only") }
            options.idsOnly = true
        }
    }

    func parse() throws(QuerySyntaxError) -> Query {
        try options.isLiteral ? QueryParser.literal(query) : QueryParser.parse(query)
    }

    private func mistake(_ member: String) -> Mistake {
        Mistake(message: .badRequestMember, what: member, at: 0..<0)
    }

    private func string(_ object: JSONValue, _ name: String) throws -> String? {
        guard let value = object[name], value != .null else { return nil }
        guard let text = value.string else { throw mistake(name) }
        return text
    }

    private func bool(_ object: JSONValue, _ name: String) throws -> Bool? {
        guard let value = object[name], value != .null else { return nil }
        guard let flag = value.bool else { throw mistake(name) }
        return flag
    }

    private func choice<Choice: RawRepresentable>(
        _ object: JSONValue, _ name: String
    ) throws -> Choice? where Choice.RawValue == String {
        guard let text = try string(object, name) else { return nil }
        guard let choice = Choice(rawValue: text) else { throw mistake(name) }
        return choice
    }
}
