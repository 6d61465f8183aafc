package import FeedLibrary
internal import HTTPServer

/// The documentation of a request body.
package struct RequestForm: Sendable {
    let type: String
    /// The other media types that the operation accepts.
    let otherTypes: [String]
    let schema: Schema
    /// An example of a valid body.
    let example: String
    let isRequired: Bool

    package init(
        type: String, otherTypes: [String] = [], schema: Schema, example: String, isRequired: Bool = true
    ) {
        self.type = type
        self.otherTypes = otherTypes
        self.schema = schema
        self.example = example
        self.isRequired = isRequired
    }

    package static func json(_ name: String, _ example: String, isRequired: Bool = true) -> RequestForm {
        RequestForm(type: "application/json", schema: .named(name), example: example, isRequired: isRequired)
    }
}

/// The documentation of a successful response.
package struct AnswerForm: Sendable {
    let statuses: [Int]
    /// The media type of the body; nil for a response without a body.
    let type: String?
    /// The other media types that the operation returns if the client's `Accept` header prefers them.
    let otherTypes: [String]
    let schema: Schema

    var types: [String] { (type.map { [$0] } ?? []) + otherTypes }

    init(statuses: [Int] = [200], type: String?, otherTypes: [String] = [], schema: Schema = .string) {
        self.statuses = statuses
        self.type = type
        self.otherTypes = otherTypes
        self.schema = schema
    }

    package static func json(_ schema: Schema, _ statuses: Int...) -> AnswerForm {
        AnswerForm(statuses: statuses.isEmpty ? [200] : statuses, type: "application/json", schema: schema)
    }

    package static func json(_ name: String, _ statuses: Int...) -> AnswerForm {
        AnswerForm(statuses: statuses.isEmpty ? [200] : statuses, type: "application/json", schema: .named(name))
    }

    package static func text(_ type: String, or others: String...) -> AnswerForm {
        AnswerForm(type: type, otherTypes: others)
    }

    package static let nothing = AnswerForm(statuses: [204], type: nil)

    /// A redirect to a page.
    package static let redirect = AnswerForm(statuses: [303], type: nil)
}
