internal import Accounts
internal import Articles
internal import FeedLibrary
internal import FeedParsing
internal import Formats
internal import HTTPServer
internal import Messages

/// Routes for the rules that apply to new articles.
enum RuleOperations {
    private static let small = HTTPBodyLimits(maxBodyBytes: 64 << 10)

    static let all: [Operation] = [
        Operation(
            "rules", .get, "/v1/rules", .read, "The rules for new articles",
            gives: .json(.list("rules", of: "Rule"))
        ) { call in
            try await call.json { library, writer in
                writer.list("rules", try library.rules.all()) { $0.rule($1.rule, works: $1.works) }
            }
        },
        Operation(
            "addRule", .post, "/v1/rules", .write,
            "Create a rule for new articles; with dry_run, show what it would have matched", limits: small,
            takes: .json("NewRule", #"{"query":"title:owl","mark":"star"}"#),
            gives: .json("Rule", 201, 200)
        ) { call in
            try await add(call)
        },
        Operation(
            "editRule", .patch, "/v1/rules/{n}", .write,
            "Change the query or the action of a rule; with dry_run, show what it would have matched", limits: small,
            takes: .json("RuleEdit", #"{"query":"title:owls"}"#), gives: .json("Rule"), example: "/v1/rules/1"
        ) { call in
            try await edit(call)
        },
        Operation(
            "removeRule", .delete, "/v1/rules/{n}", .write, "Remove a rule; its changes are kept",
            gives: .nothing, example: "/v1/rules/1"
        ) { call in
            let number = try call.number("n")
            let isRemoved = try await call.write { library in
                if try library.rules.isCommon(number) { try call.require(.editor) }
                return try library.rules.remove(number)
            }
            guard isRemoved else {
                throw noSuchRule(number)
            }
            return HTTPResponse(status: 204)
        },
    ]

    private static let members = ["query", "mark", "tag", "destination", "after", "dry_run", "days"]

    private static func noSuchRule(_ number: Int64) -> Problem {
        Problem(404, "noSuchRule", .httpNoSuchRule, [String(number)])
    }

    private static func action(_ mark: String, _ body: Members) throws -> ArrivalRule.Action {
        let (tag, destination) = (try body.string("tag"), try body.string("destination"))
        guard let action = ArrivalRule.Action(mark: mark, tag: tag, destination: destination) else {
            throw Problem(400, "badRule", .httpBadRule)
        }
        return action
    }

    /// The delay of a rule in seconds after an article's arrival; 0 means immediately.
    private static func delay(_ body: Members) throws -> Int64? {
        try body.integer("after", in: ArrivalRule.delayRange).map { Int64($0) }
    }

    /// Changes a rule. Settings that are missing in the body are unchanged.
    private static func edit(_ call: RequestContext) async throws -> HTTPResponse {
        let number = try call.number("n")
        let body = try await call.members(members)
        let query = try body.has("query") ? body.required("query") : nil
        guard body.has("mark") || !body.has("tag") && !body.has("destination") else {
            throw Problem(400, "badRule", .httpBadRule)
        }
        let action = try body.has("mark") ? action(body.required("mark"), body) : nil
        let delay = try delay(body)
        let days = try body.integer("days", in: RuleTrial.dayRange)
        if try body.flag("dry_run") ?? false {
            return try await call.json { library, writer in
                if try library.rules.isCommon(number) { try call.require(.editor) }
                let trial = try library.rules.trial(of: number, query: query, action: action, delay: delay, days: days)
                guard let trial else { throw noSuchRule(number) }
                writer.trial(trial)
            }
        }
        let done = try await call.write { library in
            if try library.rules.isCommon(number) { try call.require(.editor) }
            return try library.rules.edit(number, query: query, action: action, delay: delay)
        }
        guard let done else { throw noSuchRule(number) }
        return .json { $0.rule(done.rule, works: done.works) }
    }

    private static func add(_ call: RequestContext) async throws -> HTTPResponse {
        let body = try await call.members(members)
        let query = try body.required("query")
        let action = try action(try body.required("mark"), body)
        if !action.marks { try call.require(.editor) }
        let delay = try delay(body).flatMap { $0 == 0 ? nil : $0 }
        let days = try body.integer("days", in: RuleTrial.dayRange)
        if try body.flag("dry_run") ?? false {
            return try await call.json { library, writer in
                writer.trial(try library.rules.trial(of: query, action, delay: delay, days: days))
            }
        }
        let done = try await call.write { try $0.rules.addIfNew(query, action, delay: delay) }
        return .json(status: done.isNew ? 201 : 200) { $0.rule(done.rule, works: true) }
    }
}
