package import Articles
internal import Database
internal import SavedSearchMatching

extension StateStoring where Self: TableStore {
    package func rules() throws -> [ArrivalRule] {
        try reading { database in
            var rules = try database.rows(
                """
                SELECT r.id, r.query, r.action, r.tag, r.created, r.matched, r.delay, r.member FROM \(rows: .arrivalRule) r ORDER BY r.id
                """
            ) { row in
                ArrivalRule.Action(name: row.text(2), object: row.textOrNil(3)).map {
                    var rule = ArrivalRule(
                        id: row.integer(0), query: row.text(1), action: $0, created: row.seconds(4),
                        delay: row.countOrNil(6).map { Int64($0) }, matched: row.count(5))
                    rule.member = row.integerOrNil(7)
                    return rule
                }
            }.compactMap { $0 }
            if rules.isEmpty { return [] }
            let failures = try FailingSearches.stored(.rule, in: self)
            for index in rules.indices {
                rules[index].failedOn = failures.article(rules[index].id, query: rules[index].query)
            }
            return rules
        }
    }

    @discardableResult
    package func addRule(_ query: String, _ action: ArrivalRule.Action, delay: Int64?, now: Int64) throws -> Int64 {
        let rule = ArrivalRule(id: 0, query: query, action: action, created: now, delay: delay)
        let reader = database.reader
        return try writing { database in
            try requireMember(reader)
            let member = action.marks ? reader?.number : nil
            if member != nil { try willStoreMemberRule() }
            let id = try database.takeIDs(1, of: .arrivalRule)
            let insertion = SQL.insert(
                into: .arrivalRule, ["id", "created", "member"] + Self.ruleColumns,
                [.integer(id), .integer(now), .integer(orNull: member)] + Self.values(rule))
            let next: SQL = "1 + coalesce((SELECT max(a.n) FROM \(rows: .article) a), 0)"
            try database.run([insertion, .update(.arrivalRule, set: "next = \(sql: next)", where: "id = \(id)")])
            return id
        }
    }

    package func setRule(_ id: Int64, _ query: String, _ action: ArrivalRule.Action, delay: Int64?) throws -> Bool {
        let rule = ArrivalRule(id: id, query: query, action: action, created: 0, delay: delay)
        let values = Self.values(rule)
        return try writing { database in
            try database.run(
                .update(
                    .arrivalRule,
                    set: "query = \(values[0]), action = \(values[1]), tag = \(values[2]), delay = \(values[3])",
                    where: "id = \(id)")) > 0
        }
    }

    private static var ruleColumns: [String] { ["query", "action", "tag", "delay"] }

    private static func values(_ rule: ArrivalRule) -> [DatabaseValue] {
        [
            .text(rule.query), .text(rule.action.name), .text(orNull: rule.action.object), .integer(orNull: rule.delay),
        ]
    }

    package func removeRule(_ id: Int64) throws -> Bool {
        try writing { try $0.run(.delete(from: .arrivalRule, where: "id = \(id)")) > 0 }
    }

    @discardableResult
    package func runDelayedRules(now: Int64) throws -> Int {
        let rules = try rules().filter { $0.delay != nil }
        if rules.isEmpty { return 0 }
        return try writing { _ in try RuleRunner(self, searcher).runDelayed(rules, now: now) }
    }
}

extension ArticleSearching where Self: TableStore {
    package func ruleMatches(_ query: String, isCommon: Bool, since: Int64, now: Int64) throws -> [Int64]? {
        try snapshot {
            // Common rules are evaluated for the owner, even in a trial by a member.
            try database.reading(as: isCommon ? nil : database.reader) {
                try RuleRunner(self, searcher).matches(query, since: since, now: now)
            }
        }
    }
}
