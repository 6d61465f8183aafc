import FeedParsing
import Markup
import TextAnalysis

/// Times the stages before the store: document → items, HTML → text, text → tokens.
struct InputBenchmarks {
    let samples: SampleTexts
    /// Number of passes over the samples in one run, so that a run is long enough to measure.
    private static let rounds = 40
    private static let runs = 7

    func run(into table: inout ResultTable) {
        parse(&table)
        text(&table)
        tokens(&table)
    }

    private func parse(_ table: inout ResultTable) {
        var items = 0
        let stopwatch = Stopwatch.time(runs: Self.runs) {
            for _ in 0..<Self.rounds {
                for document in samples.documents { _ = FeedParser.parse(document) { _ in items += 1 } }
            }
        }
        let bytes = samples.documents.map(\.count).reduce(0, +) * Self.rounds
        table.addThroughput("parse", stopwatch, bytes: bytes, work: "\(samples.documents.count) feed documents")
    }

    private func text(_ table: inout ResultTable) {
        var written = 0
        let stopwatch = Stopwatch.time(runs: Self.runs) {
            for _ in 0..<Self.rounds { for page in samples.pages { written += HTMLText.plainText(page).count } }
        }
        let bytes = samples.pages.map(\.count).reduce(0, +) * Self.rounds
        table.addThroughput("text", stopwatch, bytes: bytes, work: "HTML of \(samples.pages.count) articles")
    }

    private func tokens(_ table: inout ResultTable) {
        var count = 0
        let stopwatch = Stopwatch.time(runs: Self.runs) {
            count = 0
            for _ in 0..<Self.rounds {
                for text in samples.texts {
                    Analyzer.shared.analyze(text.span) { _, _, _ in
                        count += 1
                        return true
                    }
                }
            }
        }
        let bytes = samples.texts.map(\.count).reduce(0, +) * Self.rounds
        table.addThroughput("tokens", stopwatch, bytes: bytes, work: "\(count / Self.rounds) tokens of their text")
    }
}
