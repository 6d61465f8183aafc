import Articles
import Foundation
import SQLiteEngine

/// Times completion of the last word with an open store, separately for each kind of prefix.
struct CompletionBenchmarks {
    let path: String

    private static let prefixes: [(kind: String, prefixes: [String])] = [
        ("one letter", ["a", "s", "t", "1"]),
        ("two letters and more", ["se", "sea", "search", "qu", "20"]),
        ("one Chinese character", ["全", "中", "的", "文"]),
        ("Chinese and Japanese text", ["全文", "搜索", "中国人", "日本", "検索"]),
        ("pinyin and initials", ["zg", "zhongguo", "qwss", "xq"]),
        ("rare or absent", ["zzzzqqq", "龘", "мо", "éclairx"]),
        ("two words", ["the qui", "搜索 中", "data sc"]),
    ]

    func run(into table: inout ResultTable) throws {
        let store = try SQLiteLibrary.open(path: path, access: .read)
        for (kind, prefixes) in Self.prefixes {
            for prefix in prefixes { _ = try store.complete(prefix: prefix) }
            var stopwatch = Stopwatch()
            for _ in 0..<9 {
                for prefix in prefixes { try stopwatch.once { _ = try store.complete(prefix: prefix) } }
            }
            table.addLatency("complete", stopwatch, work: "\(kind): \(prefixes.joined(separator: ", "))")
        }
    }
}
