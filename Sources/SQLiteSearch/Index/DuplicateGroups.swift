package import SQLite
package import SearchRanking

/// Finds the near-duplicates of articles as they are stored, and keeps them in groups.
///
/// A group has at least two articles; its number is the id of its first article. Each member is a near-duplicate of the
/// first, so that a chain of small changes does not join articles that differ. The column `fold` of `article_forward`
/// and the facts in `article_facts` hold the group of each article; 0 for none.
///
/// Runs inside the caller's transaction.
package struct DuplicateGroups {
    /// An article and its new group.
    package typealias Change = (id: Int64, group: Int64)

    private let connection: Connection
    private var pending: [Int64: DuplicateSketch] = [:]
    /// Groups that lost an article.
    private var touched: Set<Int64> = []

    /// At most this many articles with one hash are candidates, the newest ones.
    private static let maxCandidatesOfKey = 16
    /// How many groups and single articles are compared with an article by title, and how many of them by text.
    private static let maxCandidates = 16
    private static let maxComparedTexts = 6
    /// Only this much of a text is compared, in characters.
    package static let maxCharacters = 24_000

    package init(connection: Connection) { self.connection = connection }

    /// Adds an article that is in no group. Its rows must be stored before `link` is called.
    package mutating func add(_ n: Int64, _ sketch: DuplicateSketch) { pending[n] = sketch }

    /// Discards what was added; called after a rollback.
    package mutating func forget() {
        pending.removeAll()
        touched.removeAll()
    }

    // MARK: - Leaving

    /// Removes an article from its group. Its stored text must still be the one that it was added with.
    ///
    /// - Returns: false if it was in no group.
    package mutating func remove(_ n: Int64) throws -> Bool {
        pending[n] = nil
        if let sketch = try storedSketch(n) {
            let deletion = try connection.cachedStatement("DELETE FROM article_sketch WHERE key = ? AND n = ?")
            for key in sketch.keys {
                deletion.bind(Int64(key), at: 1)
                deletion.bind(n, at: 2)
                try deletion.run()
            }
        }
        guard let group = try group(of: n), group != 0 else { return false }
        try setGroup(0, of: n)
        touched.insert(group)
        return true
    }

    private func storedSketch(_ n: Int64) throws -> DuplicateSketch? {
        try IndexedText.stored(n, connection).map { ForwardEntry($0).sketch }
    }

    /// Renames groups whose first article was removed, and dissolves groups with one article.
    private mutating func settle() throws -> [Change] {
        var changes: [Change] = []
        for group in touched {
            let members = try members(of: group)
            guard let first = members.first, first != group || members.count == 1 else { continue }
            changes += try rename(members, to: members.count == 1 ? 0 : first)
        }
        touched.removeAll()
        return changes
    }

    // MARK: - Joining

    /// Finds the near-duplicates of the added articles.
    ///
    /// - Returns: articles with a new group.
    package mutating func link() throws -> [Change] {
        var changes = try settle()
        guard !pending.isEmpty else { return changes }
        let candidates = try storeKeys()
        pending.removeAll(keepingCapacity: true)
        for (n, others) in candidates.sorted(by: { $0.key < $1.key }) { changes += try join(n, others) }
        return changes
    }

    /// Writes the hashes in ascending order, so that adjacent rows are written together.
    ///
    /// - Returns: for each article the articles that share a hash with it, once for each shared hash.
    private func storeKeys() throws -> [Int64: [Int64]] {
        var keys: [(key: Int32, id: Int64)] = []
        keys.reserveCapacity(pending.count * 5)
        for (n, sketch) in pending { for key in sketch.keys { keys.append((key, n)) } }
        keys.sort { $0 < $1 }
        let find = try connection.cachedStatement(
            "SELECT n FROM article_sketch WHERE key = ? ORDER BY n DESC LIMIT \(Self.maxCandidatesOfKey)")
        let insertion = try connection.cachedStatement("INSERT OR IGNORE INTO article_sketch (key, n) VALUES (?, ?)")
        var found: [Int64: [Int64]] = [:]
        for (key, n) in keys {
            find.bind(Int64(key), at: 1)
            while try find.step() {
                let other = find.integer(0)
                if other != n { found[n, default: []].append(other) }
            }
            find.reset()
            insertion.bind(Int64(key), at: 1)
            insertion.bind(n, at: 2)
            try insertion.run()
        }
        return found
    }

    /// Adds an article to the group that it is a near-duplicate of.
    private func join(_ n: Int64, _ others: [Int64]) throws -> [Change] {
        guard let own = try header(n) else { return [] }
        // Articles with more hashes in common come first.
        var shared: [Int64: Int] = [:]
        for other in others { shared[other, default: 0] += 1 }
        let ordered = shared.sorted { ($0.value, $0.key) > ($1.value, $1.key) }.prefix(Self.maxCandidates)
        var roots: [Int64] = []
        for (other, _) in ordered {
            guard let group = try group(of: other) else { continue }
            let root = group == 0 ? other : group
            if root != n, !roots.contains(root) { roots.append(root) }
        }
        if let group = try group(of: n), group != 0 { roots.removeAll { $0 == group } }
        var text: ComparedText?
        var compared = 0
        var copies: [Int64] = []
        for root in roots where compared < Self.maxComparedTexts {
            guard let other = try header(root) else { continue }
            let comparison = DuplicateComparison(own, other)
            guard comparison.isPossible else { continue }
            compared += 1
            guard let ownText = try text ?? body(n), let otherText = try body(root) else { continue }
            text = ownText
            if comparison.holds(ownText, otherText) { copies.append(root) }
        }
        return copies.isEmpty ? [] : try unite(n, copies)
    }

    /// Merges an article and the groups in `roots` into one group, except those whose first article is no
    /// near-duplicate of the merged group's first.
    private func unite(_ n: Int64, _ roots: [Int64]) throws -> [Change] {
        let current = try group(of: n) ?? 0
        let own = current == 0 ? n : current
        let first = min(own, roots.min() ?? own)
        var changes: [Change] = []
        for root in Set(roots + [own]).sorted() where root != first {
            // n is a near-duplicate of all `roots`; they need not be near-duplicates of each other.
            guard try root == n || first == n || compare(root, first) else { continue }
            let known = try members(of: root)
            changes += try rename(known.isEmpty ? [root] : known, to: first)
        }
        if !changes.isEmpty, try group(of: first) != first { changes += try rename([first], to: first) }
        return changes
    }

    private func compare(_ a: Int64, _ b: Int64) throws -> Bool {
        guard let first = try header(a), let second = try header(b) else { return false }
        let comparison = DuplicateComparison(first, second)
        guard comparison.isPossible, let text = try body(a), let other = try body(b) else { return false }
        return comparison.holds(text, other)
    }

    // MARK: - Rows

    private func rename(_ members: [Int64], to group: Int64) throws -> [Change] {
        for n in members { try setGroup(group, of: n) }
        return members.map { ($0, group) }
    }

    private func setGroup(_ group: Int64, of n: Int64) throws {
        let update = try connection.cachedStatement("UPDATE article_forward SET fold = ? WHERE n = ?")
        update.bind(group, at: 1)
        update.bind(n, at: 2)
        try update.run()
    }

    private func group(of n: Int64) throws -> Int64? {
        let statement = try connection.cachedStatement("SELECT fold FROM article_forward WHERE n = ?")
        defer { statement.reset() }
        statement.bind(n, at: 1)
        return try statement.step() ? statement.integer(0) : nil
    }

    private func members(of group: Int64) throws -> [Int64] { try Self.members(of: group, connection) }

    /// The articles of a group, ascending.
    package static func members(of group: Int64, _ connection: Connection) throws -> [Int64] {
        if group == 0 { return [] }
        let statement = try connection.cachedStatement(
            "SELECT n FROM article_forward WHERE fold = ? AND fold <> 0 ORDER BY n")
        defer { statement.reset() }
        statement.bind(group, at: 1)
        var members: [Int64] = []
        while try statement.step() { members.append(statement.integer(0)) }
        return members
    }

    private func header(_ n: Int64) throws -> DuplicateComparison.Article? {
        let statement = try connection.cachedStatement(
            """
            SELECT a.feed, t.title, f.title FROM article a JOIN article_text t ON t.n = a.n JOIN feed f ON f.id = a.feed
            WHERE a.n = ?
            """)
        defer { statement.reset() }
        statement.bind(n, at: 1)
        guard try statement.step() else { return nil }
        return .init(
            feed: statement.integer(0), title: ComparedTitle(statement.text(1), site: statement.textOrNil(2)))
    }

    private func body(_ n: Int64) throws -> ComparedText? {
        let statement = try connection.cachedStatement(
            "SELECT substr(\(StoredTexts.functionName)(body), 1, \(Self.maxCharacters)) FROM article_text WHERE n = ?")
        defer { statement.reset() }
        statement.bind(n, at: 1)
        guard try statement.step() else { return nil }
        return statement.withBytes(0) { ComparedText($0) }
    }
}
