import Articles
import Foundation
import LibraryStorage
import PostgreSQL
import PostgresEngine

/// Writes generated articles to a library on a server, and appends a line to a file for each acknowledged batch, for
/// tests that kill it during the work (`KilledWriterTests`). A failed call is repeated, as callers must do after a
/// connection was lost.
struct PostgresWriter {
    let address: PostgresAddress
    /// The numbers of the articles to write, in order.
    let numbers: Range<Int>
    let acknowledged: String
    static let batchSize = 20

    /// The article with a number: in one of five feeds, and a match of one of seven saved searches.
    static func draft(_ number: Int) -> ArticleDraft {
        var draft = ArticleDraft()
        draft.feed = "https://\(number % 5).example/"
        draft.guid = "g\(number)"
        draft.title = "title \(number)"
        draft.body = Array("body of number \(number), common words, alert\(number % 7)".utf8)
        return draft
    }

    private static let maxFailures = 200
    private static let pauseMicroseconds: UInt32 = 50_000

    func run() throws {
        var failures = 0
        var rest = numbers
        while failures < Self.maxFailures {
            do {
                return try write(&rest)
            } catch is StorageError {
                failures += 1
                usleep(Self.pauseMicroseconds)
            }
        }
    }

    private func write(_ rest: inout Range<Int>) throws {
        let store = try PostgresLibrary.open(address, access: .write)
        store.alertSettings.includesFirstImports = true
        guard let file = FileHandle(forWritingAtPath: acknowledged) else { return }
        try file.seekToEnd()
        while !rest.isEmpty {
            let batch = rest.prefix(Self.batchSize)
            do { try insert(batch, into: store) } catch is StorageError { try insert(batch, into: store) }
            rest = rest.dropFirst(Self.batchSize)
            try file.write(contentsOf: Data("\(batch.upperBound)\n".utf8))
        }
    }

    private func insert(_ batch: Range<Int>, into store: PostgresStore) throws {
        var left = batch
        try store.insert(
            BatchInsertRequest(batchSize: Self.batchSize) { row in
                guard let number = left.popFirst() else { return false }
                row = Self.draft(number)
                return true
            }, now: 1)
    }
}
