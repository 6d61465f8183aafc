import Foundation
import LibraryStorage
import SQLite
import Synchronization
import Testing

@testable import ArticleSearch
@testable import Articles
@testable import SQLiteEngine
@testable import SearchRanking

@Suite struct CheckTests {
    private let folder: TemporaryFolder
    init() throws { folder = try TemporaryFolder() }

    @Test(
        "A word or a character whose second code looks like a mark ends no title",
        arguments: ["209544", "a 209544 b", "\u{20001}\u{20001} 标题", "\u{20000}"])
    func marksInTitles(_ title: String) throws {
        let store = try SQLiteStore(path: folder.file("a.db"), access: .write)
        let body = (0..<60).map { "word\($0)" }.joined(separator: " ")
        try store.insert([draft("a", title, body), draft("b", title, body)])
        #expect(try store.check().problems == [])
        #expect(try store.statistics.source.derivedFacts(of: 1).foldKey == store.statistics.facts.facts(of: 1).foldKey)
        #expect(try store.hits("word1").count == 1)
    }

    @Test("The end of a title is found unit by unit")
    func endOfTitle() {
        func end(_ codes: [UInt16]) -> Int? { ForwardUnits.endOfTitle(in: codes.span) }
        let word = ForwardUnits.firstWordCode
        let mark = ForwardUnits.endOfTitle
        #expect(end([word, mark, mark, 7]) == 2)
        #expect(end([mark]) == 0)
        #expect(end([word, mark]) == nil)
        #expect(end([]) == nil)
        let cut = [UInt16](repeating: 0x4E00, count: ForwardUnits.maxCodes - 1) + [word, mark, 7]
        #expect(end(cut) == ForwardUnits.maxCodes)
    }

    @Test("check needs no lock, and changes nothing")
    func lockFree() throws {
        let path = folder.file("a.db")
        let store = try SQLiteStore(path: path, access: .write)
        try store.insert([draft("a", "Title", "A text.")])
        let version = try Connection(path: path, mode: .readOnly).integer("PRAGMA data_version")
        let report = try store.connection.transaction { try SQLiteStore(path: path, access: .read).check() }
        #expect(report.problems == [])
        #expect(try Connection(path: path, mode: .readOnly).integer("PRAGMA data_version") == version)
    }

    @Test("Beside a writer check finds a sound database sound, and the writer goes on")
    func besideWriter() throws {
        let path = folder.file("a.db")
        try SQLiteStore(path: path, access: .write).insert((0..<200).map { Self.article($0) })
        let isEnding = Atomic(false)
        let written = Atomic(0)
        let failures = Mutex<[String]>([])
        let writer = Thread {
            do {
                let store = try SQLiteStore(path: path, access: .write)
                var next = 200
                while !isEnding.load(ordering: .relaxed) {
                    try store.insert((next..<next + 5).map { Self.article($0) })
                    try store.remove([Int64(next - 100)], now: 1)
                    next += 5
                    written.store(next, ordering: .relaxed)
                }
            } catch {
                failures.withLock { $0.append("\(error)") }
            }
            isEnding.store(false, ordering: .relaxed)
        }
        writer.start()
        for _ in 0..<6 { #expect(try SQLiteStore(path: path, access: .read).check().problems == []) }
        isEnding.store(true, ordering: .relaxed)
        while isEnding.load(ordering: .relaxed) { Thread.sleep(forTimeInterval: 0.01) }
        #expect(written.load(ordering: .relaxed) > 200)
        #expect(failures.withLock { $0 } == [])
    }

    private static func article(_ number: Int) -> ArticleDraft {
        let words = (0..<60).map { "word\(number * 7 % 50 + $0)" }.joined(separator: " ")
        return draft("\(number)", "Title 全文搜索 \(number)", words)
    }

    @Test(
        "Numbers beyond their limits are reported, and nothing that reads the database fails on them",
        arguments: [Int64.min, -1, 0, Int64(UInt32.max) + 1, 1 << 53, Int64.max])
    func numbers(_ number: Int64) throws {
        let path = folder.file("a.db")
        let store = try SQLiteStore(path: path, access: .write)
        try store.insert((0..<5).map { Self.article($0) })
        for (table, column) in [
            ("article", "n"), ("article_text", "n"), ("article_index_docsize", "id"), ("article_forward", "n"),
        ] {
            let other = try Connection(path: path, mode: .readWrite)
            other.setDefensive(false)
            try other.run("UPDATE \(table) SET \(column) = ? WHERE \(column) = 5", [.integer(number)])
            let reader = try SQLiteStore(path: path, access: .read)
            #expect(try !reader.check().problems.isEmpty)
            for query in ["word3", "全", "word3 OR word4", "wor*", "\"word3 word4\""] {
                for sort in [SearchRequest.Sort.relevance, .newest, .oldest] { _ = try reader.hits(query, sort: sort) }
            }
            _ = try reader.article(number)
            _ = try reader.similar(to: number)
            _ = try reader.complete(prefix: "wor")
            _ = try reader.storeStatistics()
        }
        #expect(try store.check().problems.contains { $0.contains("not within 1 to 4294967295") })
    }
}
