import Articles
import FeedParsing
import Messages
import Testing

@testable import FeedLibrary

/// Query strings and JSON requests of a search.
@Suite struct SearchInputTests {
    private func read(json: String) throws -> SearchInput {
        var input = SearchInput()
        try input.read(Array(json.utf8))
        return input
    }

    /// Values in every form that their text has.
    private func read(query: [String: String]) throws -> SearchInput {
        var input = SearchInput()
        try input.read { name in
            query[name].map { SearchParameter.Value(text: $0, boolean: Bool($0), number: Int($0)) }
        }
        return input
    }

    @Test("A query string sets the same as the JSON of the same search")
    func sameSearch() throws {
        let query = try read(query: [
            "q": "fox", "limit": "5", "sort": "newest", "match": "all", "after": "c", "only": "ids", "in": "news",
            "literal": "true", "facets": "true", "fold": "false", "count": "true", "timeout_ms": "300",
        ])
        let json = try read(
            json: """
                {"query":"fox","limit":5,"sort":"newest","match":"all","after":"c","only":"ids","in":"news",\
                "literal":true,"facets":true,"fold":false,"count":true,"timeout_ms":300}
                """)
        for input in [query, json] {
            let options = input.options
            #expect(input.query == "fox" && options.limit == 5 && options.sort == .newest && options.match == .all)
            #expect(options.after == "c" && options.idsOnly && options.within == "news" && options.isLiteral)
            #expect(options.countsFacets && !options.folds && options.countsAll && options.milliseconds == 300)
            #expect(!options.explains)
        }
    }

    @Test(
        "Each parameter has a value that JSON sets, and refuses one of another kind", arguments: SearchParameter.inJSON)
    func kinds(_ parameter: SearchParameter) throws {
        let (good, bad) =
            switch parameter.kind {
            case .text: (#""x""#, ["1", "true", "{}"])
            case .boolean: ("true", ["1", #""true""#])
            case .number: ("1", ["0", "-1", "1.5", #""1""#, "99999999999999999999"])
            case .choice(let values, _): ("\"\(values[0])\"", [#""none""#, "1", #""""#])
            }
        func request(_ value: String) -> String {
            parameter.name == "query" ? #"{"query":\#(value)}"# : #"{"query":"fox","\#(parameter.name)":\#(value)}"#
        }
        _ = try read(json: request(good))
        for value in bad {
            let error = #expect(throws: SearchInput.Mistake.self) { try read(json: request(value)) }
            #expect(error?.userFacing(line: 1, .english).text.contains("'\(parameter.name)'") == true)
        }
        if !parameter.isRequired { _ = try read(json: request("null")) }
    }

    @Test("A search without a query is refused, in a query string and in JSON")
    func missingQuery() {
        #expect(throws: SearchInput.Mistake.self) { try read(query: ["limit": "5"]) }
        #expect(throws: SearchInput.Mistake.self) { try read(json: #"{"limit":5}"#) }
        #expect(throws: SearchInput.Mistake.self) { try read(json: #"{"query":null}"#) }
        #expect(throws: SearchInput.Mistake.self) { try read(json: "[]") }
    }

    @Test("What a request does not set keeps its value, and numbers above the maximum are lowered to it")
    func defaults() throws {
        var options = SearchOptions()
        (options.limit, options.folds) = (7, false)
        var input = SearchInput(options: options)
        try input.read(Array(#"{"id":[1],"query":"fox","fold":null,"colour":"red"}"#.utf8))
        #expect(input.id == .array([.number("1")]) && input.options.limit == 7 && !input.options.folds)
        let large = try read(json: #"{"query":"fox","limit":9000000000000000000,"timeout_ms":9000000000000000000}"#)
        #expect(large.options.limit == 10_000 && large.options.milliseconds == TimeLimit.range.upperBound)
    }

    @Test("Names of parameters are unique")
    func names() {
        #expect(Set(SearchParameter.inJSON.map(\.name)).count == SearchParameter.inJSON.count)
        #expect(Set(SearchParameter.inQueryString.map(\.queryName)).count == SearchParameter.inQueryString.count)
    }
}
