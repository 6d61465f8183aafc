internal import Articles
internal import FeedLibrary
internal import Formats
internal import Messages

extension ReaderPage {
    /// Adds the distribution of the results, if it was counted: months as bars, then states, feeds, folders and
    /// languages. Each entry links to a narrower search. Shown as a column next to the results, or as a sheet in narrow
    /// windows.
    func facets(_ page: inout HTMLPage) {
        guard case .search(let query, _) = content.view, let facets = content.facets else { return }
        let closed = page.root + searchAddress(query, showsFacets: false)
        page.element(
            "section", [("class", "facets"), ("aria-label", page.say(.filterResults))]
        ) { section in
            section.element("h2", [("class", "title")]) { head in
                head.text(head.say(.filterResults))
                head.element("a", [("href", closed), ("class", "close"), ("aria-label", head.say(.webClose))]) {
                    $0.element("span", "×", [("aria-hidden", "true")])
                }
            }
            timeline(facets.months, query, &section)
            states(facets, query, &section)
            for (heading, field, counts) in [
                (Message.facetFeeds, "feed", facets.feeds), (.facetFolders, "folder", facets.folders),
                (.facetLanguages, "lang", facets.languages.filter { $0.value != "und" }),
            ] where !counts.isEmpty {
                group(heading, &section) { list in
                    for count in counts.prefix(Self.maxFacets) {
                        let filter = "\(field):\"\(count.value.replacing("\"", with: ""))\""
                        let language = field == "lang" ? list.languageName(count.value) : nil
                        item(
                            language ?? count.title ?? MaskedURL.mask(count.value),
                            code: language.map { _ in count.value },
                            filter, count.articles, query, &list)
                    }
                }
            }
            section.element("p", [("class", "shown")]) { line in
                let total = facets.total
                line.element(
                    "a", line.say(.showArticles, line.number(total), String(total)), [("href", closed)])
            }
        }
    }

    private func states(_ facets: Facets, _ query: String, _ page: inout HTMLPage) {
        group(.facetState, &page) { list in
            item(list.say(.unreadShare), "is:unread", facets.unread, query, &list)
            item(list.say(.starredShare), "is:starred", facets.starred, query, &list)
        }
    }

    private func group(_ heading: Message, _ page: inout HTMLPage, _ items: (inout HTMLPage) -> Void) {
        page.element("h3", page.say(heading))
        page.element("ul") { items(&$0) }
    }

    /// - Parameter code: the language tag that the name stands for.
    private func item(
        _ name: String, code: String? = nil, _ filter: String, _ articles: Int, _ query: String,
        _ page: inout HTMLPage
    ) {
        page.element("li") { item in
            item.element("a", [("href", item.root + narrowed(query, filter)), ("title", code)]) { link in
                link.element("span", name, [("class", "name"), ("dir", "auto")])
                link.element("span", link.number(articles), [("class", "count")])
            }
        }
    }

    private static let maxFacets = 8
    /// The maximum number of months shown, because more bars would be too narrow.
    private static let maxMonths = 120
    private static let (barWidth, height) = (9, 48)
    /// A placeholder for the months in an address, which a script replaces. It is a valid range that does not occur
    /// elsewhere in the address.
    private static let anyMonths = "0001-01..0001-12"

    /// The address of the query narrowed by a filter. The page keeps its order and its distribution.
    private func narrowed(_ query: String, _ filter: String) -> String {
        searchAddress(SearchText(query).adding(filter), showsFacets: true)
    }

    /// Adds one bar per month, including months without articles. Each bar is a link labelled with the month and the
    /// number. The axis names the first, the middle and the last month.
    private func timeline(_ months: [Facets.Count], _ query: String, _ page: inout HTMLPage) {
        let months = Self.filled(months).suffix(Self.maxMonths)
        guard let most = months.map(\.articles).max(), months.count > 1 else { return }
        page.element("h3", page.say(.facetMonths))
        let width = months.count * Self.barWidth
        page.element(
            "svg",
            [
                ("class", "timeline"), ("viewBox", "0 0 \(width) \(Self.height)"), ("width", String(width)),
                ("height", String(Self.height)), ("preserveAspectRatio", "none"), ("role", "group"),
                ("aria-label", page.say(.facetMonths)), ("data-first", months.first?.value),
                ("data-months", String(months.count)),
                // A script replaces the placeholder with months.
                ("data-address", page.root + narrowed(query, "date:" + Self.anyMonths)),
            ]
        ) { svg in
            for (place, month) in months.enumerated() where month.articles > 0 {
                let bar = max(2, month.articles * Self.height / most)
                let label = "\(svg.monthName(month.value)): \(svg.number(month.articles))"
                let address = svg.root + narrowed(query, "date:\(month.value)")
                svg.element("a", [("href", address), ("aria-label", label)]) { link in
                    link.element("title", label)
                    // Make the full height of the plot clickable, not only the bar.
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
        page.element("p", [("class", "axis"), ("aria-hidden", "true")]) { axis in
            let shown = months.count > 4 ? [0, months.count / 2, months.count - 1] : [0, months.count - 1]
            for place in shown { axis.element("span", axis.monthName(months[months.startIndex + place].value)) }
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
