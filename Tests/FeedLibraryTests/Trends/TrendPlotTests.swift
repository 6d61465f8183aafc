import Articles
import Testing

@testable import FeedLibrary

/// The bars of plots over time.
@Suite struct TrendPlotTests {
    /// Tuesday, 14 November 2023, 22:13:20 UTC.
    private static let now: Int64 = 1_700_000_000
    private static let day: Int64 = 86_400

    private func plot(
        _ dates: [Int64], _ condition: String? = nil, step: PlotStep, bars: Int, offset: Int = 0
    ) throws -> TrendPlot {
        TrendPlot(
            of: dates.map { MatchDate(feed: 1, date: $0) }, try condition.map { try TrendCondition($0) }, step: step,
            bars: bars, now: Self.now, utcOffset: { _ in offset }, titles: [:])
    }

    @Test("Bars are days, weeks from Monday and months of local time, and the last one contains the present")
    func bars() throws {
        let dates = [Self.now, Self.now - 2 * 3_600, Self.now - Self.day, Self.now - 40 * Self.day]
        let days = try plot(dates, step: .day, bars: 3).bars
        #expect(days.map(\.start) == ["2023-11-12", "2023-11-13", "2023-11-14"] && days.map(\.articles) == [0, 1, 2])
        // In a time zone two hours east of UTC, it is already the next day.
        let east = try plot(dates, step: .day, bars: 3, offset: 7_200).bars
        #expect(east.map(\.start) == ["2023-11-13", "2023-11-14", "2023-11-15"] && east.map(\.articles) == [0, 2, 1])
        let weeks = try plot(dates, step: .week, bars: 2).bars
        #expect(weeks.map(\.start) == ["2023-11-06", "2023-11-13"] && weeks.map(\.articles) == [0, 3])
        let months = try plot(dates, step: .month, bars: 3).bars
        #expect(months.map(\.start) == ["2023-09", "2023-10", "2023-11"] && months.map(\.articles) == [0, 1, 3])
    }

    @Test("The threshold is drawn if a bar is as long as the period, and events are those of the condition")
    func threshold() throws {
        let dates = (0..<5).map { Self.now - Int64($0) * 60 } + [Self.now - 100 * Self.day]
        let day = try plot(dates, "count > 3 in 1d", step: .day, bars: 200)
        #expect(day.bars.allSatisfy { $0.threshold == 3 })
        #expect(day.events.count == 1 && day.bars.last?.events == 1 && day.bars.reduce(0) { $0 + $1.events } == 1)
        let week = try plot(dates, "count > 3 in 1d", step: .week, bars: 10)
        #expect(week.bars.allSatisfy { $0.threshold == nil } && week.events.count == 1)
        #expect(try plot(dates, "count > 30 in 30d", step: .month, bars: 2).bars[0].threshold == 30)
        let none = try plot(dates, "none in 30d", step: .week, bars: 50)
        #expect(none.events.count == 1 && none.bars.allSatisfy { $0.threshold == nil })
        let usual = try plot(
            (0..<10).map { Self.now - Int64($0) * 7 * Self.day }, "count > 3x usual in 7d", step: .week, bars: 12)
        #expect(usual.bars.last?.threshold == 3 && usual.bars[0].threshold == nil)
    }

    @Test("The numbers of CSV are those of the bars")
    func csv() throws {
        let plot = try plot([Self.now], "count > 3 in 1d", step: .day, bars: 2)
        #expect(plot.csv == "start,articles,threshold,alerts\r\n2023-11-13,0,3,0\r\n2023-11-14,1,3,0\r\n")
    }
}
