import Articles
import Pipelines
import TestSupport
import Testing

@testable import SearchRanking

/// Addresses, regular expressions and titles.
@Suite struct QueryPartsTests {
    private static func isFound(_ words: [[UInt8]], _ match: AddressMatch, in address: String) -> Bool {
        AddressWords.isFound(words, match, in: Array(address.utf8).span)
    }

    private static func isFound(_ text: String, _ match: AddressMatch = .adjacent, in address: String) -> Bool {
        AddressWords.isFound(AddressWords.terms(of: text), match, in: Array(address.utf8).span)
    }

    @Test("Words are found in an address side by side, without case, with escapes as the letters that they stand for")
    func addresses() {
        let address = "https://Example.org/2024/%E6%A3%80%E7%B4%A2/Caf%C3%A9-news?id=7"
        for text in ["example.org", "EXAMPLE", "org/2024", "检索", "café", "news?id=7", "cafe news"] {
            #expect(Self.isFound(text, in: address), "\(text)")
        }
        for text in ["exam", "example 2024", "2024/example", "索检", "org 7"] {
            #expect(!Self.isFound(text, in: address), "\(text)")
        }
        #expect(
            Self.isFound("org/20", .prefix, in: address) && !Self.isFound("rg/20", .prefix, in: address))
        #expect(!Self.isFound([], .adjacent, in: address))
        // An escape that is cut off stays as it is.
        #expect(Self.isFound("a", in: "https://a/%E") && Self.isFound("zz", in: "https://a/%zz"))
    }

    @Test(
        "An address that was typed is that of an article whatever its scheme, fragment, final slash and tracking",
        arguments: [
            "https://example.org/a/b?id=7", "http://example.org/a/b/?id=7", "HTTPS://EXAMPLE.org/a/b?id=7#part",
            "example.org/a/b?id=7", "https://example.org/a/b?utm_source=rss&id=7&fbclid=x",
        ])
    func typedAddresses(_ text: String) throws {
        let address = try #require(AddressQuery(text))
        guard case .address(let words, .whole) = address.whole else {
            Issue.record("\(address.whole)")
            return
        }
        for stored in ["http://example.org/a/b?id=7", "https://example.org/a/b/?utm_medium=feed&id=7#x"] {
            #expect(Self.isFound(words, .whole, in: stored), "\(stored)")
            #expect(Self.isFound(words, .adjacent, in: stored), "\(stored)")
        }
        for other in ["https://example.org/a/b?id=8", "https://example.org/a", "https://example.org/a/b/c?id=7"] {
            #expect(!Self.isFound(words, .whole, in: other), "\(other)")
        }
    }

    @Test(
        "Text that only looks like an address is none",
        arguments: ["example.org", "a/b", "1.5/2", "v1.2/x", "and/or", "//", "https://", "a..b/c", "std::sort"])
    func noAddresses(_ text: String) { #expect(AddressQuery(text) == nil) }

    @Test("An article must fulfil all expressions of a query, in its title or its text, and none that is negated")
    func patterns() throws {
        func matches(_ patterns: [(String, Bool)], _ title: String, _ body: String) throws -> Bool {
            try PatternMatcher(patterns.map { .init(pattern: $0.0, caseInsensitive: true, negated: $0.1) })
                .matches(1, title: title, body: body, until: .never)
        }
        #expect(try matches([], "a", "b"))
        #expect(try matches([("fo+x", false)], "A FOOX", "") && matches([("fo+x", false)], "", "a foox"))
        #expect(try !matches([("fo+x", false)], "fx", "f x"))
        #expect(try matches([("fox", false), ("cat", true)], "fox", "dog"))
        #expect(try !matches([("fox", false), ("cat", true)], "fox", "cat"))
        // Not over the end of the title.
        #expect(try !matches([("fo.?x", false)], "fo", "x"))
        #expect {
            try matches([("(", false)], "", "")
        } throws: { error in
            if case StorageError.badPattern("(") = error { true } else { false }
        }
    }

    @Test("The parts of a title are in order, apart, on characters, and each has more than blanks")
    func titleParts() {
        let pieces = [
            "Fox", " - ", " | ", "-", "：", "【", "】", "检索", " ", "_", "3:15", "1/2", " / ", "·", "—", "é", ": ",
        ]
        var random = Lehmer(state: 21)
        for round in 0..<800 {
            let title = (0..<round % 12).compactMap { _ in pieces.randomElement(using: &random) }.joined()
            let bytes = Array(title.utf8)
            let ranges = TitleParts.ranges(of: bytes.span)
            var end = 0
            for range in ranges {
                #expect(range.lowerBound >= end && range.upperBound <= bytes.count)
                #expect(String(validating: bytes[range], as: UTF8.self) != nil)
                #expect(bytes[range].contains { $0 > 0x20 })
                end = range.upperBound
            }
            let longest = TitleParts.longest(of: bytes.span)
            #expect(longest == (ranges.count > 1 ? ranges.first { $0.count == ranges.map(\.count).max() } : nil))
        }
    }

    @Test(
        "A headline and the name of its site are parted, a hyphen inside a word parts nothing",
        arguments: [
            ("Fox seen - Daily News", ["Fox seen ", " Daily News"]), ("狐狸_新闻网", ["狐狸", "新闻网"]),
            ("【网站】标题", ["网站", "标题"]),
            ("well-known fox", ["well-known fox"]), ("At 3:15 and 1/2", ["At 3:15 and 1/2"]),
            ("A | B | C", ["A ", " B ", " C"]),
            ("", []), (" - ", []),
        ])
    func sites(_ title: String, _ parts: [String]) {
        let bytes = Array(title.utf8)
        #expect(TitleParts.ranges(of: bytes.span).map { String(decoding: bytes[$0], as: UTF8.self) } == parts)
    }

    @Test("A term scores more with more occurrences, in a shorter article, and never its bound")
    func scores() {
        var last = 0.0
        for frequency in 1...50 {
            let norm = Ranking.norm(length: 300, average: 300)
            let score = Ranking.score(weight: 1, frequency: Double(frequency), norm: norm)
            #expect(score > last && score < Ranking.maxImpact)
            #expect(
                score
                    < Ranking.score(
                        weight: 1, frequency: Double(frequency), norm: Ranking.norm(length: 100, average: 300)))
            #expect(abs(Ranking.impact(frequency: Double(frequency), norm: norm) * Ranking.maxImpact - score) < 1e-12)
            last = score
        }
        #expect(
            Ranking.idf(articles: 9, of: 5) == Ranking.idf(articles: 5, of: 5) && Ranking.idf(articles: 5, of: 5) > 0)
        #expect(Ranking.length(title: -1, body: 70_000) == 65_535)
    }
}
