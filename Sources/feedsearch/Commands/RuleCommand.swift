import Articles
import Formats
import SQLiteStorage

/// `rule add QUERY --mark …`, `rule list`, `rule remove N`; `--dry-run` shows what rules would have done.
enum RuleCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        let words = invocation.arguments.operands
        switch words.first {
        case "add": return try add(Array(words.dropFirst()), invocation)
        case "remove": return try remove(Array(words.dropFirst()), invocation)
        case "list" where words.count == 1: return try list(invocation)
        case nil:
            return invocation.settings.has(.dryRun) ? try dryRun(invocation) : try list(invocation)
        case .some(let word): throw UsageError.unexpectedOperand(word, command: "rule")
        }
    }

    private static func add(_ words: [String], _ invocation: Invocation) throws -> ExitCode {
        let query = words.joined(separator: " ")
        if query.isEmpty { throw UsageError.emptyQuery }
        _ = try invocation.parse(query)
        guard let text = invocation.settings.value(.mark) else { throw invocation.complaint(.ruleWantsMark) }
        guard let action = action(text) else { throw invocation.complaint(.badRuleAction, [text]) }
        if invocation.settings.has(.dryRun) {
            let rule = ArrivalRule(id: 0, query: query, action: action, created: 0, matched: 0)
            return try show([rule], invocation.openForReading(), invocation)
        }
        let number = try invocation.openForWriting().addRule(query, action, now: WallClock.now())
        invocation.messages.note(.ruleAdded, [String(number), name(action), query])
        return .done
    }

    private static func remove(_ words: [String], _ invocation: Invocation) throws -> ExitCode {
        guard !words.isEmpty else {
            throw UsageError.missingOperand(command: "rule", operands: "remove N")
        }
        let numbers = try words.map { word in
            guard let number = ArticleSelection.number(word) else {
                throw invocation.complaint(.ruleNumberWanted, [word])
            }
            return number
        }
        let store = try invocation.openExistingForWriting()
        for number in numbers {
            guard try store.removeRule(number) else { throw invocation.complaint(.noSuchRule, [String(number)]) }
            invocation.messages.note(.ruleRemoved, [String(number)])
        }
        return .done
    }

    private static func list(_ invocation: Invocation) throws -> ExitCode {
        let store = try invocation.openForReading()
        for rule in try store.rules() {
            let works =
                try rule.failedOn == nil
                && store.ruleMatches(rule.query, since: .max, now: WallClock.now()) != nil
            if invocation.settings.has(.json) || invocation.settings.has(.jsonl) {
                var writer = JSONWriter()
                writer.rule(rule) { writer in
                    writer.member("works", works)
                    writer.member("failed_on", rule.failedOn.map { Int($0) })
                }
                writer.endLine()
                invocation.output.write(writer.bytes)
                continue
            }
            let parts = [String(rule.id), name(rule.action), rule.query, String(rule.matched)].map(TerminalSafe.line)
            invocation.output.line(Message.ruleLine.text(invocation.language, parts))
            if let article = rule.failedOn {
                invocation.output.line("    " + Message.patternFailedOn.text(invocation.language, [String(article)]))
            } else if !works {
                invocation.output.line("    " + Message.ruleBroken.text(invocation.language))
            }
        }
        return .done
    }

    private static func dryRun(_ invocation: Invocation) throws -> ExitCode {
        let store = try invocation.openForReading()
        return try show(store.rules(), store, invocation)
    }

    /// Says of each rule what it would have met in the last days.
    private static func show(
        _ rules: [ArrivalRule], _ store: any ArticleStore, _ invocation: Invocation
    ) throws -> ExitCode {
        let days = invocation.settings.number(.days) ?? 7
        let now = WallClock.now()
        var found = false
        for rule in rules {
            let numbers = try store.ruleMatches(rule.query, since: now - Int64(days) * 86_400, now: now)
            found = found || numbers?.isEmpty == false
            if invocation.settings.has(.json) || invocation.settings.has(.jsonl) {
                var writer = JSONWriter()
                writer.rule(rule) { writer in
                    writer.member("works", numbers != nil)
                    writer.key("would")
                    writer.array(numbers ?? []) { $0.number($1) }
                }
                writer.endLine()
                invocation.output.write(writer.bytes)
                continue
            }
            let id = rule.id == 0 ? "+" : String(rule.id)
            let parts = [id, name(rule.action), rule.query, String(numbers?.count ?? 0), String(days)]
            invocation.output.line(Message.ruleWould.text(invocation.language, parts.map(TerminalSafe.line)))
            if numbers == nil { invocation.output.line("    " + Message.ruleBroken.text(invocation.language)) }
            for number in numbers ?? [] {
                guard let article = try store.article(number) else { continue }
                invocation.output.line("    #\(number) \(TerminalSafe.line(article.title))")
            }
        }
        return found ? .done : .nothingFound
    }

    private static func action(_ text: String) -> ArrivalRule.Action? {
        switch text {
        case "read": return .read
        case "star", "starred": return .star
        case "hide": return .hide
        default:
            guard text.hasPrefix("tag:") || text.hasPrefix("tag "), text.count > 4 else { return nil }
            return .tag(String(text.dropFirst(4)))
        }
    }

    private static func name(_ action: ArrivalRule.Action) -> String {
        switch action {
        case .read: "read"
        case .star: "star"
        case .hide: "hide"
        case .tag(let name): "tag:" + name
        }
    }
}

extension JSONWriter {
    fileprivate mutating func rule(_ rule: ArrivalRule, _ rest: (inout JSONWriter) -> Void) {
        object { writer in
            if rule.id != 0 { writer.member("rule", Int(rule.id)) }
            writer.member("query", rule.query)
            switch rule.action {
            case .read: writer.member("mark", "read")
            case .star: writer.member("mark", "star")
            case .hide: writer.member("mark", "hide")
            case .tag(let name):
                writer.member("mark", "tag")
                writer.member("tag", name)
            }
            writer.member("matched", rule.matched)
            rest(&writer)
        }
    }
}
