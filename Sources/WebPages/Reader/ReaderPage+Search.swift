internal import Articles
internal import FeedLibrary
internal import HTTPServer
internal import Messages

extension ReaderPage {
    /// Adds the search field and underlines mistakes in the query.
    func searchForm(_ page: inout HTMLPage) {
        var query = ""
        var sort = SearchRequest.Sort.relevance
        if case .search(let text, let order) = content.view { (query, sort) = (text, order) }
        page.element(
            "form",
            [
                ("role", "search"), ("action", page.root + "search"), ("id", "search"),
                ("data-recent", page.say(.recentKind)), ("data-saved", page.say(.savedKind)),
                ("data-forget", page.say(.webForget)),
            ]
        ) { form in
            form.element("div", [("class", "field")]) { field in
                let label = field.say(.pageSearchField)
                let isWrong = content.mistake != nil
                field.empty(
                    "input",
                    [
                        ("type", "search"), ("name", "q"), ("value", query), ("aria-label", label),
                        ("placeholder", label), ("autocapitalize", "none"), ("autocomplete", "off"),
                        ("spellcheck", "false"), ("aria-invalid", isWrong ? "true" : nil),
                        ("aria-describedby", isWrong ? "mistake" : nil),
                    ])
                if let place = content.mistake?.place { underline(place, in: query, &field) }
            }
            form.element(
                "a", "?", [("class", "help"), ("href", form.root + "keys"), ("aria-label", form.say(.queryHelp))])
            form.element("select", [("name", "sort"), ("aria-label", form.say(.pageSort))]) { select in
                for (order, name) in [
                    (SearchRequest.Sort.relevance, Message.pageRelevance), (.newest, .pageNewest),
                    (.oldest, .pageOldest),
                ] {
                    select.element(
                        "option", select.say(name),
                        [("value", order.rawValue), ("selected", order == sort ? "" : nil)])
                }
            }
            form.element("button", form.say(.pageSearch), [("type", "submit")])
        }
    }

    /// Underlines a mistake: repeats the text of the field with transparent letters, so that only the line below the
    /// mistake is visible.
    private func underline(_ place: Range<Int>, in query: String, _ page: inout HTMLPage) {
        let bytes = Array(query.utf8)
        var first = min(max(0, place.lowerBound), bytes.count)
        var end = min(max(first, place.upperBound), bytes.count)
        // If the place is empty, that is between two characters, underline the character before it.
        if first == end { first = max(0, first - 1) }
        func isInside(_ index: Int) -> Bool { index > 0 && index < bytes.count && bytes[index] & 0xC0 == 0x80 }
        while isInside(first) { first -= 1 }
        while isInside(end) { end += 1 }
        page.element("span", [("class", "mistake"), ("aria-hidden", "true")]) { line in
            line.text(String(decoding: bytes[..<first], as: UTF8.self))
            line.element("u", String(decoding: bytes[first..<end], as: UTF8.self))
        }
    }

    func explain(_ mistake: ReaderContent.Mistake, _ page: inout HTMLPage) {
        page.element("p", mistake.detail, [("role", "alert"), ("id", "mistake")])
        if let hint = mistake.hint { page.element("p", hint, [("class", "dim")]) }
    }

    /// Adds the number of results, their distribution, and suggestions for other queries.
    func found(_ answer: SearchAnswer, _ page: inout HTMLPage) {
        page.element("p", [("class", "dim"), ("role", "status")]) { line in
            let total = String(answer.total)
            line.text(
                answer.total == 0
                    ? line.say(.nothingFound)
                    : line.say(answer.totalIsLowerBound ? .pageAtLeast : .pageArticles, total))
        }
        if case .search(let query, _) = content.view, answer.total > 0 {
            let isShown = content.facets != nil
            page.element("p", [("class", "spread")]) { line in
                let address = content.view.address([("facets", isShown ? nil : "1")])
                line.element(
                    "a", isShown ? line.say(.hideSpread) : line.say(.webSpread),
                    [
                        ("href", line.root + address), ("role", "button"),
                        ("aria-expanded", isShown ? "true" : "false"),
                    ])
            }
            if let facets = content.facets { self.facets(facets, of: query, &page) }
            if content.countingTookTooLong {
                page.element("p", page.say(.webCountingTooLong) + " " + page.say(.webSearchLess), [("role", "alert")])
            }
        }
        if answer.total == 0, answer.suggestion == nil, answer.looser == nil {
            page.element("p", page.say(.webNothingFound), [("class", "dim")])
        }
        if let notice = answer.notice { page.element("p", page.say(.queryNotice, notice), [("class", "dim")]) }
        if answer.relaxed { page.element("p", page.say(.relaxed)) }
        if let suggestion = answer.suggestion { offer(suggestion, page.say(.didYouMean, suggestion), &page) }
        if let looser = answer.looser {
            let words = looser.query.split(separator: " ").map(String.init)
            let isPlain = (2...5).contains(words.count) && !looser.query.contains { "\"():|-".contains($0) }
            let name = isPlain ? Self.joined(words, page) : looser.query
            let text =
                looser.totalText.map { page.say(isPlain ? .looserApart : .looser, name, $0) }
                ?? page.say(isPlain ? .looserApartUncounted : .looserUncounted, name)
            offer(looser.query, text, &page)
        }
    }

    /// Joins words in the form `a, b and c`.
    private static func joined(_ words: [String], _ page: HTMLPage) -> String {
        let comma = page.language == .english ? ", " : "、"
        return page.say(.apart, words.dropLast().joined(separator: comma), words.last ?? "")
    }

    private func offer(_ query: String, _ text: String, _ page: inout HTMLPage) {
        let address = page.root + ReaderView.search(query: query, sort: .relevance).address()
        page.element("p") { $0.element("a", text, [("href", address)]) }
    }

    /// Adds links to the list in machine-readable formats and as a feed.
    func twins(_ page: inout HTMLPage) {
        if content.rows.isEmpty { return }
        let path = content.view == .unread ? "unread" : content.view.path
        let fields = (content.view.fields + (content.unreadOnly ? [("unread", "1")] : []))
            .map { (name: $0.0, value: $0.1) }
        let query = fields.isEmpty ? "" : "?" + FormEncoding.encode(fields)
        page.element("details", [("class", "twins")]) { details in
            details.element("summary", details.say(.twins))
            details.element("p") { line in
                for (name, ending) in [("JSON", "json"), ("Atom", "atom"), ("CSV", "csv")] {
                    line.element("a", name, [("href", line.root + path + "." + ending + query)])
                    line.text(" ")
                }
                if let address = openFeed(query) {
                    line.element("a", line.say(.feedAddress), [("href", line.root + address)])
                }
            }
        }
    }

    private func openFeed(_ query: String) -> String? {
        switch content.view {
        case .starred, .folder, .saved, .search: content.openFeeds.map { $0 + content.view.path + ".atom" + query }
        default: nil
        }
    }
}
