import Formats
import Testing

@testable import WebPages

@Suite struct RecentSearchesTests {
    private func searches(_ queries: [String]) -> RecentSearches {
        var searches = RecentSearches(cookieValue: "")
        for query in queries { searches.add(query) }
        return searches
    }

    @Test("Queries of any letters come back from the cookie, the last one first and each once")
    func roundTrip() {
        let kept = searches(["heron", "全文 检索", "a;b=\"c\"", "heron"])
        #expect(kept.queries == ["heron", "a;b=\"c\"", "全文 检索"])
        #expect(RecentSearches(cookieValue: kept.cookieValue) == kept)
        #expect(kept.cookieValue.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ";") })
    }

    @Test("One is forgotten without the others")
    func forgetting() {
        var kept = searches(["a", "b", "c"])
        kept.forget("b")
        kept.forget("x")
        #expect(kept.queries == ["c", "a"])
        kept.forget("a")
        kept.forget("c")
        #expect(kept.cookieValue.isEmpty)
    }

    @Test("The cookie stays below 2 KB, and a long query is not kept")
    func bounds() {
        let kept = searches((0..<40).map { "\($0) " + String(repeating: "字", count: 60) })
        #expect(kept.queries.count == 12 && kept.queries[0].hasPrefix("39 "))
        #expect(kept.cookieValue.utf8.count <= 1_600)
        #expect(searches([String(repeating: "x", count: 201), ""]).queries.isEmpty)
    }

    @Test(
        "Of a cookie that somebody else has written only queries are taken",
        arguments: ["", "...", "%%%", "aGVyb24=;", "!", String(repeating: "A", count: 10_000)])
    func hostile(value: String) {
        #expect(RecentSearches(cookieValue: value).queries.allSatisfy { !$0.isEmpty && $0.utf8.count <= 200 })
        let many = (0..<100).map { Base64.encode(Array("q\($0)".utf8), .url) }.joined(separator: ".")
        #expect(RecentSearches(cookieValue: many).queries.count == 12)
    }
}
