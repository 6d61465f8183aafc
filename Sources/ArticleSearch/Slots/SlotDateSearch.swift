internal import Articles
internal import SearchRanking

/// Pages sorted by date in a library with several slots: the pages of all slots, merged.
struct SlotDateSearch {
    private let slots: SearchSlots
    private let plans: [SearchPlan]

    /// - Parameter plans: the plan of each slot.
    init(_ slots: SearchSlots, _ plans: [SearchPlan]) {
        self.slots = slots
        self.plans = plans
    }

    /// - Parameter cursor: the start of the page; nil for the first page.
    /// - Throws: `StorageError.badCursor` if the cursor belongs to a search by relevance.
    func page(_ request: SearchRequest, after cursor: SearchCursor?) throws -> SearchPage {
        var place: DatePlace?
        if case .dated(let date, let id) = cursor?.place { place = DatePlace(date: date, id: id) }
        if case .ranked = cursor?.place { throw StorageError.badCursor }
        return try page(request, after: place, counts: true)
    }

    /// - Parameter counts: whether the total is needed.
    func page(_ request: SearchRequest, after place: DatePlace?, counts: Bool) throws -> SearchPage {
        let newestFirst = request.sort != .oldest
        let places = try self.places(after: place, newestFirst: newestFirst)
        var groups = SlotGroups(slots, plans, newestFirst: newestFirst)
        var part = request
        part.limit = request.limit == 0 ? 0 : request.limit + 1
        while true {
            let pages = try slots.map { number, slot in
                try DateSearch(slot.source, slot.statistics).page(
                    part, plans[number], after: places[number], counts: counts)
            }
            let isAll = pages.allSatisfy { $0.cursor == nil }
            var hits = try merged(
                pages.map { page in zip(page.hits, page.dates).map { DatedHit(id: $0.id, date: $1, folded: $0.folded) }
                },
                newestFirst: newestFirst)
            // A slot with further hits may have the next hit of the page.
            if !isAll { hits.removeSubrange(min(part.limit, hits.count)...) }
            if request.fold { hits = try groups.heads(of: hits) }
            if hits.count <= request.limit, !isAll {
                part.limit *= 2
                continue
            }
            return page(of: hits, request, pages)
        }
    }

    private func page(of hits: [DatedHit], _ request: SearchRequest, _ pages: [SearchPage]) -> SearchPage {
        var page = SearchPage()
        page.total = pages.reduce(0) { $0 + $1.total }
        page.totalIsLowerBound = pages.contains(where: \.totalIsLowerBound)
        for found in hits.prefix(request.limit) {
            var hit = SearchHit(id: found.id)
            hit.folded = found.folded
            page.hits.append(hit)
            page.dates.append(found.date)
        }
        if hits.count > request.limit, let last = hits.prefix(request.limit).last {
            page.cursor = SearchCursor(.dated(date: last.date, id: last.id))
        }
        return page
    }

    /// The newest articles of the library after a place, newest first.
    func newest(after place: DatePlace?, limit: Int) throws -> [ArticleID] {
        let places = try self.places(after: place, newestFirst: true)
        let found = try slots.map { number, slot in
            try slot.source.dated(where: .always, after: places[number], newestFirst: true, limit: limit).map {
                DatedHit(id: $0.id, date: $0.date, folded: 0)
            }
        }
        return try merged(found, newestFirst: true).prefix(limit).map(\.id)
    }

    /// The place from which each slot continues.
    private func places(after place: DatePlace?, newestFirst: Bool) throws -> [DatePlace?] {
        guard let place else { return slots.slots.map { _ in nil } }
        let arrival = try slots.arrivals(of: [place.id])[0]
        return try slots.map { number, _ in
            try slots.place(place, in: number, newestFirst: newestFirst, arrival: arrival)
        }
    }

    /// Merges the lists of all slots. Ids in them are numbers of the slots.
    private func merged(_ parts: [[DatedHit]], newestFirst: Bool) throws -> [DatedHit] {
        var all: [DatedHit] = []
        for (number, part) in parts.enumerated() {
            for hit in part {
                all.append(
                    DatedHit(id: slots.numbers.id(of: hit.id, in: number), date: hit.date, folded: hit.folded))
            }
        }
        try slots.sort(&all, newestFirst: newestFirst)
        return all
    }
}

