internal import Articles
internal import Pipelines
internal import SearchRanking

/// A part of a library with its own index. Ids in it are numbers of the slot (`SlotNumbers`).
package final class SearchSlot {
    package let searcher: ArticleSearcher
    package let arrivals: any ArrivalOrder

    package init(_ searcher: ArticleSearcher, arrivals: any ArrivalOrder) {
        self.searcher = searcher
        self.arrivals = arrivals
    }

    var source: any SearchSource { searcher.source }
    var statistics: IndexStatistics { searcher.statistics }
}

/// The order in which the articles of a library arrived, over all slots.
///
/// Each article has an arrival number that is unique in the library. In each slot, the numbers ascend with the articles.
package protocol ArrivalOrder: AnyObject {
    /// The arrival number of each article, in the same order. An article that is not stored has the number of the last
    /// stored article before it, or 0.
    func arrivals(of articles: [Int64]) throws -> [Int64]
    /// The lowest article number whose arrival number is at least this. The article need not be stored.
    func firstArticle(arrivedFrom arrival: Int64) throws -> Int64
}

/// The slots of a library. Each step of a search runs in all slots at the same time.
struct SearchSlots {
    let slots: [SearchSlot]
    let numbers: SlotNumbers
    private let queues: SerialQueues

    init(_ slots: [SearchSlot], _ numbers: SlotNumbers) {
        self.slots = slots
        self.numbers = numbers
        queues = SerialQueues(count: slots.count, label: "search.slot")
    }

    /// Runs a step in each slot and returns the results in the order of the slots. `body` must use only its slot.
    func map<Result>(_ body: (Int, SearchSlot) throws -> Result) throws -> [Result] {
        let limits = FirstStageLimits.current
        return try queues.map { index in
            try FirstStageLimits.$current.withValue(limits) {
                let slot = slots[index]
                return try slot.statistics.postings.orFullText { try body(index, slot) }
            }
        }
    }

    /// Runs a step in the slots of some elements, with the indices of the slot's elements.
    func map<Result>(
        of ids: [ArticleID], _ body: (Int, SearchSlot, [Int]) throws -> Result
    ) throws -> [(indices: [Int], result: Result)] {
        var indices: [[Int]] = Array(repeating: [], count: slots.count)
        for (index, id) in ids.enumerated() { indices[numbers.slot(of: id)].append(index) }
        return try map { number, slot in
            try indices[number].isEmpty ? nil : (indices[number], body(number, slot, indices[number]))
        }.compactMap(\.self)
    }

    // MARK: - Order of arrival

    /// The arrival numbers of articles, in the same order.
    func arrivals(of ids: [ArticleID]) throws -> [Int64] {
        var arrivals = Array(repeating: Int64(0), count: ids.count)
        let found = try map(of: ids) { _, slot, indices in
            try slot.arrivals.arrivals(of: indices.map { numbers.number(of: ids[$0]) })
        }
        for (indices, result) in found { for (index, arrival) in zip(indices, result) { arrivals[index] = arrival } }
        return arrivals
    }

    /// Sorts elements. Equal ones are sorted by arrival.
    ///
    /// - Parameters:
    ///   - newestFirst: whether equal elements are sorted from the newest to the oldest.
    ///   - precedes: whether an element is before another, regardless of arrival.
    func sort<Element>(
        _ elements: inout [Element], id: (Element) -> ArticleID, newestFirst: Bool = true,
        by precedes: (Element, Element) -> Bool
    ) throws {
        elements.sort(by: precedes)
        var ties: [Range<Int>] = []
        var first = 0
        for index in elements.indices.dropFirst() where precedes(elements[index - 1], elements[index]) {
            if index - first > 1 { ties.append(first..<index) }
            first = index
        }
        if elements.count - first > 1 { ties.append(first..<elements.count) }
        if ties.isEmpty { return }
        let places = ties.flatMap(\.self)
        let arrivals = try arrivals(of: places.map { id(elements[$0]) })
        let keyed = zip(arrivals, places.map { elements[$0] })
        var next = 0
        for tie in ties {
            let sorted = keyed.dropFirst(next).prefix(tie.count).sorted { newestFirst ? $0.0 > $1.0 : $0.0 < $1.0 }
            for (index, element) in zip(tie, sorted) { elements[index] = element.1 }
            next += tie.count
        }
    }

    /// The place in a slot from which a list continues, given the last article shown.
    func place(_ last: DatePlace, in slot: Int, newestFirst: Bool, arrival: Int64) throws -> DatePlace {
        let number = numbers.number(of: last.id)
        if slot == numbers.slot(of: last.id) { return DatePlace(date: last.date, id: number) }
        let first = try slots[slot].arrivals.firstArticle(arrivedFrom: arrival)
        return DatePlace(date: last.date, id: newestFirst ? first : first - 1)
    }
}

extension ArticleFilter {
    /// The filter for the articles of one slot, with their numbers in it.
    func inSlot(_ slot: Int, _ numbers: SlotNumbers) -> ArticleFilter {
        if numbers.count == 1 { return self }
        switch self {
        case .topic(let id): return numbers.slot(of: id) == slot ? .topic(numbers.number(of: id)) : .never
        case .articles(let ids):
            return .articles(
                ids.filter { numbers.slot(of: Int64($0)) == slot }.map { UInt32(numbers.number(of: Int64($0))) })
        case .upTo(let id):
            let (number, last) = (numbers.number(of: id), numbers.slot(of: id))
            return .upTo(last >= slot ? number : number - 1)
        case .changed(var changes):
            if let range = changes.inserted {
                let size = Int64(numbers.count)
                let first = max(0, (range.lowerBound - Int64(slot) + size - 1) / size)
                let last = (range.upperBound - Int64(slot)) / size
                changes.inserted = range.upperBound >= Int64(slot) && first <= last ? first...last : nil
            }
            changes.changed = changes.changed.filter { numbers.slot(of: $0) == slot }.map { numbers.number(of: $0) }
            return .changed(changes)
        case .all(let parts): return .all(parts.map { $0.inSlot(slot, numbers) })
        case .any(let parts): return .any(parts.map { $0.inSlot(slot, numbers) })
        case .not(let part): return .not(part.inSlot(slot, numbers))
        case .feed, .folder, .feeds, .tag, .language, .read, .starred, .flag, .author, .date, .dates, .address:
            return self
        }
    }
}

extension ArticleCondition {
    /// The condition for the articles of one slot. Its `numbers` must already be those of the slot.
    func inSlot(_ slot: Int, _ numbers: SlotNumbers) -> ArticleCondition {
        switch self {
        case .filter(let filter): .filter(filter.inSlot(slot, numbers))
        case .text, .numbers: self
        case .all(let parts): .all(parts.map { $0.inSlot(slot, numbers) })
        case .any(let parts): .any(parts.map { $0.inSlot(slot, numbers) })
        case .not(let part): .not(part.inSlot(slot, numbers))
        }
    }
}

extension SearchPlan {
    /// The plan for one slot. Its `numbers` and `addressed` must already be those of the slot.
    func inSlot(_ slot: Int, _ numbers: SlotNumbers) -> SearchPlan {
        var plan = self
        plan.condition = condition?.inSlot(slot, numbers)
        plan.askedCondition = askedCondition?.inSlot(slot, numbers)
        return plan
    }
}
