internal import Accounts
internal import FeedLibrary
internal import HTTPServer
internal import Messages

/// One request for a management page, or of one of its forms.
struct ManagementCall: Sendable {
    let request: HTTPRequest
    let host: any ManagementHost
    /// The path relative to the service, which may itself be below a path.
    private let path: String
    private let parameters: [String: String]
    /// The fields of the query string or the form.
    private let fields: [HTTPQueryItem]
    /// The CSRF token for forms of the response.
    let csrf: String?

    init(
        _ request: HTTPRequest, _ host: any ManagementHost, path: String, _ parameters: [String: String],
        _ fields: [HTTPQueryItem]
    ) {
        self.path = path
        self.request = request
        self.host = host
        self.parameters = parameters
        self.fields = fields
        csrf = host.principal?.csrf?.token()
    }

    var language: Language { host.language }

    /// Whether the user may change feeds and searches.
    var mayWrite: Bool { host.principal?.scope.includes(.write) ?? false }

    /// A field as sent; nil if it is missing.
    func text(_ name: String) -> String? { fields.first { $0.name == name }?.value }

    /// A field without surrounding spaces; nil if it is missing or blank.
    func filled(_ name: String) -> String? {
        guard let text = text(name) else { return nil }
        let trimmed = text.drop { $0.isWhitespace }
        guard let last = trimmed.lastIndex(where: { !$0.isWhitespace }) else { return nil }
        return String(trimmed[...last])
    }

    func has(_ name: String) -> Bool { fields.contains { $0.name == name } }

    func all(_ name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }

    /// A required field of a form.
    func required(_ name: String) throws -> String {
        guard let text = filled(name) else { throw missing(name) }
        return text
    }

    func number(_ name: String) throws -> Int64 {
        guard let number = (parameters[name] ?? text(name)).flatMap({ Int64($0) }), number > 0 else {
            throw missing(name)
        }
        return number
    }

    /// A parameter of the path.
    func part(_ name: String) -> String { parameters[name] ?? "" }

    private func missing(_ name: String) -> Complaint {
        Complaint(code: "badForm", text: ManagementText.fieldMissing.text(language, name))
    }

    /// The number of slashes in the path.
    var depth: Int { path.utf8.count { $0 == UInt8(ascii: "/") } }

    /// The address of the page, or of the page that contained the form, relative to the service.
    var here: String {
        guard request.method == .get || request.method == .head else {
            return text("next").flatMap(PageAddress.checked) ?? ""
        }
        let query = fields.filter { $0.name != "done" }.map { (name: $0.name, value: $0.value) }
        return path + (query.isEmpty ? "" : "?" + FormEncoding.encode(query))
    }
}
