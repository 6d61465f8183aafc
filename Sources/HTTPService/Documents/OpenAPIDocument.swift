internal import Accounts
internal import FeedLibrary
internal import Formats
internal import HTTPServer

/// `/v1/openapi.json`, generated from the route table: <https://spec.openapis.org/oas/v3.1.0>.
struct OpenAPIDocument {
    private let table: RouteTable

    static let bytes: [UInt8] = {
        var writer = JSONWriter()
        OpenAPIDocument(table: .all).write(&writer)
        return writer.bytes
    }()

    static let summary = """
        Full-text search for feeds. Within /v1, routes and members are only added. Every error is \
        application/problem+json (RFC 9457). Any request may be answered 400 (not HTTP, or a value that is not \
        understood), 408 (the request came too slowly), 421 (a foreign host name) or 503 (locked, overloaded, or past \
        the deadline; with Retry-After). What never reaches a route is answered 404 (no such path), 405 (with Allow), \
        414 and 431 (too long), 417, 501 and 505 (not supported).
        """

    private func write(_ writer: inout JSONWriter) {
        writer.object { document in
            document.member("openapi", "3.1.0")
            document.key("info")
            document.object { info in
                info.member("title", "feedsearch")
                info.member("version", "1")
                info.member("description", Self.summary)
            }
            document.key("paths")
            document.object { paths in
                for path in table.paths {
                    paths.key(path)
                    paths.object { item in
                        for route in table.documented where route.path == path { operation(route, &item) }
                    }
                }
            }
            document.key("components")
            document.object { components(&$0) }
        }
    }

    // MARK: - Operations

    private func operation(_ route: Route, _ item: inout JSONWriter) {
        item.key(route.method.rawValue.lowercased())
        item.object { operation in
            operation.member("operationId", route.name)
            operation.member("summary", route.summary)
            operation.key("parameters")
            operation.array { parameters(route, &$0) }
            if let form = route.takes { body(form, &operation) }
            operation.key("security")
            operation.array { array in
                guard route.scope != nil else { return }
                array.object { requirement in
                    requirement.key("token")
                    requirement.array { _ in }
                }
            }
            operation.member("x-scope", route.scope?.rawValue)
            operation.key("responses")
            operation.object { responses(route, &$0) }
        }
    }

    private func parameters(_ route: Route, _ array: inout JSONWriter) {
        let target = route.exampleHead
        let values = target.flatMap { route.match($0.path) } ?? [:]
        for name in route.pathParameters {
            let isNumber = name == "n"
            array.object { parameter in
                parameter.member("name", name)
                parameter.member("in", "path")
                parameter.member("required", true)
                parameter.key("schema")
                parameter.schema(isNumber ? .integer(1...Int.max) : .string)
                if let value = values[name] { parameter.example(value, isText: !isNumber) }
            }
        }
        for query in route.query {
            array.object { parameter in
                parameter.member("name", query.name)
                parameter.member("in", "query")
                if query.isRequired { parameter.member("required", true) }
                parameter.member("description", query.summary)
                parameter.key("schema")
                parameter.schema(query.schema)
                if let value = target?.query.first(where: { $0.name == query.name })?.value {
                    parameter.example(value, isText: query.isText)
                }
            }
        }
    }

    private func body(_ form: RequestForm, _ operation: inout JSONWriter) {
        operation.key("requestBody")
        operation.object { body in
            body.member("required", form.isRequired)
            body.key("content")
            body.object { content in
                for type in [form.type] + form.otherTypes {
                    content.key(type)
                    content.object { media in
                        media.key("schema")
                        media.schema(form.schema, isClosed: true)
                        media.example(form.example, isText: type != "application/json")
                    }
                }
            }
        }
    }

    private func responses(_ route: Route, _ responses: inout JSONWriter) {
        for status in route.gives.statuses {
            responses.key(String(status))
            responses.object { response in
                response.member("description", HTTPStatus(status).phrase)
                if route.gives.types.isEmpty { return }
                response.key("content")
                response.object { content in
                    for type in route.gives.types {
                        content.key(type)
                        content.object { media in
                            media.key("schema")
                            media.schema(route.gives.schema)
                        }
                    }
                }
            }
        }
        for (status, _) in route.problems {
            responses.key(String(status))
            responses.object { $0.member("$ref", "#/components/responses/\(status)") }
        }
        responses.key("default")
        responses.object { $0.member("$ref", "#/components/responses/default") }
    }

    // MARK: - Components

    private func components(_ writer: inout JSONWriter) {
        writer.key("securitySchemes")
        writer.object { schemes in
            schemes.key("token")
            schemes.object { scheme in
                scheme.member("type", "http")
                scheme.member("scheme", "bearer")
            }
        }
        writer.key("responses")
        writer.object { responses in
            var problems: [Int: String] = [:]
            for route in table.documented { problems.merge(route.problems) { first, _ in first } }
            for (status, summary) in problems.sorted(by: { $0.key < $1.key }) {
                problem(String(status), summary, &responses)
            }
            problem("default", "another error", &responses)
        }
        writer.key("schemas")
        writer.object { schemas in
            for (name, schema) in Schema.requests {
                schemas.key(name)
                schemas.schema(schema, isClosed: true)
            }
            for (name, schema) in Schema.answers {
                schemas.key(name)
                schemas.schema(schema)
            }
        }
    }

    private func problem(_ name: String, _ summary: String, _ responses: inout JSONWriter) {
        responses.key(name)
        responses.object { response in
            response.member("description", summary)
            response.key("content")
            response.object { content in
                content.key("application/problem+json")
                content.object { media in
                    media.key("schema")
                    media.schema(.named("Problem"))
                }
            }
        }
    }
}

extension JSONWriter {
    /// - Parameter isText: whether the value is a string; otherwise it is JSON already.
    fileprivate mutating func example(_ value: String, isText: Bool) {
        key("example")
        if isText { string(value) } else { raw(value) }
    }
}

extension Route.Parameter {
    var schema: Schema {
        switch kind {
        case .string: .string
        case .boolean: .boolean
        case .integer(let range): .integer(range)
        case .choice(let values): .choice(values)
        }
    }

    fileprivate var isText: Bool {
        switch kind {
        case .string, .choice: true
        case .boolean, .integer: false
        }
    }
}

extension Route {
    /// The errors of this route that a client should handle, in addition to the errors of every request.
    var problems: [(Int, String)] {
        var problems = [(400, "the request is invalid; for an error in a query, with its position and a hint")]
        if gives.type != nil { problems.append((406, "Accept excludes the media type of the answer")) }
        if scope != nil {
            problems.append((401, "no valid credential"))
            problems.append((403, "the credential's scope is insufficient, or the request comes from another site"))
        }
        if !pathParameters.isEmpty || takes != nil {
            problems.append((404, "not found"))
        }
        if takes != nil {
            problems.append((409, "conflict with stored data"))
            problems.append((413, "the body is too large"))
            problems.append((415, "the body has an unsupported media type"))
            problems.append((422, "the request cannot be processed"))
        }
        if scope != nil { problems.append((429, "too many requests; with Retry-After")) }
        problems.append((503, "locked, overloaded, or past the deadline; with Retry-After"))
        if scope == .write { problems.append((507, "the disk is full")) }
        return problems
    }
}
