import Articles
import QueryLanguage
import TestSupport
import Testing

@testable import SearchRanking

@Suite struct SearchCursorTests {
    private static func request(_ query: String = "fox") throws -> SearchRequest {
        SearchRequest(query: try QueryParser.parse(query), now: 0)
    }

    private static func isRefused(_ text: String, of request: SearchRequest) -> Bool {
        do {
            _ = try SearchCursor(text: text, of: request)
        } catch StorageError.badCursor {
            return true
        } catch {}
        return false
    }

    @Test("A place by date comes back from its text, with dates and ids of all sizes")
    func dated() throws {
        let request = try Self.request()
        for date: Int64 in [.min, -1, 0, 1, 1_700_000_000, .max] {
            for id: Int64 in [1, 4_294_967_295, .max] {
                for words in [QueryCompiler.WordMatching.all, .any, .anywhere, .alternatives] {
                    var cursor = SearchCursor(.dated(date: date, id: id))
                    cursor.words = words
                    let read = try SearchCursor(text: cursor.text(of: request), of: request)
                    guard case .dated(date, id) = read.place else {
                        Issue.record("\(read.place)")
                        continue
                    }
                    #expect(read.words == words)
                }
            }
        }
    }

    @Test(
        "The hits that were shown come back from the text, and of more than fit their count alone",
        arguments: [0, 1, 20, 900, 9_000])
    func ranked(_ count: Int) throws {
        let request = try Self.request()
        var random = Lehmer(state: UInt64(count))
        var place = RankedPlace(end: 4_000_000_000)
        place.shown = Set((0..<count).map { _ in Int64.random(in: 1...4_000_000_000, using: &random) })
        place.count = place.shown?.count ?? 0
        let text = SearchCursor(.ranked(place)).text(of: request)
        #expect(text.utf8.count <= SearchCursor.maxLength)
        guard case .ranked(let read) = try SearchCursor(text: text, of: request).place else {
            Issue.record("not ranked")
            return
        }
        #expect(read.end == place.end && read.count == place.count)
        #expect(read.shown == (count <= 100 ? place.shown : read.shown))
        if count == 9_000 { #expect(read.shown == nil) }
        if let shown = read.shown { #expect(shown == place.shown) }
    }

    @Test("The cursor of another search, a cut one and any text at all are refused")
    func refused() throws {
        let request = try Self.request()
        let text = SearchCursor(.dated(date: 1_700_000_000, id: 77)).text(of: request)
        var sorted = request
        sorted.sort = .newest
        var within = request
        within.within = "Tech"
        for other in [try Self.request("foxes"), sorted, within] {
            #expect(Self.isRefused(text, of: other))
        }
        for end in text.indices {
            #expect(Self.isRefused(String(text[..<end]), of: request))
        }
        for bad in ["%%%%", String(repeating: "A", count: SearchCursor.maxLength + 1), "检索"] {
            #expect(Self.isRefused(bad, of: request))
        }
        var random = Lehmer(state: 4)
        let letters = Array("ABCDEFGHabcdefgh0123456789-_")
        for length in 0..<300 {
            let forged = String((0..<length).compactMap { _ in letters.randomElement(using: &random) })
            #expect(Self.isRefused("AQ" + forged, of: request))
        }
    }

    @Test("What was shown is not shown again, and comes first where near-duplicates are folded")
    func rest() {
        let matches = (1...6).map { RankedMatch(id: Int64($0), score: Double(10 - $0)) }
        var place = RankedPlace(end: 10)
        place.shown = [2, 5]
        place.count = 2
        #expect(place.rest(of: matches).map(\.id) == [1, 3, 4, 6])
        #expect(place.shownFirst(matches).map(\.id) == [2, 5, 1, 3, 4, 6])
        place.shown = nil
        #expect(place.rest(of: matches).map(\.id) == [3, 4, 5, 6])
        place.count = 90
        #expect(place.rest(of: matches).isEmpty)
    }
}
