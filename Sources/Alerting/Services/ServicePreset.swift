/// The declaration of a service's API for messages: the address, the request, the template of its text and the limits.
struct ServicePreset: Sendable {
    /// What the secret of a channel is.
    enum SecretUse: Sendable {
        /// A token that is inserted into the path, the body or a header. It has only these ASCII characters besides
        /// letters and digits.
        case token(besides: String)
        /// The webhook address that the service issued. Anyone who knows it can send messages, so it is a secret.
        case address(query: String?)
        /// An access token, if the server wants one.
        case optionalToken
    }

    /// How a service counts the length of a text.
    enum LengthUnit: Sendable {
        case bytes, utf16, scalars

        func length(of text: String) -> Int {
            switch self {
            case .bytes: text.utf8.count
            case .utf16: text.utf16.count
            case .scalars: text.unicodeScalars.count
            }
        }
    }

    /// The part of the channel before the colon.
    var name: String
    /// The documentation that the request follows.
    var documentation: String
    /// The origin of the service; nil if every user has another server.
    var server: String?
    /// Checks the target of a channel, such as a chat; nil if channels of this service have none.
    var isTarget: (@Sendable (String) -> Bool)?
    var secret: SecretUse
    var method = "POST"
    /// The path of the request, below the server's address. Not used if the secret is an address.
    var path = ""
    /// Headers besides `Content-Type`; the only value is `secret`.
    var headers: [(name: String, template: String)] = []
    /// The text of the message in the mark-up of the service.
    var text: String
    var textFormat: TemplateFormat
    /// The body, JSON. Besides the values of a message it has `text`, `plain_text`, `target`, `secret`.
    var body: String
    var textLimit: Int
    var titleLimit: Int
    var unit = LengthUnit.scalars
    var bodyLimit = 256 << 10
    /// The maximum number of articles in a message.
    var articleLimit = 10
    var perMinute: Int
    /// A status that says that nothing was sent although it is between 200 and 299.
    var emptyStatus: Int?
}

extension ServicePreset {
    /// The templates of a preset, parsed.
    struct Templates: Sendable {
        var path: BodyTemplate
        var headers: [(name: String, template: BodyTemplate)]
        var text: BodyTemplate
        var plainText: BodyTemplate
        var body: BodyTemplate
    }

    /// - Throws: `TemplateError`; a test makes sure that the templates of all presets can be parsed.
    func templates() throws(TemplateError) -> Templates {
        var headers: [(name: String, template: BodyTemplate)] = []
        for header in self.headers {
            headers.append((header.name, try BodyTemplate(header.template, format: .plain, isOfPreset: true)))
        }
        return Templates(
            path: try BodyTemplate(path, format: .path, isOfPreset: true), headers: headers,
            text: try BodyTemplate(text, format: textFormat, isOfPreset: true),
            plainText: try BodyTemplate(ServiceText.plain, format: .plain, isOfPreset: true),
            body: try BodyTemplate(body, format: .json, isOfPreset: true))
    }

    /// The preset with this name; nil if the name is unknown.
    static func named(_ name: String) -> ServicePreset? { all.first { $0.name == name } }
}
