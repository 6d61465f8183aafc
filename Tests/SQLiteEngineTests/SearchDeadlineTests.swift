import LibraryStorage
import Pipelines
import QueryLanguage
import Testing

@testable import Articles
@testable import SQLiteEngine

@Suite struct SearchDeadlineTests {
    private let folder: TemporaryFolder
    private let store: SQLiteStore
    /// Tries each way to part a row of letters before it gives up.
    private static let catastrophic = "re:([a-z]+)*!"

    init() throws {
        folder = try TemporaryFolder()
        store = try SQLiteStore(path: folder.file("a.db"), access: .write)
        let words = ["alpha", "alpine", "beta", "gamma", "delta", "全文", "搜索", "engine", "the"]
        try store.insert(
            (0..<1_500).map { number in
                let text = (0..<40).map { words[(number &* 7 &+ $0 &* $0 &* (number % 11 + 1)) % words.count] }
                return draft("\(number)", "\(text[0]) \(number)", text.joined(separator: " "))
            })
        try store.insert([draft("long", "letters", String(repeating: "abcdefgh", count: 8))])
    }

    private func request(_ text: String) throws -> SearchRequest {
        SearchRequest(query: try QueryParser.parse(text), now: 1_700_000_000)
    }

    private func isDeadline(_ error: (any Error)?) -> Bool {
        error as? SearchError == .deadlineExceeded
    }

    @Test("A regular expression without end is stopped at the deadline", .timeLimit(.minutes(60)))
    func expression() throws {
        for text in [Self.catastrophic, "letters \(Self.catastrophic)", "title:letters -\(Self.catastrophic)"] {
            let request = try request(text)
            for sort in SearchRequest.Sort.allCases {
                var request = request
                request.sort = sort
                let error = #expect(throws: SearchError.self) {
                    try store.until(.after(.milliseconds(50))) { try store.search(request) }
                }
                #expect(isDeadline(error), "\(text)")
            }
            let facets = #expect(throws: SearchError.self) {
                try store.until(.after(.milliseconds(50))) { try store.facets(for: request) }
            }
            #expect(isDeadline(facets))
        }
        #expect(try store.hits("letters") == ["long"])
    }

    @Test(
        "Without a deadline such an expression is an error, and not taken for one that finds nothing",
        .timeLimit(.minutes(60)))
    func expressionWithoutDeadline() throws {
        let error = #expect(throws: StorageError.self) { try store.hits("letters \(Self.catastrophic)") }
        guard case .costlyPattern("([a-z]+)*!", 1_501)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try store.hits("letters re:/(abcdefgh)+$/") == ["long"])
    }

    @Test("Whatever is asked ends with the deadline's error once the time is over")
    func everything() throws {
        let request = try request("alpha")
        let calls: [() throws -> Void] = [
            { _ = try store.search(request) }, { _ = try store.facets(for: request) },
            { _ = try store.similar(to: 1) }, { _ = try store.complete(prefix: "al") },
            { try store.forEachMatch(request.query, now: 0, utcOffset: store.utcOffset) { _ in true } },
            { try store.atomically { _ = try store.change(.starred(true), of: [1, 2]) } },
        ]
        for call in calls {
            let error = #expect(throws: SearchError.self) { try store.until(.after(.zero), call) }
            #expect(isDeadline(error))
        }
        #expect(try store.hits("is:starred").isEmpty)
    }

    @Test(
        "A search that is stopped anywhere says so and nothing else, and the next one gives the right answer",
        arguments: [
            "alp* OR bet*", "NEAR(alpha gamma delta, 5)", "\"alpha beta\" OR 搜", "搜 全", "alpha OR is:unread",
            "alhpa zzz",
            "search:saved -gamma", "(alpha beta) OR (gamma delta)",
        ])
    func stoppedAnywhere(_ text: String) throws {
        try store.save(search: "saved", query: "alpha OR is:starred", now: 1)
        let request = try request(text)
        let reader = try SQLiteStore(path: folder.file("a.db"), access: .read)
        let expected = try SQLiteStore(path: folder.file("a.db"), access: .read).search(request)
        for step in 0..<40 {
            do {
                _ = try reader.until(.after(.microseconds(step * step * 20))) {
                    (try reader.search(request), try reader.facets(for: request))
                }
            } catch {
                #expect(isDeadline(error), "\(error)")
            }
            if step % 8 == 0 {
                let answer = try reader.search(request)
                #expect(answer.total == expected.total && answer.hits.map(\.id) == expected.hits.map(\.id))
                #expect(answer.hits.map(\.score) == expected.hits.map(\.score))
            }
        }
    }

    @Test("Changes that a deadline stops are taken back whole")
    func changes() throws {
        let numbers = Array(Int64(1)...1_400)
        var stored = 0
        for step in 0..<12 {
            do {
                try store.until(.after(.milliseconds(step))) {
                    try store.atomically { _ = try store.change(.starred(true), of: numbers) }
                }
                stored = numbers.count
            } catch { #expect(isDeadline(error)) }
            #expect(try store.hits("is:starred", limit: 2_000).count == stored)
        }
        #expect(try store.check().problems == [])
    }
}
