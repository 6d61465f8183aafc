import Articles
import Foundation
import PostgreSQL
import QueryLanguage
import SearchRanking
import TestSupport
import Testing

@testable import PostgresSearch

@Suite struct PostgresFilterTests {
    private static let place = LibrarySlot(library: 4, slot: 2)

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
        case 3: return .address(words: [Array(hostile.utf8)], isPrefix: true)
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
            let filter = PostgresFilter(Self.filter(&random, 3), Self.place)
            #expect(!filter.sql.contains("DROP"))
            #expect(Array(filter.values.prefix(2)) == Self.place.values)
            let named = Set(filter.sql.matches(of: /\$([0-9]+)/).compactMap { Int($0.1) })
            #expect(named == Set(1...filter.values.count), "\(filter.sql)")
            #expect(filter.sql.filter { $0 == "(" }.count == filter.sql.filter { $0 == ")" }.count)
        }
    }

    @Test("A condition is of one library and slot, whatever is combined with it")
    func library() {
        for filter in [ArticleFilter.always, .never, .any([.read(true), .starred(true)]), .not(.read(true))] {
            #expect(PostgresFilter(filter, Self.place).sql.hasPrefix("a.library = $1 AND a.slot = $2 AND "))
        }
        #expect(
            PostgresFilter(.any([.read(true), .starred(true)]), Self.place).sql.hasSuffix(" AND (a.read OR a.starred)"))
        #expect(PostgresFilter(.always, Self.place).sql.hasSuffix(" AND TRUE"))
        #expect(PostgresFilter(.never, Self.place).sql.hasSuffix(" AND FALSE"))
    }

    @Test("Addresses are resolved wherever they are in a filter, and nothing else is changed")
    func addresses() throws {
        let address = ArticleFilter.address(words: [Array("fox".utf8)], isPrefix: true)
        var asked: [Bool] = []
        let resolved = ArticleFilter.all([address, .any([.not(address), .read(true)])])
            .resolvingAddresses { words, isPrefix in
                asked.append(isPrefix && words.longest == "fox")
                return [1, 2]
            }
        #expect(resolved == .all([.articles([1, 2]), .any([.not(.articles([1, 2])), .read(true)])]))
        #expect(asked == [true, true])
    }
}
