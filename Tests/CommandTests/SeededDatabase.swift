import Articles
import SQLiteEngine

extension BuiltProgram {
    /// Writes a database of a few articles in two feeds and returns its path.
    func seed(_ name: String = "a.db", extra: [(id: String, title: String, body: String)] = []) throws -> String {
        let store = try SQLiteLibrary.open(path: path(name), access: .write)
        var articles = [
            (id: "a1", title: "全文搜索引擎入门", body: "SQLite 的 FTS5 支持中文全文搜索，分词是关键。"),
            (id: "a2", title: "Searching feeds", body: "A quick brown fox searches the full text of feeds."),
            (id: "a3", title: "Evil \u{1B}[31mtitle\u{202E}", body: "escape \u{1B}]0;x\u{7} fox"),
            (id: "a4", title: "", body: "An untitled article about cats."),
        ]
        articles += extra
        var index = 0
        let request = BatchInsertRequest { row in
            guard index < articles.count else { return false }
            let article = articles[index]
            row.feed = index % 2 == 0 ? "https://user:secret@example.org/feed" : "https://example.net/feed"
            row.guid = article.id
            row.url = "https://example.org/\(article.id)?token=hidden"
            row.title = article.title
            row.body = Array(article.body.utf8)
            row.published = 1_700_000_000 + Int64(index) * 86_400
            row.tags = ["标签"]
            index += 1
            return true
        }
        try store.insert(request, now: 1_750_000_000)
        for feed in ["https://user:secret@example.org/feed", "https://example.net/feed"] {
            var draft = FeedDraft(url: feed)
            draft.title = feed.contains("secret") ? "秘密 Feed" : nil
            draft.subscribe = true
            draft.folders = [["技术", "数据库"]]
            try store.upsert(draft, now: 1_750_000_000)
        }
        return store.location
    }
}
