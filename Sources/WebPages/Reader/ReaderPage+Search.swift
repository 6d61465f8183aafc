internal import Articles
internal import FeedLibrary
internal import Formats
internal import HTTPServer
internal import Messages
internal import QueryLanguage

extension ReaderPage {
    /// Adds the search form: the filters as chips, the field with a mistake underlined, and the order of the results.
    func searchForm(_ page: inout HTMLPage) {
        var query = ""
        var sort: SearchRequest.Sort?
        if case .search(let text, let order) = content.view { (query, sort) = (text, order) }
        // The range of a mistake refers to the whole query, so do not divide a query with a mistake.
        var text = SearchText("")
        if content.mistake == nil { text = SearchText(query) } else { text.words = query }
        page.element(
            "form",
            [
                ("role", "search"), ("action", page.root + "search"), ("id", "search"),
                ("data-recent", page.say(.recentKind)), ("data-saved", page.say(.savedKind)),
                ("data-forget", page.say(.webForget)),
            ]
        ) { form in
            form.element("div", [("class", "field")]) { field in
                field.icon(.search)
                chips(text, &field)
                field.element("div", [("class", "query")]) { self.input(text.words, &$0) }
                if let sort, !isStart { sortMenu(sort, &field) }
                field.element(
                    "a", "?",
                    [("class", "help"), ("href", field.root + "keys"), ("aria-label", field.say(.queryHelp))])
            }
            if content.showsFacets { hidden("facets", "1", &form) }
            form.element("button", form.say(.pageSearch), [("type", "submit")])
        }
    }

    private func input(_ words: String, _ page: inout HTMLPage) {
        let label = page.say(.pageSearchField)
        let isWrong = content.mistake != nil
        page.empty(
            "input",
            [
                ("type", "search"), ("name", "q"), ("value", words), ("aria-label", label),
                ("placeholder", label), ("autocapitalize", "none"), ("autocomplete", "off"),
                ("spellcheck", "false"), ("enterkeyhint", "search"), ("aria-invalid", isWrong ? "true" : nil),
                ("aria-describedby", isWrong ? "mistake" : nil), ("autofocus", isStart ? "" : nil),
            ])
        if let place = content.mistake?.place { underline(place, in: words, &page) }
    }

    /// Whether this is the page of an empty search.
    var isStart: Bool {
        if case .search(let query, _) = content.view { return query.allSatisfy(\.isWhitespace) }
        return false
    }

    /// Adds the filters, each with a link that removes it.
    private func chips(_ text: SearchText, _ page: inout HTMLPage) {
        if text.filters.isEmpty { return }
        page.element("ul", [("class", "chips"), ("aria-label", page.say(.searchFilters))]) { list in
            for (index, filter) in text.filters.enumerated() {
                list.element("li") { chip in
                    let (icon, name) = label(filter, chip)
                    if let icon { chip.icon(icon) }
                    let code: String? = if case .language(let tag) = filter.filter { tag } else { nil }
                    chip.element("span", name, [("dir", "auto"), ("title", code)])
                    hidden("filter", filter.text, &chip)
                    let address = searchAddress(text.without(index))
                    chip.element(
                        "a", [("href", chip.root + address), ("aria-label", chip.say(.removeFilter, name))]
                    ) { $0.element("span", "×", [("aria-hidden", "true")]) }
                }
            }
        }
    }

    private func label(_ filter: SearchText.Filter, _ page: HTMLPage) -> (PageIcon?, String) {
        let value = filter.text.split(separator: ":", maxSplits: 1).last.map { $0.filter { $0 != "\"" } } ?? ""
        let (icon, name): (PageIcon?, String) =
            switch filter.filter {
            case .state(.unread): (.unread, page.say(.unreadShare))
            case .state(.starred): (.star, page.say(.starredShare))
            case .feed(let feed):
                (.all, content.feeds.first { $0.url == feed }?.displayTitle ?? MaskedURL.mask(feed))
            case .folder(let path): (.folder, path)
            case .tag(let tag): (.tag, tag)
            case .language(let tag): (nil, page.languageName(tag) ?? filter.text)
            case .date(.between, of: .published): (.today, value)
            case .state(.opened): (.recent, page.say(.webRecent))
            case .date(.between, of: .opened): (.recent, value)
            default: (nil, filter.isExcluded ? String(filter.text.dropFirst()) : filter.text)
            }
        return (icon, filter.isExcluded ? page.say(.excludedFilter, name) : name)
    }

    private func sortMenu(_ sort: SearchRequest.Sort, _ page: inout HTMLPage) {
        page.element("select", [("name", "sort"), ("class", "sort"), ("aria-label", page.say(.pageSort))]) { select in
            for (order, name) in [
                (SearchRequest.Sort.relevance, Message.pageRelevance), (.newest, .pageNewest), (.oldest, .pageOldest),
            ] {
                select.element(
                    "option", select.say(name),
                    [("value", order.rawValue), ("selected", order == sort ? "" : nil)])
            }
        }
    }

    /// The address of another query with the same sort order. Includes the distribution of the results if this page
    /// shows it.
    func searchAddress(_ query: String, showsFacets: Bool? = nil) -> String {
        var sort = SearchRequest.Sort.relevance
        if case .search(_, let order) = content.view { sort = order }
        let isShown = showsFacets ?? content.showsFacets
        return ReaderView.search(query: query, sort: sort).address(
            [("typed", content.isTyped ? "1" : nil), ("facets", isShown ? "1" : nil)])
    }

