internal import Accounts
internal import Articles
internal import FeedLibrary
internal import Formats
internal import HTTPServer
internal import Messages
internal import Pipelines

/// Routes for the numbers of articles of searches over time.
enum TrendOperations {
    /// The time limit of a request.
    private static let timeout = Duration.seconds(5)

    private static let by = Operation.Parameter(
        "by", .choice(PlotStep.allCases.map(\.rawValue)), "the length of a bar; by default that of the condition")
    private static let bars = Operation.Parameter(
        "bars", .integer(1...PlotStep.maxBars), "the number of bars, the last of which contains the present")

    static let all: [Operation] = [
        Operation(
            "savedPlot", .get, "/v1/saved/{name}/plot", .read,
            "The number of articles of a saved search over time, with the threshold and the alerts of its condition",
            query: [by, bars], gives: .json("TrendPlot"), example: "/v1/saved/Foxes/plot?by=week"
        ) { call in
            let name = call.part("name")
            let (step, bars) = (step(call), call.integer("bars"))
            return try await call.json { library, writer in
                guard let search = try library.savedSearches.named(name) else { return }
                let plot = try library.trends.plot(of: search, by: step, bars: bars, until: .after(timeout))
                writer.trendPlot(plot, name: search.name, query: search.query)
            }
        },
        Operation(
            "savedPlotCSV", .get, "/v1/saved/{name}/plot.csv", .read,
            "The same as comma-separated values: start, articles, threshold, alerts", query: [by, bars],
            gives: .text("text/csv"), example: "/v1/saved/Foxes/plot.csv"
        ) { call in
            let name = call.part("name")
            let (step, bars) = (step(call), call.integer("bars"))
            let text = try await call.read { library in
                try library.savedSearches.named(name).map {
                    try library.trends.plot(of: $0, by: step, bars: bars, until: .after(timeout)).csv
                } ?? ""
            }
            return HTTPResponse(type: "text/csv; charset=utf-8; header=present", text)
        },
        Operation(
            "tryCondition", .get, "/v1/trend", .read,
            "When a condition would have been met in the last 365 days, before it is saved",
            query: [
                Operation.Parameter("q", .string, "the query", isRequired: true),
                Operation.Parameter("when", .string, "the condition, such as count > 20 in 1d", isRequired: true), by,
            ], gives: .json("TrendPlot"), example: "/v1/trend?q=fox&when=count%20%3E%201%20in%207d"
        ) { call in
            let (text, condition) = (call.text("q") ?? "", call.text("when") ?? "")
            let step = step(call) ?? .day
            return try await call.json { library, writer in
                let plot = try library.trends.trial(
                    of: library.parse(text), library.trends.condition(condition), by: step, until: .after(timeout))
                writer.trendPlot(plot, name: nil, query: text)
            }
        },
    ]

    private static func step(_ call: RequestContext) -> PlotStep? { call.text("by").flatMap(PlotStep.init(rawValue:)) }
}
