internal import Accounts
internal import Articles
internal import FeedLibrary
internal import Formats
internal import HTTPServer
internal import HTTPService
internal import Messages

/// Pages to subscribe to feeds: by address with a preview, from a list of suggestions, or to the built-in sample feed.
enum SubscribePages {
    static let operations: [Operation] = [
        .page(
            "subscribePage", "/subscribe", .write, "Adding a feed: the feeds at an address", query: ["url"],
            isSlow: true
        ) { call in
            try await page(call)
        },
        .form("add-feed", .write, "Subscribe to a feed, in a folder", isSlow: true) { call in
            let url = try call.required("url")
            let (folder, language) = (call.filled("folder").map(FolderPath.parse), call.language)
            let feed = try await call.runOnNetworkThread { library -> Int64? in
                var subscription = SubscriptionSettings()
                subscription.folder = folder
                guard let report = try library.subscriptions.add(TypedFeed(url, language), subscription) else {
                    throw UserFacingError(
                        code: "noFeedFound", text: Message.noFeedFound.text(language, MaskedURL.mask(url)))
                }
                return try library.store.feed(named: report.url)?.id
            }
            return feed.map { "feed/\($0)" } ?? ""
        },
        .form("save-page", .write, "Save a page as an article", isSlow: true) { call in
            let (url, language) = (try call.required("url"), call.language)
            let saved = try await call.runOnNetworkThread {
                try $0.articles.savePage(TypedFeed(url, language), content: nil)
            }
            return "article/\(saved.article)"
        },
        .form("sample", .write, "Add the sample feed") { call in
            let feed = try await call.write { try SampleFeed.add(to: $0) }
            return "feed/\(feed)"
        },
    ]

    private static func page(_ call: RequestContext) async throws -> HTTPResponse {
        let wanted = call.filled("url")
        let feeds = try await call.read { try $0.store.feeds() }
        var found: Result<[FeedFinder.Found], any Error>?
        if let wanted {
            do { found = .success(try await call.runOnNetworkThreadWithoutLibrary { try $0.discover(wanted) }) } catch {
                found = .failure(error)
            }
        }
        var mistake = call.refused?.path == "/actions/add-feed" ? call.refused : nil
        if case .failure(let error)? = found {
            let refusal = call.refusal(error)
            if refusal.field == "url" { mistake = refusal }
        }
        let entry = mistake
        return call.answer(.subscribe, status: entry?.status ?? 200) { page in
            search(wanted, entry, &page)
            if entry != nil { return begin(feeds, call, &page) }
            switch found {
            case .success(let found)?: write(found, wanted ?? "", feeds, call, &page)
            case .failure(let error)?: write(error, wanted ?? "", call, &page)
            case nil: begin(feeds, call, &page)
            }
        }
    }

    /// Adds the form to look for feeds. The form changes nothing, so it uses GET.
    private static func search(_ wanted: String?, _ entry: RefusedForm?, _ page: inout HTMLPage) {
        page.element("form", [("action", page.address("subscribe")), ("class", "look card")]) { form in
            form.entry = entry
            form.field(
                form.say(.addressOfFeed), "url", wanted, help: form.say(.addressHelp), isRequired: true,
                [("inputmode", "url"), ("autocomplete", "off")])
            form.entry = nil
            form.submit(form.say(.lookForFeeds))
        }
    }

    // MARK: - What was found

    private static func write(
        _ found: [FeedFinder.Found], _ wanted: String, _ feeds: [Feed], _ call: RequestContext, _ page: inout HTMLPage
    ) {
        if found.isEmpty {
            page.element("p", page.say(.noFeedFound, MaskedURL.mask(wanted)), [("role", "status")])
            alternatives(wanted, call, &page)
            return
        }
        page.element("p", page.say(.feedsFound, String(found.count)), [("role", "status")])
        let folders = Set(feeds.flatMap(\.folders).map { $0.joined(separator: "/") }).sorted()
        page.element("datalist", [("id", "folders")]) { list in
            for folder in folders { list.empty("option", [("value", folder)]) }
        }
        let first = found.first { feed in !feeds.contains { $0.url == feed.url } }?.url
        for feed in found {
            page.element("section", [("class", "card")]) { card in
                let known = feeds.first { $0.url == feed.url }
                card.element("h2", feed.title.isEmpty ? MaskedURL.mask(feed.url) : feed.title)
                card.element("p", MaskedURL.mask(feed.url), [("class", "dim address")])
                write(feed.newest, call, &card)
                if let known {
                    card.element("p") { line in
                        line.text(line.say(.alreadySubscribed) + " ")
                        line.element("a", line.say(.openFeed), [("href", line.address("feed/\(known.id)"))])
                    }
                } else {
                    call.form("add-feed", &card, class: "row", with: [("url", feed.url)], next: "subscribe") { form in
                        form.field(
                            form.say(.folderOptional), "folder", nil, [("list", "folders"), ("autocomplete", "off")])
                        form.element(
                            "button", form.say(.subscribe),
                            [
                                ("type", "submit"), ("class", "primary"),
                                // Pressing Enter subscribes to the first feed.
                                ("autofocus", feed.url == first ? "" : nil),
                                ("aria-label", form.say(.subscribe) + ": " + feed.title),
                            ])
                    }
                }
            }
        }
        page.element("details") { details in
            details.element("summary", details.say(.otherWays))
            alternatives(wanted, call, &details)
        }
    }

