internal import Articles
internal import HTTPService
internal import Messages

/// The steps from a new service to the first article.
enum FirstStep: Int, CaseIterable {
    case account, feeds, reading

    var title: Message {
        switch self {
        case .account: .webStepAccount
        case .feeds: .webStepFeeds
        case .reading: .webStepReading
        }
    }
}

extension HTMLPage {
    /// Adds the list of the first steps.
    ///
    /// - Parameter current: the step to do next; all previous steps are done.
    mutating func steps(_ current: FirstStep) {
        element("ol", [("class", "steps"), ("aria-label", say(.webSteps))]) { list in
            for step in FirstStep.allCases {
                let isDone = step.rawValue < current.rawValue
                list.element(
                    "li", [("class", isDone ? "done" : nil), ("aria-current", step == current ? "step" : nil)]
                ) { item in
                    item.element("span", [("class", "number")]) { number in
                        if isDone {
                            number.icon(.done)
                            number.unseen(number.say(.webStepDone))
                        } else {
                            number.text(String(step.rawValue + 1))
                        }
                    }
                    item.text(item.say(step.title))
                }
            }
        }
    }
}

extension ReaderPage {
    /// Whether there is nothing to read yet. The page then shows the first steps instead of an empty list.
    var isFirstRun: Bool {
        guard content.problem == nil, content.article == nil, content.rows.isEmpty else { return false }
        switch content.view {
        case .unread, .all, .today, .starred:
            // If all feeds fail, no article will arrive, so do not show the progress of the first fetch.
            let mayArrive = content.feeds.isEmpty || content.failing < content.feeds.count
            return mayArrive && (content.feeds + content.unsubscribed).allSatisfy { $0.articles == 0 }
        default: return false
        }
    }

    /// Adds the first steps: ways to get feeds, or the progress of the first fetch.
    func firstRun(_ page: inout HTMLPage) {
        page.element("div", [("class", "first-run")]) { box in
            if !content.feeds.isEmpty { return firstFetch(&box) }
            if !mayPost("subscribe") { return box.element("p", box.say(.webNoFeeds), [("class", "dim")]) }
            box.steps(.feeds)
            box.element("h2", box.say(.webFirstRunTitle))
            box.element("p", box.say(.webFirstRun))
            box.element("div", [("class", "choices")]) { choices in
                choice(.down, .webChooseImport, .webChooseImportHelp, &choices) { card in
                    entryForm("import", attributes: [("class", "upload"), ("enctype", "multipart/form-data")], &card) {
                        form in
                        form.empty(
                            "input",
                            [
                                ("type", "file"), ("name", "file"), ("required", ""),
                                ("aria-label", form.say(.webImport)),
                            ] + form.mistakeAttributes("file"))
                        form.element("button", form.say(.importAction), [("type", "submit")])
                        form.mistake(of: "file")
                    }
                }
                choice(.add, .addFeed, .webChooseAddHelp, &choices) { subscribeForm(&$0) }
                choice(.today, .webChooseSample, .webSampleHelp, &choices) { card in
                    form("sample", [], &card) { $0.element("button", $0.say(.webSample), [("type", "submit")]) }
                }
            }
        }
    }

    private func choice(
        _ icon: PageIcon, _ title: Message, _ help: Message, _ page: inout HTMLPage, _ body: (inout HTMLPage) -> Void
    ) {
        page.element("section") { card in
            card.element("h3") { heading in
                heading.icon(icon)
                heading.text(heading.say(title))
            }
            card.element("p", card.say(help), [("class", "dim")])
            body(&card)
        }
    }

    /// Adds the progress of the fetch that will bring the first articles.
    private func firstFetch(_ page: inout HTMLPage) {
        page.steps(.reading)
        page.element("h2", page.say(.webFirstFetch))
        guard let job = content.job else {
            page.element("p", page.say(.webFirstFetchLater))
            if !mayWrite { return }
            form("refresh", [], &page) { form in
                form.element("button", form.say(.webFetchNow), [("type", "submit"), ("class", "primary")])
            }
            return
        }
        page.element("p") { line in
            line.text(line.say(.webFirstFetchNow) + " ")
            line.element("a", line.say(.webProgress), [("href", line.root + "jobs/" + job.id)])
        }
        let (done, total) = (job.progress?.done ?? 0, job.progress?.total)
        page.element(
            "progress",
            [
                ("max", total.map { String(max($0, 1)) }), ("value", total == nil ? nil : String(done)),
                ("aria-label", page.say(.webFirstFetch)),
            ]
        ) { _ in }
    }

    /// Adds a form that leads to the page of the feeds found at an address, where the user can subscribe.
    func subscribeForm(_ page: inout HTMLPage) {
        page.element("form", [("class", "add"), ("action", page.root + "subscribe")]) { form in
            let label = form.say(.webAddLabel)
            form.entry = refusal(of: "subscribe")
            form.empty(
                "input",
                [
                    ("name", "url"), ("type", "text"), ("value", form.entered("url", nil)), ("inputmode", "url"),
                    ("required", ""), ("aria-label", label), ("placeholder", label), ("autocapitalize", "none"),
                    ("autocomplete", "off"),
                ] + form.mistakeAttributes("url"))
            form.element("button", form.say(.webAdd), [("type", "submit")])
            form.mistake(of: "url")
            form.entry = nil
        }
    }
}
