internal import FeedLibrary
internal import Formats
internal import HTTPServer
internal import Messages

/// One page of HTML without scripts. Text is escaped where it is added; addresses within the service are relative, so that they hold
/// behind a proxy that serves it below a path.
struct HTMLPage {
    let language: Language
    private var body: [UInt8] = []

    init(_ language: Language) { self.language = language }

    /// Texts of the page in its language.
    func say(_ message: Message, _ arguments: String...) -> String { message.text(language, arguments) }

    // MARK: - Content

    /// - Parameter attributes: those that are nil are left out; an empty one has no value.
    mutating func element(
        _ name: String, _ attributes: [(String, String?)] = [], _ content: (inout HTMLPage) throws -> Void
    ) rethrows {
        empty(name, attributes)
        try content(&self)
        body += "</\(name)>".utf8
    }

    mutating func element(_ name: String, _ text: String, _ attributes: [(String, String?)] = []) {
        element(name, attributes) { $0.text(text) }
    }

    /// An element that has no end, such as `input`.
    mutating func empty(_ name: String, _ attributes: [(String, String?)] = []) {
        body += "<\(name)".utf8
        for case (let name, let value?) in attributes {
            body += " \(name)".utf8
            if value.isEmpty { continue }
            body += "=\"".utf8
            XMLText.append(Array(value.utf8), .htmlAttribute, to: &body)
            body.append(UInt8(ascii: "\""))
        }
        body.append(UInt8(ascii: ">"))
    }

    mutating func text(_ text: String) { XMLText.append(Array(text.utf8), to: &body) }

    /// Text with marks.
    ///
    /// - Parameter ranges: ascending, in UTF-8 bytes of `text`; what lies outside is left out.
    mutating func text(_ text: String, marked ranges: [Range<Int>]) {
        let bytes = Array(text.utf8)
        var place = 0
        for range in ranges where range.lowerBound >= place && range.upperBound <= bytes.count {
            XMLText.append(Array(bytes[place..<range.lowerBound]), to: &body)
            body += "<mark>".utf8
            XMLText.append(Array(bytes[range]), to: &body)
            body += "</mark>".utf8
            place = range.upperBound
        }
        XMLText.append(Array(bytes[place...]), to: &body)
    }

    // MARK: - Answer

    /// - Parameter links: for the head: relation, media type, address.
    func response(
        status: HTTPStatus = 200, title: String, links: [(relation: String, type: String, address: String)] = []
    ) -> HTTPResponse {
        var head = HTMLPage(language)
        head.body += "<!DOCTYPE html>\n".utf8
        head.empty("html", [("lang", language == .english ? "en" : "zh-Hans")])
        head.element("head") { head in
            head.empty("meta", [("charset", "utf-8")])
            head.empty("meta", [("name", "viewport"), ("content", "width=device-width, initial-scale=1")])
            head.element("title", title)
            head.empty("link", [("rel", "stylesheet"), ("href", "style.css")])
            for link in links {
                head.empty(
                    "link",
                    [("rel", link.relation), ("type", link.type), ("title", "feedsearch"), ("href", link.address)])
            }
        }
        let bytes = head.body + Array("<body><main>\n".utf8) + body + Array("\n</main></body></html>\n".utf8)
        var response = HTTPResponse(
            status: status, headers: ["Content-Type": "text/html; charset=utf-8"], body: .bytes(bytes))
        response.headers.add(
            "Content-Security-Policy",
            "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'")
        response.headers.add("Vary", "Accept-Language, Cookie")
        return response
    }
}
