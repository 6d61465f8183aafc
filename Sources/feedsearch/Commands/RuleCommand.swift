import Articles
import FeedLibrary
internal import Formats
import Messages
import SQLiteEngine
import TerminalPages

/// `rule add QUERY --mark …`, `rule list`, `rule remove N`: manage rules. `--dry-run` lists the articles that rules
/// would change.
enum RuleCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        let words = invocation.arguments.operands
        switch words.first {
        case "add": return try add(Array(words.dropFirst()), invocation)
        case "remove": return try remove(Array(words.dropFirst()), invocation)
        case "list" where words.count == 1: return try list(invocation)
        case nil:
            if !invocation.settings.has(.dryRun) { return try list(invocation) }
            let library = try invocation.library(.reading)
            return try show(library.rules.trials(days: invocation.settings.number(.days)), library, invocation)
        case .some(let word): throw UsageError.unexpectedOperand(word, command: "rule")
        }
    }

    private static func add(_ words: [String], _ invocation: Invocation) throws -> ExitCode {
        let query = words.joined(separator: " ")
        if query.isEmpty { throw UsageError.emptyQuery }
        _ = try invocation.parse(query)
        guard let text = invocation.settings.value(.mark) else { throw invocation.userError(.ruleWantsMark) }
        guard let action = ArrivalRule.Action(typed: text) else { throw invocation.userError(.badRuleAction, [text]) }
        let delay = try delay(invocation)
        if invocation.settings.has(.dryRun) {
            let library = try invocation.library(.reading)
            let days = invocation.settings.number(.days)
            return try show([library.rules.trial(of: query, action, delay: delay, days: days)], library, invocation)
        }
        let (rule, isNew) = try invocation.library(.writing).rules.addIfNew(query, action, delay: delay)
        let typed = [action.typed, invocation.settings.value(.after)].compactMap(\.self).joined(separator: " --after ")
        invocation.messages.note(isNew ? .ruleAdded : .ruleExists, [String(rule.id), typed, query])
        return .done
    }

    private static func delay(_ invocation: Invocation) throws -> Int64? {
        guard let text = invocation.settings.value(.after) else { return nil }
        guard let seconds = TimeLength.seconds(text) else { throw invocation.userError(.badRuleAge, [text]) }
        return Int64(seconds)
    }

    private static func remove(_ words: [String], _ invocation: Invocation) throws -> ExitCode {
        if words.isEmpty { throw UsageError.missingOperand(command: "rule", operands: "remove N") }
        let numbers = try words.map { word in
            guard let number = ArticleSelection.number(word) else {
                throw invocation.userError(.ruleNumberWanted, [word])
            }
            return number
        }
        let library = try invocation.library(.changing)
        for number in numbers {
            guard try library.rules.remove(number) else {
                throw invocation.userError(.noSuchRule, [String(number)])
            }
            invocation.messages.note(.ruleRemoved, [String(number)])
        }
        return .done
    }

    private static func list(_ invocation: Invocation) throws -> ExitCode {
        let library = try invocation.library(.reading)
        let rules = try library.rules.all()
        if rules.isEmpty { invocation.messages.note(.rulesNone) }
        if invocation.isJSON {
            for (rule, works) in rules { invocation.writeJSON { $0.rule(rule, works: works) } }
            return .done
        }
        let rows = rules.map { rule, _ in
            let after = rule.delay.map { " --after " + TimeLength.typed(Int($0)) } ?? ""
            let matched = Message.ruleMatched.text(invocation.language, [String(rule.matched)])
            return [String(rule.id), rule.action.typed + after, rule.query, matched].map(TerminalSafe.line)
        }
        let lines = invocation.tableLines([.right, .left, .flexible, .right], rows)
        for ((rule, works), line) in zip(rules, lines) {
            invocation.output.line(line)
            invocation.showFailure(on: rule.failedOn)
            if rule.failedOn == nil, !works { showBroken(invocation) }
        }
        return .done
    }

    /// Prints the articles that each rule would have changed.
    private static func show(
        _ trials: [RuleTrial], _ library: Library, _ invocation: Invocation
    ) throws -> ExitCode {
        for trial in trials {
            if invocation.isJSON {
                invocation.writeJSON { $0.trial(trial) }
                continue
            }
            let (rule, numbers) = (trial.rule, trial.numbers)
            let id = rule.id == 0 ? "+" : String(rule.id)
            let parts = [id, rule.action.typed, rule.query, String(numbers?.count ?? 0), String(trial.days)]
            invocation.output.line(Message.ruleWould.text(invocation.language, parts.map(TerminalSafe.line)))
            if numbers == nil { showBroken(invocation) }
            try invocation.listRows(numbers ?? [], in: library, indent: "    ")
        }
        return trials.contains { $0.numbers?.isEmpty == false } ? .done : .nothingFound
    }

    private static func showBroken(_ invocation: Invocation) {
        invocation.output.line("    " + Message.ruleBroken.text(invocation.language))
    }
}
