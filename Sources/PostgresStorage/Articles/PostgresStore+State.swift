internal import ArticleSearch
package import Articles
internal import Database
internal import LibraryStorage
internal import PostgreSQL
internal import PostgresSearch

extension PostgresStore {
    /// Changes the state of articles; unread sums follow. Copies of an article share whether it is read.
    ///
    /// - Returns: how many of `numbers` were changed.
    @discardableResult
    package func change(_ change: StateChange, of numbers: [Int64]) throws -> Int {
        if numbers.isEmpty { return 0 }
        return try writing {
            let count = try StateWriter(library: library).apply(change, to: numbers)
            recording?.changed += count
            return count
        }
    }

    package func unread(in scope: ReadScope) throws -> [Int64] { try snapshot { try searcher.unread(in: scope) } }

    @discardableResult
    package func markAllRead(_ scope: ReadScope) throws -> Int {
        try writing { try change(.read(true), of: unread(in: scope)) }
    }
}

/// Changes what a reader keeps about articles, some hundred in a round trip, inside the caller's transaction; unread sums
/// follow, and copies share whether they are read.
struct StateWriter {
    let library: LibraryConnection

    /// - Parameter isRule: nobody has read what a rule marks read, so that its copies in other feeds stay as they are.
    /// - Returns: how many of the articles were changed.
    @discardableResult
    func apply(_ change: StateChange, to numbers: [Int64], isRule: Bool = false) throws -> Int {
        switch change {
        case .read(let read):
            return isRule ? try flip(read, numbers, isMuted: read).count : try setRead(read, numbers)
        case .starred(let starred):
            return try library.run(
                """
                UPDATE feedsearch.article SET starred = $4
                WHERE library = $1 AND slot = $2 AND n = ANY ($3) AND starred <> $4
                """, [.integers(numbers), .bool(starred)])
        case .tags(let add, let remove): return try changeTags(numbers, add: add, remove: remove)
        case .hidden(let hidden):
            let count = try library.run(
                """
                UPDATE feedsearch.article SET flags = flags & ~\(StoredFlags.hidden)::int8 | $4
                WHERE library = $1 AND slot = $2 AND n = ANY ($3) AND flags & \(StoredFlags.hidden) <> $4
                """, [.integers(numbers), .integer(hidden ? StoredFlags.hidden : 0)])
            if hidden { _ = try flip(true, numbers, isMuted: true) }
            return count
        }
    }

    private func setRead(_ read: Bool, _ numbers: [Int64]) throws -> Int {
        let state = CopyState(library: library)
        let (changed, groups) = try flip(read, numbers, isMuted: false, reading: [state.groups(of: numbers)])
        if changed.isEmpty { return 0 }
        let copies = try state.copies(ofEach: changed, groups[0])
        _ = try flip(read, Array(Set(copies.values.joined()).subtracting(changed)).sorted(), isMuted: false)
        // One article after the other: a copy that an earlier one has taken along is not changed by itself.
        var taken: Set<Int64> = []
        var count = 0
        for n in numbers where changed.contains(n) && taken.insert(n).inserted {
            count += 1
            taken.formUnion(copies[n] ?? [])
        }
        return count
    }

    /// - Parameter isMuted: nobody has read them.
    /// - Returns: the articles that were otherwise before.
    private func flip(_ read: Bool, _ numbers: [Int64], isMuted: Bool) throws -> Set<Int64> {
        if numbers.isEmpty { return [] }
        return try flip(read, numbers, isMuted: isMuted, reading: []).changed
    }

    /// - Parameter requests: answered in the same round trip.
    private func flip(
        _ read: Bool, _ numbers: [Int64], isMuted: Bool, reading requests: [PostgresRequest]
    ) throws -> (changed: Set<Int64>, answers: [PostgresRows]) {
        let update = library.request(
            """
            UPDATE feedsearch.article SET read = $4, flags = flags & ~\(StoredFlags.muted)::int8 | $5
            WHERE library = $1 AND slot = $2 AND n = ANY ($3) AND read <> $4 RETURNING n, feed
            """, [.integers(numbers), .bool(read), .integer(isMuted ? StoredFlags.muted : 0)])
        let answers = try library.pipeline([update] + requests)
        let rows = answers[0]
        var sums: [Int64: Int64] = [:]
        for row in rows { sums[row.integer(1), default: 0] += read ? -1 : 1 }
        for (feed, sum) in sums.sorted(by: { $0.key < $1.key }) {
            try library.connection.postpone(
                library.request(
                    "UPDATE feedsearch.feed SET unread = unread + $4 WHERE library = $1 AND slot = $2 AND id = $3",
                    [.integer(feed), .integer(sum)]))
        }
        return (Set(rows.map { $0.integer(0) }), Array(answers.dropFirst()))
    }

    private func changeTags(_ numbers: [Int64], add: [String], remove: [String]) throws -> Int {
        let names = Names(library)
        let add = add.filter { !$0.isEmpty }
        try names.needTags(add)
        let answers = try library.pipeline([
            library.request(
                """
                INSERT INTO feedsearch.article_tag (library, slot, n, tag, own)
                SELECT a.library, a.slot, a.n, u.tag, true FROM feedsearch.article a, unnest($4::int8[]) AS u(tag)
                WHERE a.library = $1 AND a.slot = $2 AND a.n = ANY ($3) ON CONFLICT DO NOTHING RETURNING n
                """, [.integers(numbers), .integers(Set(add.map(names.tagID)).sorted())]),
            library.request(
                """
                DELETE FROM feedsearch.article_tag WHERE library = $1 AND slot = $2 AND n = ANY ($3) AND own AND tag IN (
                    SELECT id FROM feedsearch.tag WHERE library = $1 AND slot = $2 AND name_key = ANY ($4)) RETURNING n
                """, [.integers(numbers), .byteArrays(remove.map(NameKey.of))]),
            library.request(
                """
                UPDATE feedsearch.article a SET flags = flags & ~\(StoredFlags.tagged)::int8 | CASE WHEN EXISTS (
                    SELECT 1 FROM feedsearch.article_tag t
                    WHERE t.library = $1 AND t.slot = $2 AND t.n = a.n AND t.own
                ) THEN \(StoredFlags.tagged) ELSE 0 END WHERE a.library = $1 AND a.slot = $2 AND a.n = ANY ($3)
                """, [.integers(numbers)]),
        ])
        return Set([answers[0], answers[1]].joined().map { $0.integer(0) }).count
    }
}
