internal import Articles
internal import QueryLanguage

extension AlertTree {
    /// True if every new article matches, false if no article does, nil if it depends on the article.
    package func truth(at clock: AlertClock) -> Bool? {
        switch self {
        case .phrase, .pattern: return nil
        case .not(let part): return part.truth(at: clock).map { !$0 }
        case .all(let parts):
            let truths = parts.map { $0.truth(at: clock) }
            if truths.contains(false) || Self.contradicts(parts) { return false }
            return truths.allSatisfy { $0 == true } ? true : nil
        case .any(let parts):
            let truths = parts.map { $0.truth(at: clock) }
            if truths.contains(true) || Self.coversAll(parts) { return true }
            return truths.allSatisfy { $0 == false } ? false : nil
        case .filter(.stored(let filter)): return filter.truth(at: clock)
        case .filter: return nil
        }
    }

    /// Whether the parts require both a condition and its negation.
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

    /// Whether a condition and its negation are each sufficient for a match, as in `a OR -a`. In `(a b) OR -a`, neither
    /// `a` nor `b` is sufficient.
    private static func coversAll(_ parts: [AlertTree]) -> Bool {
        var plain: Set<String> = []
        var negated: Set<String> = []
        for part in parts.flatMap(\.alternatives) {
            if case .not(let inner) = part {
                for required in inner.flattened + [inner] { negated.insert(String(describing: required)) }
            } else {
                plain.insert(String(describing: part))
            }
        }
        return !plain.isDisjoint(with: negated)
    }

    private var flattened: [AlertTree] { if case .all(let parts) = self { parts.flatMap(\.flattened) } else { [self] } }

    /// The parts of a disjunction, and the disjunction itself. Negating the disjunction negates each of them.
    private var alternatives: [AlertTree] {
        if case .any(let parts) = self { parts.flatMap(\.alternatives) + [self] } else { [self] }
    }
}

extension ArticleFilter {
    fileprivate func truth(at clock: AlertClock) -> Bool? {
        switch self {
        case .read(let read), .starred(let read): return !read
        case .flag(let flag): return flag == .tagged ? false : nil
        case .date(let expression, let kind):
            let range = expression.resolve(now: clock.now, utcOffset: clock.utcOffset)
            if let lower = range.lower, let upper = range.upper, lower >= upper { return false }
            if kind == .opened { return false }
            guard kind == .received else { return nil }
            if let upper = range.upper { return upper <= clock.now ? false : nil }
            return range.lower.map { $0 <= clock.now } == true ? true : nil
        case .dates(_, _, of: .opened): return false
        default: return nil
        }
    }
}
