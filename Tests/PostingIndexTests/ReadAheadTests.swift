import Foundation
import Testing

@testable import PostingIndex
@testable import SQLite

@Suite final class ReadAheadTests {
    private let path = FileManager.default.temporaryDirectory.appending(path: "read-ahead-\(UUID().uuidString).db").path

    deinit { try? FileManager.default.removeItem(atPath: path) }

    @Test("Doclists are the same with pages read ahead, and where these cannot be", arguments: [true, false])
    func doclists(_ isThere: Bool) throws {
        let c = try SegmentFixture.open(pageSize: 200, path: path)
        var first: Int64 = 1
        for seed in 0..<12 {
            let documents = SegmentFixture.documents(60, words: 40, seed: UInt64(seed))
            try SegmentFixture.load(documents, (first..<first + 60).map { $0 }, into: c)
            first += 60
        }
        let alone = try PostingReader(connection: c, table: "idx")
        let prefetcher = Prefetcher(
            path: isThere ? path : path + ".none", longWait: .zero,
            countReads: { .random(in: 0...(.max)) })
        let reader = try PostingReader(connection: c, table: "idx", prefetcher: prefetcher)
        #expect(try alone.refresh() && reader.refresh())
        #expect(reader.segmentCount == 12)
        for word in 0..<40 {
            let term = Array("w\(word)".utf8)
            let list = try #require(try reader.postings(of: term.span))
            let expected = try #require(try alone.postings(of: term.span))
            #expect(list.rows == expected.rows)
            #expect(list.weightedFrequencies(secondWeight: 2) == expected.weightedFrequencies(secondWeight: 2))
        }
    }
}
