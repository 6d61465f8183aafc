internal import Accounts
internal import FeedLibrary
internal import Formats
internal import HTTPServer

/// Generates `/v1/docs`, which describes all operations on one HTML page without scripts.
struct DocumentPage {
    private let table: OperationTable
    private var text = ""

    static func html(_ table: OperationTable) -> String {
        var page = DocumentPage(table: table)
        page.write()
        return page.text
    }

    static let style = """
        :root { color-scheme: light dark; }
        body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1rem; }
        code, pre { font-family: ui-monospace, monospace; font-size: .875em; }
        pre { padding: .5rem .75rem; white-space: pre-wrap; overflow-wrap: anywhere; background: color-mix(in srgb, currentColor 8%, transparent); }
        section { border-top: 1px solid color-mix(in srgb, currentColor 25%, transparent); margin-top: 1.5rem; }
        h2 { font-size: 1.125rem; margin-bottom: 0; overflow-wrap: anywhere; }
        table { border-collapse: collapse; width: 100%; }
        th, td { text-align: start; vertical-align: top; padding: .125rem 1rem .125rem 0; }
        nav { columns: 16rem; }
        nav a { display: block; overflow-wrap: anywhere; }
        """

    private init(table: OperationTable) { self.table = table }

    private mutating func write() {
        text += """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8"><title>feedsearch: HTTP interface</title>
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <link rel="stylesheet" href="docs.css"></head><body><main>
            <h1>HTTP interface</h1>

            """
        element("p", OpenAPIDocument.summary)
        text += "<p>The same for programs: <a href=\"openapi.json\">openapi.json</a>.</p>\n<nav>"
        for operation in table.documented {
            text += "<a href=\"#\(operation.name)\">\(Self.escaped(operation.heading))</a>\n"
        }
        text += "</nav>\n"
        for operation in table.documented { section(operation) }
        text += "<section>\n"
        element("h2", "Forms")
        for (name, schema) in Schema.requests + Schema.answers { form(name, schema) }
        text += "</section>\n</main></body></html>\n"
    }

    private mutating func section(_ operation: Operation) {
        text += "<section id=\"\(operation.name)\">\n"
        element("h2", operation.heading)
        element("p", operation.summary + ". " + (operation.scope.map { "Scope: \($0.rawValue)." } ?? "No credential."))
        if !operation.query.isEmpty {
            table(operation.query.map { ($0.name, Self.kind($0.schema), $0.isRequired, $0.summary) })
        }
        if let form = operation.takes {
            text += "<p>Body, at most \(operation.limits.maxBodyBytes >> 10) KB, <code>\(form.type)</code>: "
            text += Self.shown(form.schema) + "</p>\n"
        }
        element("pre", operation.command)
        text += "<p>Answer \(operation.gives.statuses.map(String.init).joined(separator: " or "))"
        if let type = operation.gives.type { text += ", <code>\(type)</code>: " + Self.shown(operation.gives.schema) }
        text += "</p>\n</section>\n"
    }

    private mutating func form(_ name: String, _ schema: Schema) {
        guard case .object(let members, _) = schema else { return }
        text += "<h3 id=\"form-\(name)\">\(name)</h3>\n"
        table(members.map { ($0.name, Self.shown($0.schema), $0.isRequired, $0.summary) })
    }

    private mutating func table(_ rows: [(name: String, kind: String, isRequired: Bool, summary: String)]) {
        text += "<table>\n"
        for row in rows {
            text += "<tr><td><code>\(Self.escaped(row.name))</code>\(row.isRequired ? "" : "?")</td>"
            text += "<td>\(row.kind)</td><td>\(Self.escaped(row.summary))</td></tr>\n"
        }
        text += "</table>\n"
    }

    private mutating func element(_ name: String, _ content: String) {
        text += "<\(name)>\(Self.escaped(content))</\(name)>\n"
    }

    private static func shown(_ schema: Schema) -> String {
        switch schema {
        case .named(let name): "<a href=\"#form-\(name)\">\(name)</a>"
        case .array(let element, _): "array of " + shown(element)
        case .either(let schemas): schemas.map(shown).joined(separator: " or ")
        case .object(let members, _) where members.isEmpty: "object"
        case .object(let members, _):
            "{"
                + members.map { "\"\(escaped($0.name))\"\($0.isRequired ? "" : "?"): \(shown($0.schema))" }
                .joined(separator: ", ") + "}"
        default: kind(schema)
        }
    }

    private static func kind(_ schema: Schema) -> String {
        switch schema {
        case .any: "any"
        case .date: "date"
        case .choice(let values): values.map { "<code>\(escaped($0))</code>" }.joined(separator: ", ")
        case .boolean: "boolean"
        case .number: "number"
        case .integer(let range?) where range.upperBound < Int.max: "\(range.lowerBound) to \(range.upperBound)"
        case .integer: "integer"
        default: "string"
        }
    }

    private static func escaped(_ text: String) -> String { XMLText.escape(text) }
}

extension Operation {
    fileprivate var heading: String { method.rawValue + " " + path }

    /// A curl command that sends the operation's example request.
    fileprivate var command: String {
        var parts = ["curl"]
        if method != .get, method != .post || takes == nil { parts.append("-X " + method.rawValue) }
        if scope != nil { parts.append("-H \"Authorization: Bearer $TOKEN\"") }
        if let takes {
            parts.append("-H 'Content-Type: \(takes.type)'")
            parts.append("--data-binary '\(takes.example)'")
        }
        parts.append("'http://127.0.0.1:8480\(example)'")
        return parts.joined(separator: " ")
    }
}
