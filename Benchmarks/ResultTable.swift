import Foundation

/// The results, one row for each stage.
struct ResultTable {
    private struct Row {
        var stage: String
        var rate: String
        var median: String
        var spread: String
        var work: String
    }

    private var rows: [Row] = []

    /// Adds a stage whose rate is in megabytes (10^6 bytes) per second.
    mutating func addThroughput(_ stage: String, _ stopwatch: Stopwatch, bytes: Int, work: String) {
        add(stage, stopwatch, rate: "\(number(Double(bytes) / 1e6 / stopwatch.median)) MB/s", work: work)
    }

    /// Adds a stage whose rate is a number of units per second.
    mutating func addRate(_ stage: String, _ stopwatch: Stopwatch, count: Int, of unit: String, work: String) {
        add(stage, stopwatch, rate: "\(number(Double(count) / stopwatch.median)) \(unit)/s", work: work)
    }

    /// Adds a stage for which the latency of single runs matters; the rate column has the 95th percentile.
    mutating func addLatency(_ stage: String, _ stopwatch: Stopwatch, work: String) {
        add(stage, stopwatch, rate: "p95 \(milliseconds(stopwatch.percentile(95)))", work: work)
    }

    private mutating func add(_ stage: String, _ stopwatch: Stopwatch, rate: String, work: String) {
        let spread = "\(milliseconds(stopwatch.percentile(0)))–\(milliseconds(stopwatch.percentile(100)))"
        rows.append(Row(stage: stage, rate: rate, median: milliseconds(stopwatch.median), spread: spread, work: work))
    }

    /// - Parameter articles: number of articles in the store; nil if there is no store.
    func text(articles: Int?) -> String {
        let head = Row(stage: "stage", rate: "rate", median: "median", spread: "min–max", work: "of")
        let columns: [(Row) -> String] = [{ $0.stage }, { $0.rate }, { $0.median }, { $0.spread }]
        let widths = columns.map { column in ([head] + rows).map { column($0).count }.max() ?? 0 }
        let store = articles.map { ", \($0) articles" } ?? ""
        var lines = ["feedsearch, \(ProcessInfo.processInfo.activeProcessorCount) processors\(store)"]
        for row in [head] + rows {
            let cells = zip(columns, widths).map { column, width in
                column(row).padding(toLength: width, withPad: " ", startingAt: 0)
            }
            lines.append((cells + [row.work]).joined(separator: "  "))
        }
        return lines.joined(separator: "\n")
    }

    private func number(_ value: Double) -> String {
        value < 100 ? String(format: "%.1f", value) : String(format: "%.0f", value)
    }

    private func milliseconds(_ seconds: Double) -> String { String(format: "%.3g ms", seconds * 1e3) }
}
