import ArticleStorage
import QueryLanguage

/// One line of `search --jsonl`:
/// `{"id","query","limit"?,"sort"?,"match"?,"literal"?,"only"?,"count"?,"fold"?,"after"?,"in"?,"explain"?}`.
struct BatchRequest {
    /// Why a line is no request.
    struct Mistake: Error {
        let message: Message
        let what: String
        let at: Range<Int>
    }

    var id: JSONValue?
    var query = ""
    var options: SearchOptions

    init(options: SearchOptions) { self.options = options }

    /// Takes what the line says; what it leaves out stays as the flags have it, and members we do not know are passed
    /// over. `id` is taken first, so that an answer to a mistake can name it.
    mutating func read(_ line: [UInt8]) throws {
        let object: JSONValue
        do {
            object = try JSONReader.read(line)
        } catch {
            throw Mistake(message: .badRequestLine, what: "", at: error.offset..<error.offset)
        }
        guard case .object(let members) = object else {
            throw Mistake(message: .badRequestLine, what: "", at: 0..<line.count)
        }
        id = members["id"]
        guard let query = members["query"]?.string else { throw mistake("query") }
        self.query = query
        if let value = members["limit"], value != .null {
            guard let limit = value.int, limit > 0 else { throw mistake("limit") }
            // More than can be had is what there is.
            options.limit = min(limit, SearchRequest.maxLimit)
        }
        options.sort = try choice(members, "sort") ?? options.sort
        options.match = try choice(members, "match") ?? options.match
        options.isLiteral = try bool(members, "literal") ?? options.isLiteral
        options.countsExactly = try bool(members, "count") ?? options.countsExactly
        options.folds = try bool(members, "fold") ?? options.folds
        options.explains = try bool(members, "explain") ?? options.explains
        options.after = try string(members, "after") ?? options.after
        options.within = try string(members, "in") ?? options.within
        if let only = try string(members, "only") {
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

    private func string(_ members: [String: JSONValue], _ name: String) throws -> String? {
        guard let value = members[name], value != .null else { return nil }
        guard let text = value.string else { throw mistake(name) }
        return text
    }

    private func bool(_ members: [String: JSONValue], _ name: String) throws -> Bool? {
        guard let value = members[name], value != .null else { return nil }
        guard let flag = value.bool else { throw mistake(name) }
        return flag
    }

    private func choice<Choice: RawRepresentable>(
        _ members: [String: JSONValue], _ name: String
    ) throws -> Choice? where Choice.RawValue == String {
        guard let text = try string(members, name) else { return nil }
        guard let choice = Choice(rawValue: text) else { throw mistake(name) }
        return choice
    }
}