    /// Underlines a mistake: repeats the text of the field with transparent letters, so that only the line below the
    /// mistake is visible.
    private func underline(_ place: Range<Int>, in query: String, _ page: inout HTMLPage) {
        let bytes = Array(query.utf8)
        var first = min(max(0, place.lowerBound), bytes.count)
        var end = min(max(first, place.upperBound), bytes.count)
        // If the range is empty, that is, between two characters, underline the character before it.
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
        // Capitalise the hint: hints of the program begin with a small letter, because they follow its name.
        if let hint = mistake.hint {
            page.element("p", hint.prefix(1).uppercased() + hint.dropFirst(), [("class", "dim")])
        }
    }

    /// Adds the line above the results: their number, the filters, and the form that saves the search.
    func searchHead(_ page: inout HTMLPage) {
        guard case .search(let query, _) = content.view else { return }
        page.element("header", [("class", "search-head")]) { header in
            menuLink(&header)
            header.element("h1", name(header), [("class", isStart ? nil : "unseen")])
            if let answer = content.answer {
                header.element("p", number(of: answer, header), [("role", "status"), ("class", "dim")])
            }
            if isStart || content.mistake != nil || content.isWaiting { return }
            header.element(
                "a",
                [
                    ("class", "filter"), ("role", "button"), ("aria-expanded", content.showsFacets ? "true" : "false"),
                    ("href", header.root + searchAddress(query, showsFacets: !content.showsFacets)),
                ]
            ) { $0.labelled(.settings, $0.say(.filterResults)) }
            tagAll(&header)
            save(query, &header)
        }
    }

    private func number(of answer: SearchAnswer, _ page: HTMLPage) -> String {
        if answer.total == 0 { return page.say(.nothingFound) }
        if answer.totalIsLowerBound { return page.say(.pageAtLeast, page.number(answer.total)) }
        return page.say(.pageArticles, page.number(answer.total), String(answer.total))
    }

    /// Adds the form that saves the search, or a link to the saved search that has this query.
    private func save(_ query: String, _ page: inout HTMLPage) {
        if let saved = content.saved.first(where: { $0.query == query }) {
            page.element("a", [("class", "saved"), ("href", page.root + ReaderView.saved(saved.name).path)]) { link in
                link.text(link.say(.searchIsSaved, saved.name))
            }
            return
        }
        if !mayPost("save") { return }
        page.element("details", [("class", "save"), open(for: "save")]) { details in
            details.element("summary", details.say(.webSave))
            entryForm("save", with: [("query", query)], &details) { form in
                field(form.say(.webSaveAs), "name", &form) { label in
                    label.empty(
                        "input",
                        [
                            ("name", "name"), ("value", label.entered("name", nil)), ("required", ""),
                            ("maxlength", String(SavedSearchPages.maxNameLength)),
                        ] + label.mistakeAttributes("name"))
                }
                if mayPost("test-alert") { channelFields(&form) }
                form.element("button", form.say(.save), [("type", "submit"), ("class", "primary")])
            }
        }
    }

    /// Adds the fields for an alert, which only the owner of a library can set.
    private func channelFields(_ form: inout HTMLPage) {
        let channel = form.entered("channel", "")
        field(form.say(.alerts), "channel", &form) { label in
            label.element("select", [("name", "channel")] + label.mistakeAttributes("channel")) { select in
                for (value, name) in [("", Message.channelNone)] + AlertFields.kinds {
                    select.element(
                        "option", select.say(name),
                        [("value", value), ("selected", value == channel && !value.isEmpty ? "" : nil)])
                }
            }
        }
        for address in AlertFields.addresses {
            field(form.say(address.label), address.kind, class: "for-" + address.kind, &form) { label in
                label.empty(
                    "input",
                    [
                        ("name", address.kind), ("value", label.entered(address.kind, nil)),
                        ("inputmode", address.mode), ("autocomplete", "off"),
                    ] + label.mistakeAttributes(address.kind))
                label.element("small", label.say(address.help), [("class", "dim")])
            }
        }
    }

    /// Adds a field with its label, and the message if the field contains the mistake.
    private func field(
        _ label: String, _ name: String, class kind: String? = nil, _ page: inout HTMLPage,
        _ control: (inout HTMLPage) -> Void
    ) {
        page.element("label", [("class", kind)]) { field in
            field.element("span", label)
            control(&field)
        }
        page.mistake(of: name)
    }

    /// Confirms that the search was saved on the previous page. The name is shown only if it is the name of a saved
    /// search.
    func confirmSaved(_ page: inout HTMLPage) {
        guard let name = content.savedName, content.saved.contains(where: { $0.name == name }) else { return }
        page.element("p", [("role", "status"), ("class", "done")]) { line in
            line.text(line.say(.searchSavedAs, name) + " ")
            line.element("a", line.say(.openSearch), [("href", line.root + ReaderView.saved(name).path)])
            line.text(" ")
            line.element(
                "a", line.say(.alerts), [("href", line.root + (ReaderView.saved(name).settings ?? ""))])
        }
    }

    /// Adds suggestions for other queries.
    func found(_ answer: SearchAnswer, _ page: inout HTMLPage) {
        if content.countingTookTooLong { tookTooLong(&page) }
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

    func tookTooLong(_ page: inout HTMLPage) {
        page.element("p", page.say(.webCountingTooLong) + " " + page.say(.webSearchLess), [("role", "alert")])
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
        // The list of opened articles is not offered to other programs.
        if content.rows.isEmpty || content.view.path == ReaderView.opened.path { return }
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
