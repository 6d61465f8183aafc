public import QueryLanguage
internal import SQLite

/// How much of what comes in a query can match.
public enum QueryReach: Sendable {
    case something
    /// It contradicts itself, or asks for what no new article is.
    case nothing
    /// Every new article fulfils it.
    case everything
}

extension ArticleStore {
    /// Whether a saved search can ever alert, or always does, for articles that come from now on.
    ///
    /// - Throws: `StorageError`, `QuerySyntaxError` of a saved search inside it.
    public func reach(
        of query: Query, now: Int64, utcOffset: @escaping @Sendable (Int64) -> Int
    ) throws -> QueryReach {
        try guarded {
            var builder = AlertTreeBuilder(store: self, books: AlertBooks(store: self), languages: [])
            let tree = try builder.tree(query)
            switch tree.truth(at: AlertClock(now: now, utcOffset: utcOffset)) {
            case true?: return .everything
            case false?: return .nothing
            case nil: return .something
            }
        }
    }
}

extension AlertTree {
    /// Whether it holds of every new article (true) or of none (false); nil where it depends on the article.
    fileprivate func truth(at clock: AlertClock) -> Bool? {
        switch self {
        case .phrase, .pattern: return nil
        case .not(let part): return part.truth(at: clock).map { !$0 }
        case .all(let parts):
            let truths = parts.map { $0.truth(at: clock) }
            if truths.contains(false) || Self.contradicts(parts) { return false }
            return truths.allSatisfy { $0 == true } ? true : nil
        case .any(let parts):
            let truths = parts.map { $0.truth(at: clock) }
            if truths.contains(true) || Self.contradicts(parts) { return true }
            return truths.allSatisfy { $0 == false } ? false : nil
        case .filter(let filter): return filter.truth(at: clock)
        }
    }

    /// Some part stands beside its own negation.
    private static func contradicts(_ parts: [AlertTree]) -> Bool {
        var plain: Set<String> = []
        var negated: Set<String> = []
        for part in parts.flatMap(\.flattened) {
            if case .not(let inner) = part {
                for alternative in inner.alternatives { negated.insert(String(describing: alternative)) }
            } else {
                plain.insert(String(describing: part))
            }
        }
        return !plain.isDisjoint(with: negated)
    }

    private var flattened: [AlertTree] { if case .all(let parts) = self { parts.flatMap(\.flattened) } else { [self] } }

    /// Excluding alternatives excludes each of them, and all of them together.
    private var alternatives: [AlertTree] { if case .any(let parts) = self { parts + [self] } else { [self] } }
}

extension ArticleFilter {
    fileprivate func truth(at clock: AlertClock) -> Bool? {
        switch self {
        case .read(let read), .starred(let read): return !read
        case .flag(let bit): return bit == ArticleRows.Flags.tagged ? false : nil
        case .date(let condition):
            let range = condition.expression.resolve(now: clock.now, utcOffset: clock.utcOffset)
            if let lower = range.lower, let upper = range.upper, lower >= upper { return false }
            guard condition.isReceived else { return nil }
            if let upper = range.upper { return upper <= clock.now ? false : nil }
            return range.lower.map { $0 <= clock.now } == true ? true : nil
        case .feed, .tag, .language, .proximity, .url: return nil
        }
    }
}
