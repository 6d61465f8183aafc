internal import Articles
internal import SearchRanking

/// Pages sorted by relevance in a library with several slots. Each slot finds its best matches, and reranks those that
/// are among the best of the library.
struct SlotRelevanceSearch {
    private let slots: SearchSlots
    private let lengths: CollectionLengths

    /// - Parameter lengths: those of the whole library.
    init(_ slots: SearchSlots, lengths: CollectionLengths) {
        self.slots = slots
        self.lengths = lengths
    }

    /// - Parameters:
    ///   - searches: the search as compiled for each slot.
    ///   - cursor: the start of the page; nil for the first page.
    /// - Throws: `StorageError.badCursor` if the cursor belongs to a search by date.
    func page(of searches: [CompiledSearch], after cursor: SearchCursor?) throws -> SearchPage {
        let ends = slots.slots.map(\.statistics.endOfArticles)
        var place = RankedPlace(end: ends[0])
        place.otherEnds = Array(ends.dropFirst())
        if case .dated = cursor?.place { throw StorageError.badCursor }
        if case .ranked(let known) = cursor?.place { place = known }
        let endsOfPlace = [place.end] + place.otherEnds
        guard endsOfPlace.count == ends.count else { throw StorageError.badCursor }
        var plans = searches.map(\.plan)
        for index in plans.indices where plans[index].coverage != nil { plans[index].end = endsOfPlace[index] }
        let arrivals = zip(ends, endsOfPlace).reduce(0) { $0 + max(0, $1.0 - $1.1) }
        return try RelevancePaging(searches[0].request, searches[0].ranking).page(
            after: place, arrivals: arrivals,
            ranked: { try rankedMatches($0, of: &plans, searches[0], place, endsOfPlace) },
            addUnranked: { try addUnranked(to: &$0, plans) })
    }

    private func rankedMatches(
        _ limit: Int, of plans: inout [SearchPlan], _ search: CompiledSearch, _ place: RankedPlace, _ ends: [Int]
    ) throws -> RankedMatches {
        let request = search.request
        let depth = plans[0].patterns.isEmpty ? limit : .max
        var found = try candidates(depth, of: &plans, search)
        let isAll = found.isAll
        let addressed = plans.contains { !$0.addressed.isEmpty } ? try addressedArticles(plans) : nil
        if let addressed { found.candidates = addressed.added(to: found.candidates) }
        found.candidates.removeAll {
            slots.numbers.number(of: $0.id) >= Int64(ends[slots.numbers.slot(of: $0.id)])
        }
        var (ranked, parts) = try rerank(
            found.candidates, search.ranking, request, places: place.count + request.limit)
        if let addressed { ranked = addressed.first(ranked, parts: &parts, explains: request.explain) }
        let ordered = place.shownFirst(ranked)
        return RankedMatches(
            matches: request.fold ? DuplicateFolding.fold(ordered) : ordered, parts: parts, total: found.total,
            totalIsLowerBound: found.isLowerBound, isAll: isAll)
    }

    // MARK: - First stage

    private struct Found {
        /// Best first.
        var candidates: [Candidate] = []
        var total = 0
        var isLowerBound = false
        /// Whether the slots have no other candidates.
        var isAll = false
    }

    /// The candidates of the first stage in all slots.
    private func candidates(
        _ depth: Int, of plans: inout [SearchPlan], _ search: CompiledSearch
    ) throws -> Found {
        var tops = try self.tops(depth, plans, search, known: nil)
        if plans[0].coverage != nil {
            // The required weight depends on the best article of the library.
            let best = tops.lazy.map(\.bestWeight).max() ?? 0
            for index in plans.indices { plans[index].coverage?.bestWeight = best }
            if tops.contains(where: { $0.found.total > 0 && $0.bestWeight < best }) {
                tops = try self.tops(depth, plans, search, known: tops)
            }
        }
        var found = Found()
        found.candidates = try merged(tops.map(\.found.candidates))
        var unscored = try merged(tops.map(\.unscored))
        found.isAll = found.candidates.count + unscored.count < depth || depth == .max
        found.candidates = Array(found.candidates.prefix(depth))
        unscored = Array(unscored.prefix(depth - found.candidates.count))
        found.candidates += unscored.map { Candidate(id: $0.id, score: 0) }
        found.total = plans[0].patterns.isEmpty ? tops.reduce(0) { $0 + $1.found.total } : found.candidates.count
        found.isLowerBound = plans[0].patterns.isEmpty && tops.contains { $0.found.isLowerBound }
        return found
    }

    /// The candidates of each slot.
    ///
    /// - Parameter known: earlier results, which are kept for slots with the library's best weight.
    private func tops(
        _ depth: Int, _ plans: [SearchPlan], _ search: CompiledSearch, known: [FirstStage.Top]?
    ) throws -> [FirstStage.Top] {
        try slots.map { number, slot in
            let plan = plans[number]
            if let known, known[number].bestWeight == plan.coverage?.bestWeight { return known[number] }
            var top = try FirstStage(slot.source, slot.statistics).top(depth, of: plan, search.ranking, search.request)
            if !plan.patterns.isEmpty {
                let matcher = try PatternMatcher(plan.patterns)
                top.found.candidates = try matcher.filter(top.found.candidates, slot.source, id: \.id)
                top.unscored = try matcher.filter(top.unscored, slot.source, id: \.id)
            }
            return top
        }
    }

