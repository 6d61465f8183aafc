import LibraryStorage
import PostgreSQL
import SQLite
import TestSupport
import Testing

@testable import PostgresEngine
@testable import PostingIndex

@Suite(.serialized, .enabled(if: PostgresServer.isWanted, Comment(rawValue: PostgresServer.skipped)))
struct ChangedRowTests {
    @Test("Rows that are changed, changed again and removed have the postings, lengths and sums that FTS5 gives them")
    func sameAsFTS5() throws {
        let both = try TwoEngines(seed: 21, pageSize: 200)
        for _ in 0..<3 { try both.load(both.part(60)) }
        for round in 0..<4 {
            try both.change(replaced: 12, removed: 4)
            try both.expectSame(segments: false)
            if round == 2 { try both.load(both.part(40)) }
            if round == 3 { _ = try both.merge(.all(from: 2)) }
            try both.expectSameSums()
        }
        _ = try both.merge(.all(from: 2))
        try both.expectSame(segments: false)
    }

    @Test("A segment with removals in SQLite is read by FTS5 as its own deletions are")
    func readByFTS5() throws {
        let both = try TwoEngines(seed: 22, pageSize: 4_000)
        try both.load(both.part(80))
        try both.changeBySegmentInSQLite(replaced: 20, removed: 10)
        try both.sqlite.execute("INSERT INTO idx (idx, rank) VALUES ('integrity-check', 1)")
    }
}
