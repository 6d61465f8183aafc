internal import Articles
public import Formats

extension JSONWriter {
    /// Writes a plot over time.
    ///
    /// - Parameter name: the name of the saved search; nil for a query that is not saved.
    public mutating func trendPlot(_ plot: TrendPlot, name: String?, query: String) {
        object { object in
            object.member("name", name)
            object.member("query", query)
            object.member("when", plot.condition?.text)
            object.member("by", plot.step.rawValue)
            object.member("total", plot.total)
            object.key("bars")
            object.array(plot.bars) { writer, bar in
                writer.object { object in
                    object.member("start", bar.start)
                    object.member("articles", bar.articles)
                    object.member("threshold", bar.threshold)
                    object.member("alerts", plot.condition == nil ? nil : bar.events)
                }
            }
            guard plot.condition != nil else { return }
            object.key("alerts")
            object.array(plot.events) { writer, found in
                writer.object { object in
                    object.member("from", CivilTime.rfc3339(found.event.start * 3_600))
                    object.member("until", CivilTime.rfc3339(found.event.end * 3_600))
                    object.member("articles", found.event.articles)
                    object.member("usual", found.event.usual.map { Double($0.doubled) / 2 })
                    object.member("feed_title", found.feed)
                }
            }
        }
    }
}

extension TrendPlot {
    /// The bars as CSV, with a header.
    public var csv: String {
        var lines = [CSVLine.write([.text("start"), .text("articles"), .text("threshold"), .text("alerts")])]
        for bar in bars {
            lines.append(
                CSVLine.write([
                    .text(bar.start), .number(Int64(bar.articles)),
                    .text(bar.threshold.map { $0 == $0.rounded() ? String(Int($0)) : String($0) } ?? ""),
                    condition == nil ? .text("") : .number(Int64(bar.events)),
                ]))
        }
        return lines.joined()
    }
}

extension Schema {
    static let trendPlot = Schema.object([
        .maybe("name", .string, "of the saved search"),
        .always("query", .string),
        .maybe("when", .string, "the condition of the alert"),
        .always("by", .choice(PlotStep.allCases.map(\.rawValue))),
        .always("total", .integer()),
        .always(
            "bars",
            .array(
                .object([
                    .always("start", .string, "the first day, or the month"),
                    .always("articles", .integer()),
                    .maybe(
                        "threshold", .number,
                        "more articles cause an alert; absent if the period of the condition has another length"),
                    .maybe("alerts", .integer(), "the number of alerts"),
                ]))),
        .maybe(
            "alerts",
            .array(
                .object([
                    .always("from", .date), .always("until", .date), .always("articles", .integer()),
                    .maybe("usual", .number), .maybe("feed_title", .string),
                ])), "the periods in which the condition was met"),
    ])
}
