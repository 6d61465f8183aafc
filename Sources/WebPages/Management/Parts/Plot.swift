internal import Messages

/// Draws plots on the server. Each plot has a table of its numbers, for users who cannot see the plot.
enum Plot {
    /// A bar with its name and number.
    struct Bar {
        var name: String
        var value: Int
        /// The part of `value` that is drawn darker; nil for none.
        var part: Int?
        /// The target of the name's link, relative to the service.
        var address: String?
        /// The value at which a line crosses the bar; nil for none.
        var threshold: Double?
        /// The text of an event; nil for none. A bar with an event has another colour and a mark below it.
        var event: String?
    }

    private static let (width, height) = (360, 110)

    /// Adds a plot with vertical bars, for example one per day. Names are shown only below the first, the middle and
    /// the last bar.
    static func columns(_ caption: String, _ heads: [String], _ bars: [Bar], _ page: inout HTMLPage) {
        let top = max(1, bars.map { max($0.value, Int(($0.threshold ?? 0).rounded(.up))) }.max() ?? 1)
        let step = Double(width) / Double(max(1, bars.count))
        func scaled(_ value: Double) -> Double { value / Double(top) * Double(height - 16) }
        let hasThreshold = bars.contains { $0.threshold != nil }
        let hasEvents = bars.contains { $0.event != nil }
        page.element("figure", [("class", "plot")]) { figure in
            figure.element("figcaption", caption)
            figure.element(
                "svg",
                [
                    ("viewBox", "0 0 \(width) \(height + 22)"), ("role", "img"), ("aria-label", caption),
                    ("preserveAspectRatio", "xMidYMid meet"),
                ]
            ) { svg in
                svg.element("text", String(top), [("x", "0"), ("y", "11")])
                svg.element(
                    "line", [("x1", "0"), ("x2", "\(width)"), ("y1", "\(height)"), ("y2", "\(height)")]
                ) { _ in }
                for (index, bar) in bars.enumerated() where bar.value > 0 {
                    // A bar for a single article must be visible even next to bars for thousands.
                    let tall = max(2, Int(scaled(Double(bar.value))))
                    svg.element(
                        "rect",
                        [
                            ("x", text(Double(index) * step + step * 0.1)), ("y", "\(height - tall)"),
                            ("width", text(step * 0.8)), ("height", "\(tall)"), ("rx", "1.5"),
                            ("class", bar.event == nil ? nil : "event"),
                        ]
                    ) { $0.element("title", "\(bar.name): \(bar.value)" + (bar.event.map { ", " + $0 } ?? "")) }
                }
                for (index, bar) in bars.enumerated() {
                    let left = Double(index) * step
                    // Draw one line for each run of bars with the same threshold.
                    if let threshold = bar.threshold, index == 0 || bars[index - 1].threshold != threshold {
                        let run = bars[index...].prefix { $0.threshold == threshold }.count
                        let y = text(Double(height) - scaled(threshold))
                        svg.element(
                            "line",
                            [
                                ("x1", text(left)), ("x2", text(left + step * Double(run))), ("y1", y), ("y2", y),
                                ("class", "threshold"),
                            ]
                        ) { _ in }
                    }
                    if let event = bar.event {
                        let (x, y) = (left + step / 2, height + 2)
                        let points = "\(text(x)),\(y) \(text(x - 3)),\(y + 5) \(text(x + 3)),\(y + 5)"
                        svg.element("polygon", [("points", points), ("class", "event")]) {
                            $0.element("title", "\(bar.name): \(event)")
                        }
                    }
                }
                for (place, anchor, index) in [
                    (0.0, "start", 0), (Double(width) / 2, "middle", bars.count / 2),
                    (Double(width), "end", bars.count - 1),
                ] where bars.indices.contains(index) {
                    svg.element(
                        "text", bars[index].name,
                        [("x", text(place)), ("y", "\(height + 16)"), ("text-anchor", anchor)])
                }
            }
            figure.element("details") { details in
                details.element("summary", details.say(.asTable))
                let more =
                    (hasThreshold ? [details.say(.trendThreshold)] : [])
                    + (hasEvents ? [details.say(.trendEvents)] : [])
                details.table(caption, heads + more, numbers: [1]) { rows in
                    for bar in bars {
                        rows.element("tr") { row in
                            row.element("th", [("scope", "row")]) { name(bar, &$0) }
                            row.count(bar.value)
                            if hasThreshold { row.cells(bar.threshold.map { number($0) } ?? "") }
                            if hasEvents { row.cells(bar.event ?? "") }
                        }
                    }
                }
            }
        }
    }

    /// Formats a number, without decimals if it is an integer.
    private static func number(_ value: Double) -> String {
        value == value.rounded() ? String(Int(value)) : text(value)
    }

    /// Adds horizontal bars in the rows of a table, which is readable without the bars.
    ///
    /// - Parameter heads: the headings of the columns for names, numbers and, if bars have parts, parts.
    static func rows(_ caption: String, _ heads: [String], _ bars: [Bar], _ page: inout HTMLPage) {
        let top = max(1, bars.map(\.value).max() ?? 1)
        page.table(caption, heads + [page.say(.manageShare)], numbers: [1, heads.count - 1]) { table in
            for bar in bars {
                table.element("tr") { row in
                    row.element("th", [("scope", "row")]) { name(bar, &$0) }
                    row.count(bar.value)
                    if let part = bar.part { row.count(part) }
                    row.element("td", [("class", "bar-cell"), ("aria-hidden", "true")]) { cell in
                        cell.element(
                            "svg", [("viewBox", "0 0 200 10"), ("preserveAspectRatio", "none"), ("class", "share")]
                        ) { svg in
                            rectangle(bar.value * 200 / top, "whole", &svg)
                            if let part = bar.part { rectangle(part * 200 / top, "part", &svg) }
                        }
                    }
                }
            }
        }
    }

    private static func name(_ bar: Bar, _ page: inout HTMLPage) {
        if let address = bar.address {
            page.element("a", bar.name, [("href", page.address(address))])
        } else {
            page.text(bar.name)
        }
    }

    private static func rectangle(_ width: Int, _ name: String, _ page: inout HTMLPage) {
        page.element("rect", [("class", name), ("width", String(width)), ("height", "10")]) { _ in }
    }

    private static func text(_ number: Double) -> String { String((number * 10).rounded() / 10) }
}
