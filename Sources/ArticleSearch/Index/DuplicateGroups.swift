package import SearchRanking

/// Finds the near-duplicates of articles when they are stored, and keeps them in groups.
///
/// A group has at least two articles; its number is the id of its first article. Each member is a near-duplicate of the
/// first, so that a chain of small changes does not join articles that differ. The engine stores the group of each
/// article (0 for no group) in `article_facts`, with the other facts.
///
/// Runs inside the caller's transaction.
package struct DuplicateGroups {
    /// An article and its new group.
    package typealias Change = (id: Int64, group: Int64)

    private let store: any DuplicateStore
    private var pending: [Int64: DuplicateSketch] = [:]
    /// Groups that have lost an article.
    private var touched: Set<Int64> = []

    /// The maximum number of candidates per hash; the newest articles are used.
    package static let maxCandidatesOfKey = 16
    /// The maximum numbers of groups and single articles whose titles, and whose texts, are compared with an article.
    private static let maxCandidates = 16
    private static let maxComparedTexts = 6
    /// If more groups and single articles than this share a text with an article but have other titles, the text is
    /// considered boilerplate.
    private static let maxRootsOfText = 4
    /// Only this many characters at the beginning of a text are compared.
    package static let maxCharacters = 24_000

    package init(_ store: any DuplicateStore) { self.store = store }

    /// Adds an article that is in no group. Its rows must be stored before `link` is called.
    package mutating func add(_ n: Int64, _ sketch: DuplicateSketch) { pending[n] = sketch }

    /// Discards the added articles; called after a rollback.
    package mutating func forget() {
        pending.removeAll()
        touched.removeAll()
    }

    // MARK: - Leaving a group

    /// Removes an article from its group. Its stored text must still be the text with which it was added.
    ///
    /// - Returns: false if it was in no group.
    package mutating func remove(_ n: Int64) throws -> Bool {
        pending[n] = nil
        if let sketch = try store.storedSketch(n) { try store.deleteKeys(sketch.keys + sketch.textKeys, of: n) }
        guard let group = try store.group(of: n), group != 0 else { return false }
        try store.setGroup(0, of: n)
        touched.insert(group)
        return true
    }

    /// Renames groups whose first article was removed, and dissolves groups of one article.
    private mutating func settle() throws -> [Change] {
        var changes: [Change] = []
        for group in touched {
            let members = try store.members(of: group)
            guard let first = members.first, first != group || members.count == 1 else { continue }
            changes += try rename(members, to: members.count == 1 ? 0 : first)
        }
        touched.removeAll()
        return changes
    }

    // MARK: - Joining a group

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
    /// - Returns: for each article, the articles that share a hash with it, listed once per shared hash.
    private func storeKeys() throws -> [Int64: [DuplicateKey.Match]] {
        var keys: [DuplicateKey] = []
        keys.reserveCapacity(pending.count * 7)
        for (n, sketch) in pending {
            for key in sketch.keys { keys.append(DuplicateKey(key: key, id: n, isOfText: false)) }
            for key in sketch.textKeys { keys.append(DuplicateKey(key: key, id: n, isOfText: true)) }
        }
        keys.sort { ($0.key, $0.id) < ($1.key, $1.id) }
        return try store.storeKeys(keys)
    }

    /// Adds an article to the group of its near-duplicates.
    private func join(_ n: Int64, _ others: [DuplicateKey.Match]) throws -> [Change] {
        let roots = try roots(n, others)
        guard !roots.isEmpty, let own = try store.header(n) else { return [] }
        var text: [UInt8]?
        var ownWords: ComparedText?
        var compared = 0
        var copies: [Int64] = []
        for root in roots where compared < Self.maxComparedTexts {
            guard let other = try store.header(root) else { continue }
            let comparison = DuplicateComparison(own, other)
            guard comparison.isPossible else { continue }
            compared += 1
            guard let ownText = try text ?? store.body(n), let otherText = try store.body(root) else { continue }
            text = ownText
            guard comparison.isPossible(textLengths: ownText.count, otherText.count) else { continue }
            let words = ownWords ?? ComparedText(ownText.span)
            ownWords = words
            if comparison.holds(words, ComparedText(otherText.span)) { copies.append(root) }
        }
        return copies.isEmpty ? [] : try unite(n, copies)
    }

    /// The groups that share hashes with an article and do not contain it, each represented by its first article, and
    /// the single articles that share hashes with it.
    private func roots(_ n: Int64, _ others: [DuplicateKey.Match]) throws -> [Int64] {
        let own = try store.group(of: n) ?? 0
        func add(_ others: some Sequence<Int64>, to roots: inout [Int64]) throws {
            for other in others {
                guard let group = try store.group(of: other) else { continue }
                let root = group == 0 ? other : group
                if root != n, root != own, !roots.contains(root) { roots.append(root) }
            }
        }
        // Articles with more shared hashes come first.
        var shared: [Int64: Int] = [:]
        for other in others where !other.isOfText { shared[other.id, default: 0] += 1 }
        let ordered = shared.sorted { ($0.value, $0.key) > ($1.value, $1.key) }.prefix(Self.maxCandidates)
        var roots: [Int64] = []
        try add(ordered.lazy.map(\.key), to: &roots)
        let titled = roots.count
        let texts = Set(others.lazy.filter { $0.isOfText && shared[$0.id] == nil }.map(\.id))
        try add(texts.sorted(by: >), to: &roots)
        if roots.count - titled > Self.maxRootsOfText { roots.removeLast(roots.count - titled) }
        return roots
    }

    /// Merges an article and the groups in `roots` into one group. Leaves out groups whose first article is not a
    /// near-duplicate of the merged group's first article.
    private func unite(_ n: Int64, _ roots: [Int64]) throws -> [Change] {
        let current = try store.group(of: n) ?? 0
        let own = current == 0 ? n : current
        let first = min(own, roots.min() ?? own)
        var changes: [Change] = []
        for root in Set(roots + [own]).sorted() where root != first {
            // n is a near-duplicate of all `roots`, but they need not be near-duplicates of each other.
            guard try root == n || first == n || compare(root, first) else { continue }
            let known = try store.members(of: root)
            changes += try rename(known.isEmpty ? [root] : known, to: first)
        }
        if !changes.isEmpty, try store.group(of: first) != first { changes += try rename([first], to: first) }
        return changes
    }

    private func compare(_ a: Int64, _ b: Int64) throws -> Bool {
        guard let first = try store.header(a), let second = try store.header(b) else { return false }
        let comparison = DuplicateComparison(first, second)
        guard comparison.isPossible, let text = try store.body(a), let other = try store.body(b) else { return false }
        return comparison.isPossible(textLengths: text.count, other.count)
            && comparison.holds(ComparedText(text.span), ComparedText(other.span))
    }

    // MARK: - Rows

    private func rename(_ members: [Int64], to group: Int64) throws -> [Change] {
        for n in members { try store.setGroup(group, of: n) }
        return members.map { ($0, group) }
    }
}

