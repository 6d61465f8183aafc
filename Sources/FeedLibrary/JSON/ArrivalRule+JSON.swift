public import Articles
public import Formats
internal import SQLiteEngine

extension JSONWriter {
    private mutating func rule(_ rule: ArrivalRule, _ rest: (inout JSONWriter) -> Void) {
        object { writer in
            if rule.id != 0 { writer.member("rule", Int(rule.id)) }
            writer.member("query", rule.query)
            writer.member("mark", rule.action.name)
            writer.member("tag", rule.action.tag)
            writer.member("after", rule.delay.map { Int($0) })
            writer.member("matched", rule.matched)
            rest(&writer)
        }
    }

    /// A rule, and whether it is still applied.
    public mutating func rule(_ rule: ArrivalRule, works: Bool) {
        self.rule(rule) { writer in
            writer.member("works", works)
            writer.member("failed_on", rule.failedOn.map { Int($0) })
        }
    }

    /// A rule and the articles that it would have applied to.
    public mutating func trial(_ trial: RuleTrial) {
        rule(trial.rule) { writer in
            writer.member("works", trial.numbers != nil)
            writer.key("would")
            writer.array(trial.numbers ?? []) { $0.number($1) }
        }
    }
}
