import Testing

@testable import Articles

/// The periods in which a condition is met, compared with a simple implementation of the definition.
@Suite struct TrendEventTests {
    /// Random counts, dense or sparse.
    private static func random(_ number: Int) -> [Int64: Int] {
        var counts: [Int64: Int] = [:]
        let span = [60, 600, 8_000][number % 3]
        for _ in 0..<Int.random(in: 0...120) {
            counts[Int64(Int.random(in: -50...span)), default: 0] += Int.random(in: 1...4)
        }
        return counts
    }

    private func count(_ counts: [Int64: Int], _ range: Range<Int64>) -> Int {
        counts.reduce(0) { range.contains($1.key) ? $0 + $1.value : $0 }
    }

    private func usual(_ counts: [Int64: Int], start: Int64, length: Int64) -> Double? {
        guard let first = counts.keys.min() else { return nil }
        let step = Int64((Double(length) / 168).rounded(.up)) * 168
        var values: [Int] = []
        for back in 1...28 {
            let begin = start - Int64(back) * step
            if begin >= first { values.append(count(counts, begin..<begin + length)) }
        }
        if values.count < 4 { return nil }
        values.sort()
        return Double(values[(values.count - 1) / 2] + values[values.count / 2]) / 2
    }

    private func slowly(
        _ condition: TrendCondition, _ counts: [Int64: Int], from: Int64, now: Int64, silentSince: Int64?,
        earlier: [Range<Int64>]
    ) -> [TrendEvent] {
        let length = condition.length.hours
        var events: [TrendEvent] = []
        switch condition.test {
        case .moreThan, .moreThanUsual:
            var taken = earlier
            for hour in counts.keys.sorted() where hour + 1 >= from {
                let period = hour + 1 - length..<hour + 1
                if taken.contains(where: { $0.overlaps(period) }) { continue }
                var event = TrendEvent(
                    start: period.lowerBound, end: period.upperBound, articles: count(counts, period))
                if case .moreThan(let limit) = condition.test, event.articles <= limit { continue }
                if case .moreThanUsual(let hundredths) = condition.test {
                    guard let usual = usual(counts, start: period.lowerBound, length: length),
                        Double(event.articles) * 100 > Double(hundredths) * usual
                    else { continue }
                    event.usual = UsualCount(stored: Int64(usual * 2))
                }
                events.append(event)
                taken.append(period)
            }
        case .none, .feedSilent:
            var starts = counts.keys.map { $0 + 1 }
            if starts.isEmpty, let silentSince { starts = [silentSince] }
            for start in starts.sorted() {
                let end = start + length
                let isSilent = count(counts, start..<end) == 0 && end <= now
                guard isSilent, end >= from, !earlier.contains(where: { $0.lowerBound == start }) else { continue }
                events.append(TrendEvent(start: start, end: end, articles: 0))
            }
        }
        return events
    }

    @Test(
        "Events are those of the definition",
        arguments: [
            "count > 0 in 1h", "count > 3 in 1d", "count > 10 in 3d", "count > 1x usual in 1d",
            "count > 1.5x usual in 6h",
            "count > 2x usual in 10d", "none in 1d", "none in 9h", "none in 2w", "feed silent for 1d",
        ])
    func definition(_ text: String) throws {
        let condition = try TrendCondition(text)
        for number in 0..<90 {
            let counts = Self.random(number)
            let now = (counts.keys.max() ?? 0) + Int64.random(in: 1...500)
            let from = Int64.random(in: -100...(number % 2 == 0 ? 0 : now))
            let silentSince: Int64? = number % 4 == 0 ? Int64.random(in: -60...60) : nil
            let known = TrendEvent(start: 5, end: 5 + condition.length.hours, articles: 1).hours
            let earlier = number % 3 == 0 ? [known] : []
            let found = condition.events(
                in: TrendCounts(counts), from: from, now: now, silentSince: silentSince, earlier: earlier)
            let expected = slowly(
                condition, counts, from: from, now: now, silentSince: silentSince, earlier: earlier)
            #expect(found == expected, "\(counts.sorted { $0.key < $1.key }) from \(from) now \(now)")
        }
    }

    @Test(
        "A test after each article finds the events of one test at the end, each once",
        arguments: ["count > 3 in 1d", "count > 1x usual in 1d", "none in 12h"])
    func incremental(_ text: String) throws {
        let condition = try TrendCondition(text)
        for number in 0..<24 {
            let counts = Self.random(number)
            let end = (counts.keys.max() ?? 0) + 100
            var known: [Int64: Int] = [:]
            var found: [TrendEvent] = []
            for hour in (counts.keys.min() ?? 0)...end {
                // The articles of an hour arrive one by one.
                for _ in 0..<(counts[hour] ?? 0) {
                    known[hour, default: 0] += 1
                    found += condition.events(
                        in: TrendCounts(known), from: hour + 1 - 5, now: hour, earlier: found.map(\.hours))
                }
                found += condition.events(
                    in: TrendCounts(known), from: hour - 5, now: hour, earlier: found.map(\.hours))
            }
            let whole = condition.events(in: TrendCounts(counts), from: .min / 2, now: end)
            #expect(found.map(\.hours) == whole.map(\.hours))
        }
    }

    @Test(
        "Events that are known are not found again, whatever the clock shows",
        arguments: ["count > 3 in 1d", "count > 1x usual in 1d", "none in 12h"])
    func clockJumps(_ text: String) throws {
        let condition = try TrendCondition(text)
        for number in 0..<24 {
            let counts = TrendCounts(Self.random(number))
            let now = (counts.hours.last ?? 0) + 40
            var known: [Range<Int64>] = []
            for jump: Int64 in [0, 24, -24, 0, 24, 0, -24] {
                let found = condition.events(in: counts, from: -1_000, now: now + jump, earlier: known).map(\.hours)
                #expect(Set(found).isDisjoint(with: known))
                known += found
            }
            #expect(Set(known).count == known.count)
        }
    }

    @Test("The time-out is the hour at which the gap after the last article becomes an event")
    func timeOut() throws {
        let condition = try TrendCondition("none in 2d")
        let counts = TrendCounts([10: 1, 20: 2])
        let end = try #require(condition.timeOut(after: counts, silentSince: 0))
        #expect(end == 21 + 48)
        #expect(condition.events(in: counts, from: 60, now: end - 1).isEmpty)
        #expect(condition.events(in: counts, from: 60, now: end) == [TrendEvent(start: 21, end: end, articles: 0)])
        #expect(condition.timeOut(after: TrendCounts(), silentSince: 7) == 55)
        #expect(try TrendCondition("count > 1 in 1d").timeOut(after: counts, silentSince: 0) == nil)
    }

    @Test("The usual number is the median of the same weekdays, and needs four of them")
    func usual() {
        // Each week has one more article than the previous one, at the same hour.
        let counts = TrendCounts(Dictionary(uniqueKeysWithValues: (0..<40).map { (Int64($0) * 168, $0 + 1) }))
        #expect(UsualCount(of: counts, start: 40 * 168, length: 24)?.text == "26.5")
        #expect(UsualCount(of: counts, start: 5 * 168, length: 24)?.text == "3")
        #expect(UsualCount(of: counts, start: 4 * 168, length: 24)?.text == "2.5")
        #expect(UsualCount(of: counts, start: 3 * 168, length: 24) == nil)
        #expect(UsualCount(of: TrendCounts(), start: 0, length: 24) == nil)
    }
}
