import Foundation
import LibraryStorage
import SQLite
import Testing

@testable import Articles
@testable import SQLiteEngine

private let corpora: URL? = {
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    let shared =
        ProcessInfo.processInfo.environment["FEEDSEARCH_SHARED"].map { URL(fileURLWithPath: $0) }
        ?? package.deletingLastPathComponent().appending(path: "shared")
    let root = shared.appending(path: "corpora")
    return FileManager.default.fileExists(atPath: root.path) ? root : nil
}()

/// Real texts, of which only these are copies of each other: each pair was read and compared.
@Suite(.enabled(if: corpora != nil, "../shared/corpora is absent")) struct CollectionDuplicateTests {
    @Test(
        "In collections whose passages share titles, only true copies are near-duplicates",
        arguments: [
            ("cranfield", [["843", "889"]]), ("vaswani", [["2329", "2330"]]), ("drcd", []),
            ("squad", [["squad-00497", "squad-00506"]]), ("xquad-zh", []),
        ] as [(String, [[String]])])
    func collection(_ name: String, _ copies: [[String]]) throws {
        struct Passage: Decodable {
            var id: String
            var title: String
            var text: String
        }
        let file = try #require(corpora).appending(path: "\(name)/docs.jsonl")
        let drafts = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map { line in
            let passage = try JSONDecoder().decode(Passage.self, from: Data(line.utf8))
            return draft(passage.id, passage.title, passage.text, feed: "feed of \(passage.id)")
        }
        let folder = try TemporaryFolder()
        let store = try SQLiteStore(path: folder.file("a.db"), access: .write)
        try store.insert(drafts)
        let rows = try store.connection.prepare(
            "SELECT f.fold, a.guid FROM article_forward f JOIN article a USING (n) WHERE f.fold <> 0 ORDER BY f.fold, a.n"
        )
        var groups: [Int64: [String]] = [:]
        while try rows.step() { groups[rows.integer(0), default: []].append(rows.text(1)) }
        #expect(groups.sorted { $0.key < $1.key }.map(\.value) == copies)
    }
}
