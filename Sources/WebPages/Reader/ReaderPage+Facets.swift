internal import Articles
internal import FeedLibrary
internal import Formats
internal import Messages

extension ReaderPage {
    /// Adds the distribution of the results: months as bars, then lists of feeds, folders and languages. Each links to
    /// a narrower search.
    func facets(_ facets: Facets, of query: String, _ page: inout HTMLPage) {
        page.element("section", [("class", "facets"), ("aria-label", page.say(.webSpread))]) { section in
            timeline(facets.months, query, &section)
            states(facets, query, &section)
            for (heading, field, counts) in [
                (Message.facetFeeds, "feed", facets.feeds), (.facetFolders, "folder", facets.folders),
                (.facetLanguages, "lang", facets.languages.filter { $0.value != "und" }),
            ] where !counts.isEmpty {
                section.element("h2", section.say(heading))
                section.element("ul") { list in
                    for count in counts.prefix(Self.maxFacets) {
                        list.element("li") { item in
                            let narrowed = Self.narrowed(query, "\(field):\"\(count.value.replacing("\"", with: ""))\"")
                            item.element("a", [("href", item.root + narrowed.address())]) { link in
                                link.text(count.title ?? MaskedURL.mask(count.value))
                            }
                            item.element("span", " \(count.articles)", [("class", "count")])
                        }
                    }
                }
            }
        }
    }

    private func states(_ facets: Facets, _ query: String, _ page: inout HTMLPage) {
        page.element("h2", page.say(.facetState))
        page.element("ul") { list in
            for (label, filter, count) in [
                (Message.unreadShare, "is:unread", facets.unread), (.starredShare, "is:starred", facets.starred),
            ] {
                list.element("li") { item in
                    item.element("a", item.say(label), [("href", item.root + Self.narrowed(query, filter).address())])
                    item.element("span", " \(count)", [("class", "count")])
                }
            }
        }
    }

    private static let maxFacets = 8
    /// The maximum number of months shown, because more bars would be too narrow.
    private static let maxMonths = 120
    private static let (barWidth, height) = (9, 34)

    /// The view of the query narrowed by a filter.
    private static func narrowed(_ query: String, _ filter: String) -> ReaderView {
        .search(query: "(\(query)) \(filter)", sort: .relevance)
    }

    /// Adds one bar per month, including months without articles. Each bar is a link labelled with the month and the
    /// number.
    private func timeline(_ months: [Facets.Count], _ query: String, _ page: inout HTMLPage) {
        let months = Self.filled(months).suffix(Self.maxMonths)
        guard let most = months.map(\.articles).max(), months.count > 1 else { return }
        page.element("h2", page.say(.facetMonths))
        let width = months.count * Self.barWidth
        page.element(
            "svg",
            [
                ("class", "timeline"), ("viewBox", "0 0 \(width) \(Self.height)"), ("width", String(width)),
                ("height", String(Self.height)), ("preserveAspectRatio", "none"), ("role", "group"),
                ("aria-label", page.say(.facetMonths)), ("data-first", months.first?.value),
                ("data-months", String(months.count)), ("data-query", query),
            ]
        ) { svg in
            for (place, month) in months.enumerated() where month.articles > 0 {
                let bar = max(2, month.articles * Self.height / most)
                let label = "\(month.value): \(month.articles)"
                let address = svg.root + Self.narrowed(query, "date:\(month.value)").address()
                svg.element("a", [("href", address), ("aria-label", label)]) { link in
                    link.element("title", label)
                    // The full height of the plot is clickable, not only the bar.
                    link.element(
                        "rect",
                        [
                            ("class", "reach"), ("x", String(place * Self.barWidth)), ("y", "0"),
                            ("width", String(Self.barWidth)), ("height", String(Self.height)),
                        ]
                    ) { _ in }
                    link.element(
                        "rect",
                        [
                            ("x", String(place * Self.barWidth + 1)), ("y", String(Self.height - bar)),
                            ("width", String(Self.barWidth - 2)), ("height", String(bar)),
                        ]
                    ) { _ in }
                }
            }
        }
        page.element("p", page.say(.brushHint), [("class", "dim hint")])
    }

    /// Inserts the missing months between the first and the last, with a count of 0. Months have the form `2024-01`.
    static func filled(_ months: [Facets.Count]) -> [Facets.Count] {
        func number(_ month: String) -> Int? {
            let parts = month.split(separator: "-").compactMap { Int($0) }
            guard parts.count == 2, (1...12).contains(parts[1]), (1...9_999).contains(parts[0]) else { return nil }
            return parts[0] * 12 + parts[1] - 1
        }
        var counts: [Int: Int] = [:]
        for month in months { if let number = number(month.value) { counts[number] = month.articles } }
        guard let last = counts.keys.max(), let first = counts.keys.min() else { return [] }
        return (max(first, last - maxMonths)...last).map { number in
            let (year, month) = (String(number / 12), String(number % 12 + 1))
            let value =
                String(repeating: "0", count: 4 - year.count) + year + "-" + (month.count < 2 ? "0" : "") + month
            return Facets.Count(value: value, articles: counts[number] ?? 0)
        }
    }
}
