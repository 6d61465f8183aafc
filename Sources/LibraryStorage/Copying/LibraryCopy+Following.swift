internal import Articles
internal import Database

/// Brings a copy up to date without building the index again.
extension LibraryCopy {
    /// Copies the changes of the source since a snapshot that `prepare` or an earlier call has copied, and updates the
    /// index. All rows but texts are compared; texts are copied for the articles that commits since then have changed.
    ///
    /// - Parameters:
    ///   - token: the source's history token of that snapshot.
    ///   - isLast: whether the target becomes usable with this call.
    ///   - verify: called before the target's transaction commits; an error undoes the call.
    /// - Returns: the source's history token of the snapshot that is now copied.
    package func catchUp(
        since token: Int64, isLast: Bool = false, verify: () throws -> Void = {}
    ) throws -> Int64 {
        guard let target = target as? any CopyableStore & TableStore,
            let source = source as? any TableStore & CopyableStore
        else { preconditionFailure("every engine has tables") }
        return try target.atomically {
            let result = try source.snapshot { try follow(since: token, source, target) }
            try verify()
            if isLast { try target.finishCopy() }
            return result
        }
    }

    private func follow(
        since token: Int64, _ source: any CopyableStore & TableStore, _ target: any CopyableStore & TableStore
    ) throws -> Int64 {
        let changes = try source.changes(since: token)
        var articles = Set(changes.changed)
        if let inserted = changes.inserted { articles.formUnion(try ids(in: source, from: inserted.lowerBound)) }
        // Removed articles, and changes that no commit has recorded.
        articles.formUnion(try differentArticles())
        let engine = try target.makeBatchEngine(BatchInsertRequest { _ in false })
        do {
            let old = try stored(articles, in: target)
            try engine.willRemove(old)
            for part in parts(old) { try target.remove(copied: part.map { [.integer($0)] }, from: .texts) }
            // Rows that other rows refer to come first, and texts come after their articles.
            for table in CopiedTable.all where table.name != CopiedTable.texts.name { _ = try complete(table) }
            let new = try stored(articles, in: source)
            for part in parts(new) { try target.insert(copied: try texts(of: part, in: source), into: .texts) }
            var restored: [RestoredArticle] = []
            for part in parts(new) {
                try target.database.visit(
                    """
                    SELECT a.n, a.feed, a.sort_date FROM \(rows: .article) a WHERE a.n\(isOneOf: part) ORDER BY a.n
                    """
                ) { restored.append(RestoredArticle(id: $0.integer(0), feed: $0.integer(1), sortDate: $0.integer(2))) }
            }
            try engine.didRestore(restored)
            try engine.flush(isSearched: false)
            try engine.willCommit(last: new.last)
        } catch {
            engine.didRollBack()
            throw error
        }
        try target.setLastNumbers(source.lastNumbers())
        return changes.token
    }

    /// The articles whose rows differ, or that only one of the libraries has.
    private func differentArticles() throws -> Set<ArticleID> {
        var different: Set<ArticleID> = []
        try source.withCopiedRows(of: .article, after: nil) { next in
            try target.withCopiedRows(of: .article, after: nil) { nextCopy in
                var row = try next()
                var copy = try nextCopy()
                while row != nil || copy != nil {
                    let id = row?.first?.integer ?? .max
                    let copied = copy?.first?.integer ?? .max
                    let isSame = id == copied && zip(row ?? [], copy ?? []).allSatisfy { $0.isSame(as: $1) }
                    if !isSame { different.insert(min(id, copied)) }
                    if id <= copied { row = try next() }
                    if copied <= id { copy = try nextCopy() }
                }
            }
        }
        return different
    }

    /// Whether a library is a copy of an earlier state of another one: its history is the beginning of the other
    /// history, and is not empty. A library that was changed after it was copied has a commit of its own.
    package static func isEarlierState(_ copy: any CopyableStore, of source: any CopyableStore) throws -> Bool {
        try source.snapshot {
            try source.withCopiedRows(of: .history, after: nil) { next in
                try copy.withCopiedRows(of: .history, after: nil) { nextCopy in
                    var count = 0
                    while let copied = try nextCopy() {
                        guard let row = try next(), row.count == copied.count,
                            zip(row, copied).allSatisfy({ $0.isSame(as: $1) })
                        else { return false }
                        count += 1
                    }
                    return count > 0
                }
            }
        }
    }

    private static let articlesAtOnce = 1_000

    private func parts(_ ids: [ArticleID]) -> [[ArticleID]] {
        stride(from: 0, to: ids.count, by: Self.articlesAtOnce).map {
            Array(ids[$0..<min($0 + Self.articlesAtOnce, ids.count)])
        }
    }

    private func ids(in store: any TableStore, from first: ArticleID) throws -> [ArticleID] {
        try store.database.integers("SELECT a.n FROM \(rows: .article) a WHERE a.n >= \(first)")
    }

    /// The articles of a store among `ids`, ascending.
    private func stored(_ ids: Set<ArticleID>, in store: any TableStore) throws -> [ArticleID] {
        try parts(ids.sorted()).flatMap { part in
            try store.database.integers(
                "SELECT t.n FROM \(rows: .articleText) t WHERE t.n\(isOneOf: part) ORDER BY t.n")
        }
    }

    private func texts(of ids: [ArticleID], in source: any CopyableStore) throws -> [[CopiedValue]] {
        try ids.compactMap { id in
            try source.withCopiedRows(of: .texts, after: [.integer(id - 1)]) { next in
                try next().flatMap { $0.first?.integer == id ? $0 : nil }
            }
        }
    }
}

extension CopiedTable {
    fileprivate static var texts: Self { one(named: Table.articleText.name) }
    fileprivate static var article: Self { one(named: Table.article.name) }
    fileprivate static var history: Self { one(named: Table.history.name) }

    private static func one(named name: String) -> Self {
        guard let table = all.first(where: { $0.name == name }) else { preconditionFailure("\(name) is not copied") }
        return table
    }
}
