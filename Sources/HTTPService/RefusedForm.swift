package import HTTPServer

/// A form of a page that was refused. The page shows the form again, with the values that the user entered and a
/// message.
package struct RefusedForm: Sendable {
    /// The path of the form's operation.
    package let path: String
    package let fields: [HTTPQueryItem]
    package let status: HTTPStatus
    /// The name of the field with the mistake; nil if the message concerns the whole form.
    package let field: String?
    /// The message in the client's language.
    package let text: String
    package let hint: String?

    package init(
        path: String, fields: [HTTPQueryItem], status: HTTPStatus, field: String?, text: String, hint: String?
    ) {
        self.path = path
        self.fields = fields
        self.status = status
        self.field = field
        self.text = text
        self.hint = hint
    }

    /// The first field with this name, as sent.
    package func text(_ name: String) -> String? { fields.first { $0.name == name }?.value }

    /// All values of the fields with this name.
    package func texts(_ name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }
}
