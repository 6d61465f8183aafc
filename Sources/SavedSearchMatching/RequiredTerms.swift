/// A key of a search. An article can match only if it has at least one of the search's keys.
///
/// As in Lucene's monitor (<https://lucene.apache.org/core/9_9_0/monitor/>, `TermFilteredPresearcher`) and
/// Elasticsearch's percolator, a conjunction uses its rarest term, and a disjunction one term of each alternative.
/// Rarity is estimated from a term's length. Keys are used only for small batches, because a large batch contains
/// required terms of nearly every search.
package enum RequiredTerm: Hashable {
    case term(Int32)
    case prefix(Int32)
    /// The number of a feed filter that the article's feed must satisfy.
    case feed(Int32)
}

package struct RequiredTerms {
    /// The keys. An article needs at least one of them; if there are none, no article can match.
    package var keys: [RequiredTerm]
    /// The estimated rarity of the most frequent key. Larger values are rarer.
    var rarity: Int
}

extension AlertTree {
    /// The required terms; nil if an article without any key may match.
    func requiredTerms(in dictionary: MatcherDictionary) -> RequiredTerms? {
        switch self {
        case .phrase(let phrase): phrase.requiredTerms(in: dictionary)
        case .all(let parts): Self.best(parts.compactMap { $0.requiredTerms(in: dictionary) })
        case .any(let parts): Self.alternatives(parts.map { $0.requiredTerms(in: dictionary) })
        case .filter(.feeds(let number)): RequiredTerms(keys: [.feed(number)], rarity: 0)
        case .not, .filter, .pattern: nil
        }
    }

    private static func best(_ choices: [RequiredTerms]) -> RequiredTerms? {
        choices.max { ($0.rarity, -$0.keys.count) < ($1.rarity, -$1.keys.count) }
    }

    private static func alternatives(_ parts: [RequiredTerms?]) -> RequiredTerms? {
        var all = RequiredTerms(keys: [], rarity: .max)
        for part in parts {
            guard let part else { return nil }
            for key in part.keys where !all.keys.contains(key) { all.keys.append(key) }
            all.rarity = min(all.rarity, part.rarity)
        }
        return all
    }
}

extension AlertPhrase {
    func requiredTerms(in dictionary: MatcherDictionary) -> RequiredTerms {
        let best = terms.max { Self.rarity(dictionary.terms[$0]) < Self.rarity(dictionary.terms[$1]) }
        if let best {
            return RequiredTerms(keys: [.term(best)], rarity: Self.rarity(dictionary.terms[best]) + length)
        }
        guard let prefix else { return RequiredTerms(keys: [], rarity: .max) }
        return RequiredTerms(keys: [.prefix(prefix)], rarity: 1)
    }

    /// A bigram counts as a word of seven letters; a separator occurs in every text.
    private static func rarity(_ term: ArraySlice<UInt8>) -> Int {
        guard let first = term.first else { return 1 }
        if first == 0x02 { return 1 }
        if first >= 0xE0 { return 8 + min(term.count, 12) }
        return 2 + min(term.count, 24) * 2
    }
}
