internal import Accounts
internal import Articles
internal import FeedLibrary
internal import HTTPServer
internal import HTTPService
internal import Messages

/// The page of the rules for new articles, with a trial run and forms to add and remove rules.
enum RulesPage {
    private static let shownTitles = 10
    private static let marks: [(value: String, text: Message)] = [
        ("read", .ruleRead), ("star", .ruleStar), ("tag", .ruleTag), ("hide", .ruleHide), ("full-text", .ruleFullText),
        ("send", .ruleSend),
    ]

    static let operations: [Operation] = [
        .page(
            "rulesPage", "/rules", .read, "The rules, and what one would have matched",
            query: ["query", "mark", "tag", "destination", "after", "try"]
        ) { call in
            try await page(call)
        },
        .form("rule", .write, "Make a rule") { call in
            let (query, action, delay) = try newRule(call)
            if !action.marks { try call.require(.editor) }
            _ = try await call.write { try $0.rules.addIfNew(query, action, delay: delay) }
            return "rules?done=saved"
        },
        .form("remove-rule", .write, "Remove a rule; its changes are kept") { call in
            let number = try call.requiredNumber("rule")
            _ = try await call.write { library in
                if try library.rules.isCommon(number) { try call.require(.editor) }
                return try library.rules.remove(number)
            }
            return "rules?done=removed"
        },
    ]

    /// Creates a rule from the fields of the form.
    private static func newRule(
        _ call: RequestContext
    ) throws -> (query: String, action: ArrivalRule.Action, delay: Int64?) {
        let query = try call.required("query")
        let mark = call.text("mark") ?? ""
        guard
            let action = ArrivalRule.Action(
                mark: mark, tag: mark == "tag" ? try call.required("tag") : nil,
                destination: mark == "send" ? try call.required("destination") : nil)
        else {
            throw FormMistake("mark", .badRule)
        }
        guard let after = call.filled("after") else { return (query, action, nil) }
        guard let seconds = TimeLength.seconds(after) else {
            throw FormMistake("after", .formSpan)
        }
        return (query, action, Int64(seconds))
    }

    private struct Trial: Sendable {
        var days: Int
        /// The number of matches; nil if the query cannot be evaluated.
        var count: Int?
        /// The titles of the newest articles that match.
        var titles: [String]
    }

    private static func page(_ call: RequestContext) async throws -> HTTPResponse {
        var trial: Result<Trial, any Error>?
        if call.has("try") {
            do {
                let (query, action, delay) = try newRule(call)
                trial = .success(
                    try await call.read { library in
                        try Self.trial(library.rules.trial(of: query, action, delay: delay), library)
                    })
            } catch { trial = .failure(error) }
        }
        let (rules, destinations) = try await call.read { library in
            (try library.rules.all(), library.member == nil ? try library.destinations.names() : [])
        }
        let role = call.principal?.membership?.role ?? .owner
        let mistake: RefusedForm? = if case .failure(let error)? = trial { call.refusal(error) } else { nil }
        return call.answer(.rules, status: mistake?.status ?? 200) { page in
            page.element("section", [("class", "card")]) { page in
                if rules.isEmpty {
                    page.element("p", page.say(.noRules), [("class", "empty")])
                    return
                }
                page.table(
                    page.say(.rules),
                    [
                        page.say(.query), page.say(.action), page.say(.after), page.say(.met),
                        page.say(.remove),
                    ],
                    numbers: [3]
                ) { rows in
                    for (rule, works) in rules { write(rule, works, role, call, &rows) }
                }
            }
            page.card(page.say(.newRule), page.say(.rulesHelp)) {
                form(call, actions(of: role, destinations), destinations, trial, mistake, &$0)
            }
            if case .success(let trial)? = trial { write(trial, call, &page) }
        }
    }

    /// The actions that new rules of a client with this role can have.
    private static func actions(of role: LibraryRole, _ destinations: [String]) -> [(value: String, text: Message)] {
        switch role {
        case .reader: marks.filter { ["read", "star"].contains($0.value) }
        case .editor: marks.filter { ["read", "star", "tag"].contains($0.value) }
        case .owner: marks.filter { $0.value != "send" || !destinations.isEmpty }
        }
    }