    /// The candidates of all slots, by score and arrival.
    private func merged(_ parts: [[Candidate]]) throws -> [Candidate] {
        var all: [Candidate] = []
        for (number, part) in parts.enumerated() {
            for candidate in part {
                var candidate = candidate
                candidate.id = slots.numbers.id(of: candidate.id, in: number)
                all.append(candidate)
            }
        }
        try slots.sort(&all, id: \.id) { $0.score > $1.score }
        return all
    }

    private func addressedArticles(_ plans: [SearchPlan]) throws -> AddressedArticles {
        var passing = try slots.map { number, slot in
            let plan = plans[number]
            let hidden = plan.leavesOutHidden ? try slot.source.hiddenArticles() : []
            return try MatchingArticles(slot.source, slot.statistics).passing(plan.addressed, plan, leavingOut: hidden)
                .map { slots.numbers.id(of: Int64($0), in: number) }
        }.flatMap(\.self)
        try slots.sort(&passing, id: \.self) { _, _ in false }
        return AddressedArticles(newestFirst: passing)
    }

    // MARK: - Reranking

    /// The candidates in their final order. Each slot scores its own.
    private func rerank(
        _ candidates: [Candidate], _ ranking: RelevanceQuery, _ request: SearchRequest, places: Int
    ) throws -> (matches: [RankedMatch], parts: [Int64: [ScorePart]]) {
        let count = min(ranking.rerankDepth, candidates.count)
        let needed = request.fold ? candidates.count : count
        let results = try slots.map(of: candidates.prefix(needed).map(\.id)) { _, slot, indices in
            let own = indices.map { index in
                var candidate = candidates[index]
                candidate.id = slots.numbers.number(of: candidate.id)
                return candidate
            }
            try slot.statistics.facts.expect(articles: own.lazy.map(\.id))
            let reranked = indices.count { $0 < count }
            let scored = try CandidateReranking(slot.statistics).score(
                own.prefix(reranked), ranking, request, places: places)
            let groups = try own.dropFirst(reranked).map { try slot.statistics.facts.facts(of: $0.id).foldKey }
            return (scored, groups)
        }
        var all = ScoredCandidates()
        all.matches = candidates.prefix(count).map { RankedMatch(id: $0.id, score: $0.score) }
        all.facts = Array(repeating: RankingFacts(), count: count)
        let width = ranking.mix?.width ?? 0
        let reranks = ScoredCandidates.reranks(ranking, request)
        if reranks { all.features = Array(repeating: 0, count: count * width) }
        var groups = Array(repeating: UInt32(0), count: candidates.count)
        for (indices, (scored, others)) in results {
            for (place, index) in indices.enumerated() {
                guard place < scored.matches.count else {
                    groups[index] = others[place - scored.matches.count]
                    continue
                }
                var match = scored.matches[place]
                let parts = scored.parts[match.id]
                match.id = candidates[index].id
                all.matches[index] = match
                all.facts[index] = scored.facts[place]
                if let parts { all.parts[match.id] = parts }
                if reranks {
                    for feature in 0..<width {
                        all.features[index * width + feature] = scored.features[place * width + feature]
                    }
                }
            }
        }
        if all.finish(ranking, request, averageLength: lengths.average) {
            try slots.sort(&all.matches, id: \.id) { $0.score != $1.score ? $0.score > $1.score : $0.date > $1.date }
        }
        for index in candidates.indices.dropFirst(count) {
            all.matches.append(
                RankedMatch(id: candidates[index].id, score: candidates[index].score, foldKey: groups[index]))
        }
        return (all.matches, all.parts)
    }

    // MARK: - Folding

    /// Adds to `RankedMatch.folded` the matches of the same group that were not ranked, in all slots.
    private func addUnranked(to matches: inout [RankedMatch], _ plans: [SearchPlan]) throws {
        let groups = matches.map(\.foldKey).filter { $0 != 0 }
        guard plans[0].coverage == nil, !groups.isEmpty else { return }
        let members = try slots.map { _, slot in try slot.source.members(ofGroups: groups) }
        let needed = matches.filter { match in
            guard match.foldKey != 0 else { return false }
            return members.reduce(0) { $0 + ($1[match.foldKey]?.count ?? 0) } - 1 > match.folded
        }.map(\.foldKey)
        if needed.isEmpty { return }
        let counts = try slots.map { number, slot -> [UInt32: Int] in
            let own = needed.filter { members[number][$0] != nil }
            if own.isEmpty { return [:] }
            guard let rows = try MatchingArticles(slot.source, slot.statistics).all(of: plans[number]) else {
                return [:]
            }
            return Dictionary(
                own.map { ($0, SortedRows.intersection(members[number][$0] ?? [], rows).count) },
                uniquingKeysWith: { first, _ in first })
        }
        for index in matches.indices where needed.contains(matches[index].foldKey) {
            let count = counts.reduce(0) { $0 + ($1[matches[index].foldKey] ?? 0) }
            matches[index].folded = max(matches[index].folded, count - 1)
        }
    }
}
