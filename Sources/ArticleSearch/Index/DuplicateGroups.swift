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

    private let store: any DuplicateStore
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

    package init(_ store: any DuplicateStore) { self.store = store }

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
            try store.removeHashes(sketch.keys, of: n)
        }
        guard let group = try group(of: n), group != 0 else { return false }
        try store.setGroup(0, of: [n])
        touched.insert(group)
        return true
    }

    private func storedSketch(_ n: Int64) throws -> DuplicateSketch? {
        try store.indexedText(of: n).map { ForwardEntry($0).sketch }
    }

    /// Renames groups whose first article was removed, and dissolves groups with one article.
    private mutating func settle() throws -> [Change] {
        var changes: [Change] = []
        for group in touched {
            let members = try store.members(ofGroup: group)
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

    /// Stores the hashes.
    ///
    /// - Returns: for each article the articles that share a hash with it, once for each shared hash.
    private func storeKeys() throws -> [Int64: [Int64]] {
        var hashes: [(hash: Int32, article: Int64)] = []
        hashes.reserveCapacity(pending.count * 5)
        for (n, sketch) in pending { for key in sketch.keys { hashes.append((key, n)) } }
        hashes.sort { $0 < $1 }
        return try store.addHashes(hashes, candidates: Self.maxCandidatesOfKey)
    }

    /// Adds an article to the group that it is a near-duplicate of.
    private func join(_ n: Int64, _ others: [Int64]) throws -> [Change] {
        guard let own = try store.compared(n) else { return [] }
        // Articles with more hashes in common come first.
        var shared: [Int64: Int] = [:]
        for other in others { shared[other, default: 0] += 1 }
        let ordered = shared.sorted { ($0.value, $0.key) > ($1.value, $1.key) }.prefix(Self.maxCandidates)
        var roots: [Int64] = []
        let groups = try store.groups(of: ordered.map(\.key) + [n])
        for (other, _) in ordered {
            guard let group = groups[other] else { continue }
            let root = group == 0 ? other : group
            if root != n, !roots.contains(root) { roots.append(root) }
        }
        if let group = groups[n], group != 0 { roots.removeAll { $0 == group } }
        var text: ComparedText?
        var compared = 0
        var copies: [Int64] = []
        for root in roots where compared < Self.maxComparedTexts {
            guard let other = try store.compared(root) else { continue }
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
            let known = try store.members(ofGroup: root)
            changes += try rename(known.isEmpty ? [root] : known, to: first)
        }
        if !changes.isEmpty, try group(of: first) != first { changes += try rename([first], to: first) }
        return changes
    }

    private func compare(_ a: Int64, _ b: Int64) throws -> Bool {
        guard let first = try store.compared(a), let second = try store.compared(b) else { return false }
        let comparison = DuplicateComparison(first, second)
        guard comparison.isPossible, let text = try body(a), let other = try body(b) else { return false }
        return comparison.holds(text, other)
    }

    // MARK: - Rows

    private func rename(_ members: [Int64], to group: Int64) throws -> [Change] {
        try store.setGroup(group, of: members)
        return members.map { ($0, group) }
    }

    private func group(of n: Int64) throws -> Int64? { try store.groups(of: [n])[n] }

    private func body(_ n: Int64) throws -> ComparedText? {
        try store.beginning(of: n, characters: Self.maxCharacters).map { ComparedText($0.span) }
    }
}
