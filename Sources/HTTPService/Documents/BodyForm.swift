internal import HTTPServer
internal import ServiceSchemas

/// The body of a request, for documents.
struct RequestForm: Sendable {
    let type: String
    /// Others that are taken as well.
    var otherTypes: [String] = []
    let schema: Schema
    /// A body that the route takes.
    let example: String
    var isRequired = true

    static func json(_ name: String, _ example: String, isRequired: Bool = true) -> RequestForm {
        RequestForm(type: "application/json", schema: .named(name), example: example, isRequired: isRequired)
    }
}

/// What a route answers where all is well, for documents.
struct AnswerForm: Sendable {
    let statuses: [Int]
    /// nil for an answer without a body.
    let type: String?
    /// Others that it gives as well, by what is asked for.
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

    /// Leads to a page.
    static let redirect = AnswerForm(statuses: [303], type: nil)
}