    private static func trial(_ trial: RuleTrial, _ library: Library) throws -> Trial {
        let shown = Array((trial.numbers ?? []).suffix(shownTitles).reversed())
        let titles = try library.store.articlesOfList(shown).map(\.titleOrBeginning)
        return Trial(days: trial.days, count: trial.numbers?.count, titles: titles)
    }

    private static func write(
        _ rule: ArrivalRule, _ works: Bool, _ role: LibraryRole, _ call: RequestContext, _ page: inout HTMLPage
    ) {
        let mayRemove = role == .owner || rule.member != nil || role == .editor && rule.action.tag != nil
        page.element("tr") { row in
            row.element("th", [("scope", "row")]) { head in
                head.element("code", rule.query)
                if !works { head.element("p", "! " + head.say(.manageRuleBroken), [("class", "danger")]) }
                if role != .owner {
                    head.element("p", head.say(rule.member == nil ? .commonRules : .ownRules), [("class", "dim")])
                }
            }
            row.cells(name(rule.action, row), rule.delay.map { TimeLength.typed(Int($0)) } ?? "-")
            row.count(rule.matched)
            row.element("td") { cell in
                if !mayRemove { return }
                call.button(
                    cell.say(.remove), "remove-rule", with: [("rule", String(rule.id))],
                    label: cell.say(.remove) + ": " + rule.query, &cell)
            }
        }
    }

    private static func name(_ action: ArrivalRule.Action, _ page: HTMLPage) -> String {
        let name = marks.first { $0.value == action.name }.map { page.say($0.text) } ?? action.name
        return name + (action.object.map { ": " + $0 } ?? "")
    }

    /// Adds the form for a new rule. A trial run changes nothing, and the same form can add the rule afterwards.
    private static func form(
        _ call: RequestContext, _ actions: [(value: String, text: Message)], _ destinations: [String],
        _ trial: Result<Trial, any Error>?, _ mistake: RefusedForm?, _ page: inout HTMLPage
    ) {
        page.element("form", [("action", page.address("rules")), ("class", "sheet rule")]) { form in
            form.entry = mistake
            if let mistake, mistake.field == nil { form.mistake(mistake) }
            form.hidden("try", "1")
            form.field(
                form.say(.query), "query", call.text("query"), help: form.say(.manageQueryHelp), isRequired: true,
                [("autocomplete", "off"), ("spellcheck", "false")])
            form.choice(
                form.say(.action), "mark", call.text("mark") ?? "read", actions.map { ($0.value, form.say($0.text)) })
            if actions.contains(where: { $0.value == "tag" }) {
                form.field(form.say(.tagName), "tag", call.text("tag"), help: form.say(.tagHelp), class: "for-tag")
            }
            if !destinations.isEmpty {
                form.choice(
                    form.say(.sendTo), "destination", call.text("destination") ?? "",
                    destinations.map { ($0, $0) }, class: "for-send")
            }
            form.field(
                form.say(.after), "after", call.text("after"), help: form.say(.afterHelp), [("placeholder", "2d")]
            )
            form.entry = nil
            form.submit(form.say(.tryRule), isPrimary: trial == nil || mistake != nil)
        }
    }

    private static func write(_ trial: Trial, _ call: RequestContext, _ page: inout HTMLPage) {
        page.element("section", [("class", "card")]) { card in
            guard let count = trial.count else {
                card.element("p", card.say(.manageRuleBroken), [("role", "alert")])
                return
            }
            card.element("p", card.say(.wouldHaveMet, String(count), String(trial.days)), [("role", "status")])
            card.element("ul") { list in for title in trial.titles { list.element("li", title) } }
            call.form("rule", &card) { form in
                for name in ["query", "mark", "tag", "destination", "after"] { form.hidden(name, call.text(name)) }
                form.submit(form.say(.makeRule))
            }
        }
    }
}
