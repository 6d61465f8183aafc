internal import Accounts
internal import Articles
internal import FeedLibrary
internal import HTTPServer

/// Rules for new articles: the list, a trial run, and forms to add and remove them.
enum RulesPage {
    private static let days = 30
    private static let shownTitles = 10
    private static let marks: [(value: String, text: ManagementText)] = [
        ("read", .ruleRead), ("star", .ruleStar), ("tag", .ruleTag), ("hide", .ruleHide), ("full-text", .ruleFullText),
    ]

    static let operations: [ManagementOperation] = [
        .page(
            "rulesPage", "/rules", .read, "The rules, and what one would have matched",
            query: ["query", "mark", "tag", "after", "try"]
        ) { call in
            try await page(call)
        },
        .form("rule", .write, "Make a rule") { call in
            let rule = try rule(call)
            _ = try await call.host.write { try $0.setRule(rule.query, rule.action, delay: rule.delay) }
            return "rules?done=saved"
        },
        .form("remove-rule", .write, "Remove a rule; its changes are kept") { call in
            let number = try call.number("rule")
            _ = try await call.host.write { try $0.removeRule(number) }
            return "rules?done=removed"
        },
    ]

    private static func rule(_ call: ManagementCall) throws -> ArrivalRule {
        let query = try call.required("query")
        let mark = call.text("mark") ?? ""
        let typed = mark == "tag" ? "tag:" + (try call.required("tag")) : mark
        guard let action = ArrivalRule.Action(typed: typed) else {
            throw Complaint(code: "badRule", text: ManagementText.badRule.text(call.language))
        }
        var delay: Int64?
        if let after = call.filled("after") {
            guard let seconds = TimeLength.seconds(after) else {
                throw Complaint(code: "badRule", text: ManagementText.badDelay.text(call.language, after))
            }
            delay = Int64(seconds)
        }
        return ArrivalRule(id: 0, query: query, action: action, created: 0, delay: delay)
    }

    private struct Trial: Sendable {
        var rule: ArrivalRule
        /// nil if the query cannot be evaluated.
        var count: Int?
        var titles: [String] = []
    }

    private static func page(_ call: ManagementCall) async throws -> HTTPResponse {
        var trial: Result<Trial, any Error>?
        if call.has("try") {
            do {
                let rule = try rule(call)
                trial = .success(try await call.host.read { try Self.trial(rule, $0) })
            } catch { trial = .failure(error) }
        }
        let rules = try await call.host.read { library in
            try library.store.rules().map { ($0, try library.works($0)) }
        }
        return call.answer(.rules) { page in
            if rules.isEmpty { page.element("p", page.phrase(.noRules), [("class", "empty")]) }
            if !rules.isEmpty {
                page.table(
                    page.phrase(.rules),
                    [
                        page.phrase(.query), page.phrase(.action), page.phrase(.after), page.phrase(.met),
                        page.phrase(.remove),
                    ],
                    numbers: [3]
                ) { rows in
                    for (rule, works) in rules { write(rule, works, call, &rows) }
                }
            }
            page.element("h2", page.phrase(.newRule))
            page.element("p", page.phrase(.rulesHelp))
            form(call, trial, &page)
        }
    }

    private static func trial(_ rule: ArrivalRule, _ library: Library) throws -> Trial {
        _ = try library.parse(rule.query)
        let numbers = try library.tryRules([rule], days: days).first?.numbers
        let shown = Array((numbers ?? []).suffix(shownTitles).reversed())
        let titles = try library.store.articlesOfList(shown).map(\.titleOrBeginning)
        return Trial(rule: rule, count: numbers?.count, titles: titles)
    }

    private static func write(
        _ rule: ArrivalRule, _ works: Bool, _ call: ManagementCall, _ page: inout HTMLPage
    ) {
        page.element("tr") { row in
            row.element("th", [("scope", "row")]) { head in
                head.element("code", rule.query)
                if !works { head.element("p", "! " + head.phrase(.ruleBroken), [("class", "danger")]) }
            }
            row.cells(name(rule.action, row), rule.delay.map { TimeLength.typed(Int($0)) } ?? "-")
            row.count(rule.matched)
            row.element("td") { cell in
                call.button(
                    cell.phrase(.remove), "remove-rule", with: [("rule", String(rule.id))],
                    label: cell.phrase(.remove) + ": " + rule.query, &cell)
            }
        }
    }

    private static func name(_ action: ArrivalRule.Action, _ page: HTMLPage) -> String {
        if case .tag(let tag) = action { return page.phrase(.ruleTag) + ": " + tag }
        return marks.first { $0.value == action.typed }.map { page.phrase($0.text) } ?? action.typed
    }

    /// The form for a new rule. A trial changes nothing; after it, the same form can add the rule.
    private static func form(
        _ call: ManagementCall, _ trial: Result<Trial, any Error>?, _ page: inout HTMLPage
    ) {
        page.element("form", [("action", page.address("rules")), ("class", "sheet")]) { form in
            form.hidden("try", "1")
            form.field(
                form.phrase(.query), "query", call.text("query"), help: form.phrase(.queryHelp), isRequired: true,
                [("autocomplete", "off"), ("spellcheck", "false")])
            form.choice(
                form.phrase(.action), "mark", call.text("mark") ?? "read",
                marks.map { ($0.value, form.phrase($0.text)) })
            form.field(form.phrase(.tagName), "tag", call.text("tag"), help: form.phrase(.tagHelp))
            form.field(
                form.phrase(.after), "after", call.text("after"), help: form.phrase(.afterHelp), [("placeholder", "2d")]
            )
            form.submit(form.phrase(.tryRule), isPrimary: trial == nil)
        }
        switch trial {
        case .failure(let error)?: page.element("p", call.host.explain(error).detail, [("role", "alert")])
        case .success(let trial)?: write(trial, call, &page)
        case nil: break
        }
    }

    private static func write(_ trial: Trial, _ call: ManagementCall, _ page: inout HTMLPage) {
        page.element("section", [("class", "card")]) { card in
            guard let count = trial.count else {
                card.element("p", card.phrase(.ruleBroken), [("role", "alert")])
                return
            }
            card.element("p", card.phrase(.wouldHaveMet, String(count), String(days)), [("role", "status")])
            card.element("ul") { list in for title in trial.titles { list.element("li", title) } }
            call.form("rule", &card) { form in
                for name in ["query", "mark", "tag", "after"] { form.hidden(name, call.text(name)) }
                form.submit(form.phrase(.makeRule))
            }
        }
    }
}
