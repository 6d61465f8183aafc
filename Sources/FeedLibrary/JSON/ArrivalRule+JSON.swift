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
            writer.member("destination", rule.action.destination)
            writer.member("after", rule.delay.map { Int($0) })
            writer.member("matched", rule.matched)
            writer.member("own", rule.member.map { _ in true })
            rest(&writer)
        }
    }

    /// Writes a rule, and whether the rule is still applied.
    public mutating func rule(_ rule: ArrivalRule, works: Bool) {
        self.rule(rule) { writer in
            writer.member("works", works)
            writer.member("failed_on", rule.failedOn.map { Int($0) })
        }
    }

    /// Writes a rule and the articles to which the rule would have applied.
    public mutating func trial(_ trial: RuleTrial) {
        rule(trial.rule) { writer in
            writer.member("works", trial.numbers != nil)
            writer.key("would")
            writer.array(trial.numbers ?? []) { $0.number($1) }
        }
    }
}

extension Schema {
    static let rule = Schema.object([
        .maybe("rule", .integer(), "its number"),
        .always("query", .string),
        .maybe("after", .integer(), "seconds after an article's arrival"),
        .always("mark", marks),
        .maybe("tag", .string),
        .maybe("destination", .string, "with \"mark\":\"send\""),
        .always("matched", .integer()),
        .maybe("own", .boolean, "true for a rule that marks articles only for a member of a shared library"),
        .always("works", .boolean, "its query can be run"),
        .maybe("failed_on", .integer(), "the article on which its regular expression took too long"),
        .maybe("would", numbers, "with dry_run: articles that it would have matched"),
    ])

    static let newRule = Schema.object([
        .always("query", .string),
        .always("mark", marks),
        .maybe("tag", .string, "with \"mark\":\"tag\""),
        .maybe("destination", .string, "with \"mark\":\"send\""),
        .maybe("after", .integer(ArrivalRule.delayRange), "seconds after an article's arrival; 0 for immediately"),
        .maybe("dry_run", .boolean, "show which recent articles it would have matched"),
        .maybe("days", .integer(RuleTrial.dayRange), "\(RuleTrial.defaultDays) by default"),
    ])

    static let ruleEdit = Schema.object([
        .maybe("query", .string),
        .maybe("mark", marks),
        .maybe("tag", .string, "with \"mark\":\"tag\""),
        .maybe("destination", .string, "with \"mark\":\"send\""),
        .maybe("after", .integer(ArrivalRule.delayRange), "seconds after an article's arrival; 0 for immediately"),
        .maybe("dry_run", .boolean),
        .maybe("days", .integer(RuleTrial.dayRange), "\(RuleTrial.defaultDays) by default"),
    ])

    private static let marks = Schema.choice(ArrivalRule.Action.names)
}
