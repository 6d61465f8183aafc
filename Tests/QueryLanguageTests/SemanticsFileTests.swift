import Foundation
import QueryLanguage
import Testing

/// One line of queries/semantics.jsonl, as far as the language itself can be held to it.
private struct SemanticsCase: Decodable {
    struct Place: Decodable { var at: Int }
    struct Article: Decodable { var id: String }

    var id: String
    var about: String
    var articles: [Article]
    var query: String
    var literal: Bool?
    var hits: [String]?
    var ordered: [String]?
    var error: Place?
}

@Suite struct SemanticsFileTests {
    private static func load() throws -> [SemanticsCase] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        let file = try String(contentsOf: root.appending(path: "queries/semantics.jsonl"), encoding: .utf8)
        return try file.split(separator: "\n").map { try JSONDecoder().decode(SemanticsCase.self, from: Data($0.utf8)) }
    }

    @Test("Every golden case names itself once and expects articles that it has")
    func wellFormed() throws {
        let cases = try Self.load()
        #expect(cases.count >= 150)
        #expect(Set(cases.map(\.id)).count == cases.count)
        for item in cases {
            let expectations = [item.hits != nil, item.ordered != nil, item.error != nil].filter { $0 }
            #expect(expectations.count == 1, "\(item.id)")
            #expect(!item.about.isEmpty && !item.articles.isEmpty, "\(item.id)")
            let ids = Set(item.articles.map(\.id))
            #expect(ids.count == item.articles.count, "\(item.id)")
            #expect(ids.isSuperset(of: item.hits ?? item.ordered ?? []), "\(item.id)")
        }
    }

    @Test("Every golden query reads as the file says, mistakes at their place")
    func parses() throws {
        for item in try Self.load() {
            do throws(QuerySyntaxError) {
                let isLiteral = item.literal ?? false
                _ = try isLiteral ? QueryParser.literal(item.query) : QueryParser.parse(item.query)
                #expect(item.error == nil, "\(item.id): \(item.query)")
            } catch {
                #expect(item.error?.at == error.utf8Range.lowerBound, "\(item.id): \(error)")
            }
        }
    }
}