    private static func write(_ items: [FeedFinder.Item], _ call: RequestContext, _ page: inout HTMLPage) {
        if items.isEmpty {
            page.element("p", page.say(.noArticlesYet), [("class", "dim")])
            return
        }
        let dates = call.dates
        page.element("ul", [("class", "newest")]) { list in
            for item in items {
                list.element("li") { entry in
                    entry.text(item.title.isEmpty ? entry.say(.noTitle) : item.title)
                    if let date = item.published {
                        entry.text(" ")
                        entry.element("span", [("class", "dim")]) { $0.date(date, dates) }
                    }
                }
            }
        }
    }

    private static func write(
        _ error: any Error, _ wanted: String, _ call: RequestContext, _ page: inout HTMLPage
    ) {
        let problem = Problem(error, call.language)
        page.element("p", problem.text(in: call.language), [("role", "alert")])
        if let hint = problem.hint { page.element("p", hint, [("class", "dim")]) }
        page.element("p", page.say(.unreadableHelp))
        call.button(page.say(.subscribeAnyway), "add-feed", with: [("url", wanted)], next: "subscribe", &page)
        alternatives(wanted, call, &page)
    }

    /// Adds the alternatives for a web page without a feed.
    private static func alternatives(_ wanted: String, _ call: RequestContext, _ page: inout HTMLPage) {
        page.element("p", page.say(.pageWithoutFeed))
        page.element("div", [("class", "buttons")]) { line in
            let recipe = "recipe?" + FormEncoding.encode([(name: "url", value: wanted)])
            line.element("a", line.say(.makeRecipe), [("href", line.address(recipe)), ("class", "button")])
            call.button(line.say(.savePage), "save-page", with: [("url", wanted)], next: "subscribe", &line)
        }
    }

    // MARK: - Without an address

    private static func begin(_ feeds: [Feed], _ call: RequestContext, _ page: inout HTMLPage) {
        page.element("div", [("class", "cards")]) { cards in
            if call.mayOpen("import") {
                cards.element("section", [("class", "card")]) { card in
                    card.element("h2", card.say(.comeFromElsewhere))
                    card.element("p", card.say(.importHelp))
                    card.element("a", card.say(.importExport), [("href", card.address("import")), ("class", "button")])
                }
            }
            if feeds.isEmpty {
                cards.element("section", [("class", "card")]) { card in
                    card.element("h2", card.say(.trySample))
                    card.element("p", card.say(.sampleHelp))
                    call.button(card.say(.addSample), "sample", &card)
                }
            }
            cards.element("section", [("class", "card")]) { card in
                card.element("h2", card.say(.bookmarklet))
                card.element("p", card.say(.bookmarkletHelp))
                let address =
                    "javascript:location.href='\(call.base)/subscribe?url='+encodeURIComponent(location.href)"
                card.element("p") { line in
                    // Users drag this link to their bookmarks. It does not work on this page, whose policy forbids such
                    // scripts.
                    line.element(
                        "a", line.say(.subscribeWith), [("href", address), ("class", "button bookmarklet")])
                }
                card.element("p") { $0.element("code", address) }
            }
            cards.element("section", [("class", "card")]) { card in
                card.element("h2", card.say(.savePage))
                call.form("save-page", &card, class: "row") { form in
                    form.field(
                        form.say(.addressOfPage), "url", isRequired: true,
                        [("inputmode", "url"), ("autocomplete", "off")])
                    form.submit(form.say(.savePage), isPrimary: false)
                }
            }
        }
        suggestions(feeds, call, &page)
    }

    private static func suggestions(_ feeds: [Feed], _ call: RequestContext, _ page: inout HTMLPage) {
        let known = Set(feeds.map(\.url))
        let suggested = SuggestedFeed.all(for: call.language).filter { !known.contains($0.url) }
        if suggested.isEmpty { return }
        page.card(page.say(.toBeginWith)) { page in
            page.table(page.say(.toBeginWith), [page.say(.feed), page.say(.about), page.say(.action)]) { rows in
                for feed in suggested {
                    rows.element("tr") { row in
                        row.element("th", feed.title, [("scope", "row"), ("lang", feed.language)])
                        row.cells(feed.about.text(call.language))
                        row.element("td") { cell in
                            call.button(
                                cell.say(.subscribe), "add-feed", with: [("url", feed.url)],
                                label: cell.say(.subscribe) + ": " + feed.title, &cell)
                        }
                    }
                }
            }
        }
    }
}