/// An engine's storage for groups of near-duplicates.
package protocol DuplicateStore: AnyObject {
    /// The group of an article, or 0 if the article is in no group; nil if the article does not exist.
    func group(of n: Int64) throws -> Int64?
    func setGroup(_ group: Int64, of n: Int64) throws
    /// The articles of a group, ascending.
    func members(of group: Int64) throws -> [Int64]
    /// The properties that are compared before the texts.
    func header(_ n: Int64) throws -> DuplicateComparison.Article?
    /// The first `DuplicateGroups.maxCharacters` characters of an article's text, in UTF-8.
    func body(_ n: Int64) throws -> [UInt8]?
    /// The sketch of the stored text.
    func storedSketch(_ n: Int64) throws -> DuplicateSketch?
    func deleteKeys(_ keys: [Int32], of n: Int64) throws
    /// Stores hashes of articles in order, including those that already exist.
    ///
    /// - Returns: for each article, the articles that share a hash with it, listed once for each shared hash. For each
    ///   hash, these are the newest `DuplicateGroups.maxCandidatesOfKey` that were stored before it.
    func storeKeys(_ keys: [DuplicateKey]) throws -> [Int64: [DuplicateKey.Match]]
}

/// A hash of an article.
package struct DuplicateKey {
    package var key: Int32
    package var id: Int64
    /// Whether this is a hash of the text alone (`DuplicateSketch.textKeys`).
    package var isOfText: Bool

    package init(key: Int32, id: Int64, isOfText: Bool) {
        self.key = key
        self.id = id
        self.isOfText = isOfText
    }

    /// An article that shares a hash.
    package struct Match {
        package var id: Int64
        package var isOfText: Bool

        package init(id: Int64, isOfText: Bool) {
            self.id = id
            self.isOfText = isOfText
        }
    }
}
