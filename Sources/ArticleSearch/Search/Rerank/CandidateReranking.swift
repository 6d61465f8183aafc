internal import Articles
internal import SearchRanking

/// Reranks the candidates of the first stage by the complete formula (`Reranker`) and by age.
struct CandidateReranking {
    private let statistics: IndexStatistics

    init(_ statistics: IndexStatistics) { self.statistics = statistics }

    /// The candidates in their final order, reranked ones first, and the parts of their scores by article id if the
    /// request asks for an explanation.
    ///
    /// - Parameter places: the number of leading matches whose order is exact, with or without folding. Later matches
    ///   may have an upper bound instead of their score.
    func rerank(
        _ candidates: [Candidate], _ ranking: RelevanceQuery, _ request: SearchRequest, places: Int
    ) throws -> (matches: [RankedMatch], parts: [Int64: [ScorePart]]) {
        let rerankCount = min(ranking.rerankDepth, candidates.count)
        try statistics.facts.expect(
            articles: candidates.prefix(request.fold ? candidates.count : rerankCount).lazy.map(\.id))
        var scored = try score(candidates.prefix(rerankCount), ranking, request, places: places)
        if scored.finish(ranking, request, averageLength: statistics.averageLength) {
            scored.matches.sort(by: RankedMatch.precedes)
        }
        for candidate in candidates.dropFirst(rerankCount) {
            let foldKey = request.fold ? try statistics.facts.facts(of: candidate.id).foldKey : 0
            scored.matches.append(RankedMatch(id: candidate.id, score: candidate.score, foldKey: foldKey))
        }
        return (scored.matches, scored.parts)
    }

    /// Scores candidates and keeps their order. `ScoredCandidates.finish` adds what depends on the other candidates.
    ///
    /// - Parameter places: as for `rerank`.
    func score(
        _ candidates: ArraySlice<Candidate>, _ ranking: RelevanceQuery, _ request: SearchRequest, places: Int
    ) throws -> ScoredCandidates {
        try statistics.checkDeadline()
        var scored = ScoredCandidates()
        scored.matches.reserveCapacity(candidates.count)
        for candidate in candidates {
            let known = try statistics.facts.facts(of: candidate.id)
            scored.facts.append(known)
            scored.matches.append(
                RankedMatch(id: candidate.id, score: candidate.score, date: known.date, foldKey: known.foldKey))
        }
        guard ScoredCandidates.reranks(ranking, request) else { return scored }
        let rows = scored.matches.map { UInt32(clamping: $0.id) }.sorted()
        var reranker = try Reranker(ranking, rows, statistics, readsTexts: request.exhaustive)
        let gains = request.recency ? scored.recencyGains(now: request.now) : []
        scored.parts = try score(
            &scored.matches, scored.facts, gains, &reranker, request, places: ranking.mix == nil ? places : .max)
        if var mix = ranking.mix {
            scored.features = try mix.frequencies(of: scored.matches.map(\.id), statistics)
        }
        return scored
    }

    /// Scores matches. If scoring requires the texts, matches that cannot be among the first `places` get an upper
    /// bound.
    ///
    /// - Parameter gains: added to each score, as a share of it; may be empty.
    private func score(
        _ matches: inout [RankedMatch], _ facts: [RankingFacts], _ gains: [Double], _ reranker: inout Reranker,
        _ request: SearchRequest, places: Int
    ) throws -> [Int64: [ScorePart]] {
        var parts: [Int64: [ScorePart]] = [:]
        var order = Array(matches.indices)
        var bounds: [Double] = []
        if reranker.hasBounds, !request.explain, places < matches.count {
            bounds = try matches.indices.map { try reranker.bound(matches[$0].id, facts[$0]) }
            let final = bounds.indices.map { bounds[$0] * (gains.isEmpty ? 1 : 1 + gains[$0]) }
            order.sort { final[$0] > final[$1] }
        }
        var best = BestScores(count: places)
        for index in order {
            try statistics.checkDeadline()
            let gain = gains.isEmpty ? 1 : 1 + gains[index]
            // An article in a group is always scored, because its rank decides which article of the group is shown.
            let isAlone = !request.fold || matches[index].foldKey == 0
            if !bounds.isEmpty, isAlone, best.lowest > bounds[index] * gain {
                matches[index].score = bounds[index]
                continue
            }
            guard let score = try reranker.score(matches[index].id, facts[index]) else { continue }
            matches[index].score = score.total
            if isAlone { best.add(score.total * gain) }
            if request.explain { parts[matches[index].id] = score.parts }
        }
        return parts
    }
}

/// Candidates with their scores.
struct ScoredCandidates {
    var matches: [RankedMatch] = []
    var facts: [RankingFacts] = []
    /// The parts of the scores by article id, if the request asks for an explanation.
    var parts: [Int64: [ScorePart]] = [:]
    /// The frequencies of the features of `TextMix`; empty for most queries.
    var features: [Float] = []

    static func reranks(_ ranking: RelevanceQuery, _ request: SearchRequest) -> Bool {
        request.reranks && !ranking.terms.isEmpty
    }

    /// Adds the evidence from the texts that index terms do not contain (`TextMix`), and the gains for recency.
    ///
    /// - Returns: whether the candidates were reranked; the caller must then sort them.
    mutating func finish(_ ranking: RelevanceQuery, _ request: SearchRequest, averageLength: Double) -> Bool {
        guard Self.reranks(ranking, request) else { return false }
        if let mix = ranking.mix {
            let norms = facts.map { Ranking.norm(length: $0.length, average: averageLength) }
            for (index, score) in mix.scores(features, norms: norms).enumerated() {
                matches[index].score += score
                if request.explain, score > 0 { addPart("spelling", score, index) }
            }
        }
        let gains = request.recency ? recencyGains(now: request.now) : []
        for (index, gain) in gains.enumerated() {
            if request.explain { addPart("recency", matches[index].score * gain, index) }
            matches[index].score *= 1 + gain
        }
        return true
    }

    private mutating func addPart(_ name: String, _ value: Double, _ index: Int) {
        parts[matches[index].id, default: []].append(ScorePart(name: name, value: value))
    }

    /// The recency gain of each match, as a fraction of its score.
    func recencyGains(now: Int64) -> [Double] {
        matches.map { Ranking.recencyGain(age: Double(now) - Double($0.date)) }
    }
}

/// The highest scores so far.
private struct BestScores {
    let count: Int
    /// Descending.
    private var scores: [Double] = []

    init(count: Int) { self.count = count }

    /// The lowest of the highest `count` scores; -∞ if there are fewer.
    var lowest: Double { scores.count < count ? -.infinity : scores.last ?? .infinity }

    mutating func add(_ score: Double) {
        let place = scores.firstIndex { $0 < score } ?? scores.count
        guard place < count else { return }
        scores.insert(score, at: place)
        if scores.count > count { scores.removeLast() }
    }
}
