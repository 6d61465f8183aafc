import Articles
import Database
import Foundation
import LibraryStorage
import QueryLanguage
import SearchRanking
import TestSupport
import Testing

@testable import PostgresEngine

@Suite struct PostgresFilterTests {
    private static func filter(_ random: inout Lehmer, _ depth: Int) -> ArticleFilter {
        if depth > 0, Int.random(in: 0..<3, using: &random) > 0 {
            let parts = (0..<Int.random(in: 0...3, using: &random)).map { _ in filter(&random, depth - 1) }
            switch Int.random(in: 0..<3, using: &random) {
            case 0: return .all(parts)
            case 1: return .any(parts)
            default: return .not(filter(&random, depth - 1))
            }
        }
        let hostile = "x'); DROP TABLE article; --$9"
        switch Int.random(in: 0..<9, using: &random) {
        case 0: return .feeds([1, 2])
        case 1: return .tag(named: hostile)
        case 2: return .language(hostile)
        case 3: return .address(words: [Array(hostile.utf8)], .prefix)
        case 4: return .dates(from: 1, until: Bool.random(using: &random) ? 9 : nil, of: .received)
        case 5: return .articles([1, 5])
        case 6: return .upTo(9)
        case 7: return .feed(named: hostile)
        default:
            var changes = ArticleChanges(token: 1)
            changes.inserted = 3...9
            changes.changed = [1]
            return .changed(changes)
        }
    }

    @Test("All that comes from a reader is bound: a condition names each of its values, and has none of their text")
    func bound() throws {
        var random = Lehmer(state: 91)
        for _ in 0..<400 {
            let sql = SQL(Self.filter(&random, 3))
            let filter = sql.rendered(for: .postgres)
            #expect(!filter.text.contains("DROP") && !sql.rendered(for: .sqlite).text.contains("DROP"))
            let named = Set(filter.text.matches(of: /\$([0-9]+)/).compactMap { Int($0.1) })
            #expect(named.subtracting([1, 2]) == Set(filter.values.indices.map { $0 + 3 }), "\(filter.text)")
            #expect(filter.text.filter { $0 == "(" }.count == filter.text.filter { $0 == ")" }.count)
        }
    }

    @Test("A condition is no part of what it is combined with")
    func combined() {
        func text(_ filter: ArticleFilter) -> String { SQL(filter).rendered(for: .postgres).text }
        #expect(text(.any([.read(true), .starred(true)])) == "(a.read OR a.starred)")
        #expect(text(.always) == "TRUE")
        #expect(text(.never) == "FALSE")
        #expect(text(.feeds([7, 8])) == "a.feed = ANY ($3)")
        #expect(text(.not(.flag(.hidden))) == "NOT coalesce((a.flags & 8) <> 0, FALSE)")
    }

    @Test("A filter's statement is not kept: what readers ask for has texts without number")
    func varies() {
        let sql: SQL = "SELECT a.n FROM \(rows: .article) a WHERE \(sql: SQL(.read(true)))"
        #expect(sql.rendered(for: .sqlite).varies && !("SELECT 1" as SQL).rendered(for: .sqlite).varies)
    }

    @Test("Addresses are resolved wherever they are in a filter, and nothing else is changed")
    func addresses() throws {
        let address = ArticleFilter.address(words: [Array("fox".utf8)], .prefix)
        var asked: [Bool] = []
        let resolved = ArticleFilter.all([address, .any([.not(address), .read(true)])])
            .resolvingAddresses { words in
                asked.append(words.match == .prefix && words.longest == "fox")
                return [1, 2]
            }
        #expect(resolved == .all([.articles([1, 2]), .any([.not(.articles([1, 2])), .read(true)])]))
        #expect(asked == [true, true])
    }
}
