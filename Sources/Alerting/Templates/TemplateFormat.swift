/// The format of a body, which decides how a template escapes the values that it inserts.
enum TemplateFormat: Sendable, Equatable {
    case json
    /// `application/x-www-form-urlencoded`.
    case form
    /// XML and HTML.
    case markup
    /// Text in which line breaks separate parts: each value is written on one line.
    case plain
    case markdown
    /// The mark-up of Slack messages.
    case slack
    /// The path of an address.
    case path

    /// The format of a content type that the user has set; nil for a type whose escapes are unknown.
    init?(contentType: String) {
        let type = contentType.lowercased().prefix { $0 != ";" }.filter { $0 != " " }
        switch type {
        case "application/json": self = .json
        case "application/x-www-form-urlencoded": self = .form
        case "text/html", "text/xml", "application/xml": self = .markup
        case "text/plain": self = .plain
        case "text/markdown": self = .markdown
        default:
            guard Self.isType(type) else { return nil }
            if type.hasSuffix("+json") {
                self = .json
            } else if type.hasSuffix("+xml") {
                self = .markup
            } else {
                return nil
            }
        }
    }

    /// Whether the text is `type/subtype` without characters that could end a header.
    private static func isType(_ text: String) -> Bool {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        return parts.count == 2
            && parts.allSatisfy { part in
                !part.isEmpty
                    && part.utf8.allSatisfy { byte in
                        (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || "+-._".utf8.contains(byte)
                    }
            }
    }
}

/// How one value is written into the result.
enum ValueEscaping: Sendable, Equatable {
    /// A whole JSON value: texts in quotes.
    case jsonValue
    /// The inside of a JSON string.
    case jsonString
    case form, markup, plain, markdown, slack, path
    /// An address in a link in Markdown or in Slack's mark-up. Characters that would end the link are percent-encoded.
    case linkAddress, slackAddress
}
