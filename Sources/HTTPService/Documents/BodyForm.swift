internal import FeedLibrary
internal import HTTPServer

/// A request body as described in the documentation.
struct RequestForm: Sendable {
    let type: String
    /// Other accepted media types.
    var otherTypes: [String] = []
    let schema: Schema
    /// A valid body.
    let example: String
    var isRequired = true

    static func json(_ name: String, _ example: String, isRequired: Bool = true) -> RequestForm {
        RequestForm(type: "application/json", schema: .named(name), example: example, isRequired: isRequired)
    }
}

/// A successful response as described in the documentation.
struct AnswerForm: Sendable {
    let statuses: [Int]
    /// nil for a response without a body.
    let type: String?
    /// Other media types that the route returns if the client asks for them.
    let otherTypes: [String]
    let schema: Schema

    var types: [String] { (type.map { [$0] } ?? []) + otherTypes }

    init(statuses: [Int] = [200], type: String?, otherTypes: [String] = [], schema: Schema = .string) {
        self.statuses = statuses
        self.type = type
        self.otherTypes = otherTypes
        self.schema = schema
    }

    static func json(_ schema: Schema, _ statuses: Int...) -> AnswerForm {
        AnswerForm(statuses: statuses.isEmpty ? [200] : statuses, type: "application/json", schema: schema)
    }

    static func json(_ name: String, _ statuses: Int...) -> AnswerForm {
        AnswerForm(statuses: statuses.isEmpty ? [200] : statuses, type: "application/json", schema: .named(name))
    }

    static func text(_ type: String, or others: String...) -> AnswerForm { AnswerForm(type: type, otherTypes: others) }

    static let nothing = AnswerForm(statuses: [204], type: nil)

    /// A redirect to a page.
    static let redirect = AnswerForm(statuses: [303], type: nil)
}