/// A hit of a search by date.
struct DatedHit {
    var id: ArticleID
    var date: Int64
    /// The number of matches folded into it.
    var folded: Int
}

extension SearchSlots {
    /// Sorts hits by date and arrival.
    func sort(_ hits: inout [DatedHit], newestFirst: Bool) throws {
        try sort(&hits, id: \.id, newestFirst: newestFirst) { newestFirst ? $0.date > $1.date : $0.date < $1.date }
    }
}

/// Folds hits by date into near-duplicates in other slots.
struct SlotGroups {
    private let slots: SearchSlots
    private let plans: [SearchPlan]
    private let newestFirst: Bool
    /// The first match of each group that has articles in several slots, with the number of the other matches.
    private var heads: [UInt32: DatedHit] = [:]
    /// The groups that have been read.
    private var known: Set<UInt32> = []

    init(_ slots: SearchSlots, _ plans: [SearchPlan], newestFirst: Bool) {
        self.slots = slots
        self.plans = plans
        self.newestFirst = newestFirst
    }

    /// The hits that are not folded into an article of another slot.
    ///
    /// - Parameter hits: the first match of each group in its slot.
    mutating func heads(of hits: [DatedHit]) throws -> [DatedHit] {
        var groups = Array(repeating: UInt32(0), count: hits.count)
        let found = try slots.map(of: hits.map(\.id)) { _, slot, indices in
            try indices.map { try slot.statistics.facts.facts(of: slots.numbers.number(of: hits[$0].id)).foldKey }
        }
        for (indices, own) in found { for (index, group) in zip(indices, own) { groups[index] = group } }
        try read(Set(groups).subtracting(known).subtracting([0]).sorted())
        return zip(hits, groups).compactMap { hit, group in
            guard let head = heads[group] else { return hit }
            return head.id == hit.id ? head : nil
        }
    }

    private mutating func read(_ groups: [UInt32]) throws {
        if groups.isEmpty { return }
        known.formUnion(groups)
        let members = try slots.map { _, slot in try slot.source.members(ofGroups: groups) }
        let divided = groups.filter { group in members.count { !($0[group] ?? []).isEmpty } > 1 }
        if divided.isEmpty { return }
        let parts = try slots.map { number, slot -> [UInt32: DatedHit] in
            let own = divided.flatMap { members[number][$0] ?? [] }.sorted()
            return own.isEmpty ? [:] : try firsts(among: own, number, slot)
        }
        for group in divided {
            var firsts = parts.compactMap { $0[group] }
            try slots.sort(&firsts, newestFirst: newestFirst)
            guard var head = firsts.first else { continue }
            head.folded = firsts.reduce(firsts.count - 1) { $0 + $1.folded }
            heads[group] = head
        }
    }

    /// The first match of each group among some articles of a slot, with the number of the slot's other matches.
    private func firsts(among articles: [UInt32], _ number: Int, _ slot: SearchSlot) throws -> [UInt32: DatedHit] {
        let plan = plans[number]
        let rows = try MatchingArticles(slot.source, slot.statistics).all(of: plan)
        let filter = rows.map(ArticleFilter.articles) ?? plan.wholeCondition ?? .always
        var matches = try slot.source.dated(
            where: .all([filter, .articles(articles)]), after: nil, newestFirst: newestFirst, limit: nil)
        if !plan.patterns.isEmpty {
            matches = try PatternMatcher(plan.patterns).filter(matches, slot.source, id: \.id)
        }
        var firsts: [UInt32: DatedHit] = [:]
        for match in matches {
            let group = try slot.statistics.facts.facts(of: match.id).foldKey
            let id = slots.numbers.id(of: match.id, in: number)
            if firsts[group] == nil {
                firsts[group] = DatedHit(id: id, date: match.date, folded: 0)
            } else {
                firsts[group]?.folded += 1
            }
        }
        return firsts
    }
}
