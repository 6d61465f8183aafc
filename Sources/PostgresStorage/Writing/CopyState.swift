internal import Database
internal import LibraryStorage
internal import PostgreSQL
internal import PostgresSearch

/// Finds the copies of articles that share whether they are read (`CopyComparison`).
struct CopyState {
    let library: LibraryConnection

    private struct Candidate {
        var id: Int64
        /// By a person, and not by a rule.
        var isRead: Bool
        var comparison: CopyComparison
    }

    /// Those of some articles of which a copy has been read.
    func readElsewhere(_ numbers: [Int64]) throws -> [Int64] {
        try copies(of: numbers).compactMap { n, copies in copies.contains { $0.isRead } ? n : nil }.sorted()
    }

    /// The other copies of each article that has any, the newest first.
    func copies(ofEach numbers: [Int64]) throws -> [Int64: [Int64]] {
        try copies(of: numbers).mapValues { $0.map(\.id) }
    }

    /// The same, without a round trip where there are none.
    ///
    /// - Parameter groups: the rows of `groups(of:)` for these articles; for others too.
    func copies(ofEach numbers: Set<Int64>, _ groups: PostgresRows) throws -> [Int64: [Int64]] {
        try copies(groups.filter { numbers.contains($0.integer(0)) }).mapValues { $0.map(\.id) }
    }

    /// The groups of near-duplicates that articles are in.
    func groups(of numbers: [Int64]) -> PostgresRequest {
        library.request(
            "SELECT n, first FROM feedsearch.article_group WHERE library = $1 AND slot = $2 AND n = ANY ($3)",
            [.integers(numbers)])
    }

    private func copies(of numbers: [Int64]) throws -> [Int64: [Candidate]] {
        let request = groups(of: numbers)
        return try copies(Array(library.connection.query(request.sql, request.values)))
    }

    private func copies(_ groups: [PostgresRow]) throws -> [Int64: [Candidate]] {
        if groups.isEmpty { return [:] }
        let rows = try library.query(
            """
            SELECT g.first, g.n, a.read AND a.flags & \(StoredFlags.muted) = 0, t.title, t.body
            FROM unnest($3::int8[]) AS u(first) CROSS JOIN LATERAL (
                SELECT first, n FROM feedsearch.article_group
                WHERE library = $1 AND slot = $2 AND first = u.first ORDER BY n DESC LIMIT \(CopyComparison.maxCandidates + 1)
            ) g
            JOIN feedsearch.article a ON a.library = $1 AND a.slot = $2 AND a.n = g.n
            JOIN feedsearch.article_text t ON t.library = $1 AND t.slot = $2 AND t.n = g.n
            ORDER BY g.n DESC
            """, [.integers(Set(groups.map { $0.integer(1) }).sorted())])
        var members: [Int64: [Candidate]] = [:]
        for row in rows {
            let body = String(
                decoding: try library.text(row, 4).prefix(CopyComparison.maxCharacters * 4), as: UTF8.self)
            let text = String(String.UnicodeScalarView(body.unicodeScalars.prefix(CopyComparison.maxCharacters)))
            members[row.integer(0), default: []].append(
                Candidate(
                    id: row.integer(1), isRead: row.bool(2), comparison: CopyComparison(title: row.text(3), body: text))
            )
        }
        var copies: [Int64: [Candidate]] = [:]
        for row in groups {
            let (n, group) = (row.integer(0), members[row.integer(1), default: []])
            guard let own = group.first(where: { $0.id == n }) else { continue }
            copies[n] = group.filter { $0.id != n && own.comparison.holds($0.comparison) }
        }
        return copies
    }
}
