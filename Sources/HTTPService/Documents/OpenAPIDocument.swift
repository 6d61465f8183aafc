internal import Accounts
internal import FeedLibrary
internal import Formats
internal import HTTPServer

/// Generates `/v1/openapi.json` from the operations: <https://spec.openapis.org/oas/v3.1.0>.
struct OpenAPIDocument {
    let table: OperationTable

    var bytes: [UInt8] {
        var writer = JSONWriter()
        write(&writer)
        return writer.bytes
    }

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
                        for operation in table.documented where operation.path == path { write(operation, &item) }
                    }
                }
            }
            document.key("components")
            document.object { components(&$0) }
        }
    }

    // MARK: - Operations

    private func write(_ operation: Operation, _ item: inout JSONWriter) {
        item.key(operation.method.rawValue.lowercased())
        item.object { object in
            object.member("operationId", operation.name)
            object.member("summary", operation.summary)
            object.key("parameters")
            object.array { parameters(operation, &$0) }
            if let form = operation.takes { body(form, &object) }
            object.key("security")
            object.array { array in
                guard operation.scope != nil else { return }
                array.object { requirement in
                    requirement.key("token")
                    requirement.array { _ in }
                }
            }
            object.member("x-scope", operation.scope?.rawValue)
            object.key("responses")
            object.object { responses(operation, &$0) }
        }
    }

    private func parameters(_ operation: Operation, _ array: inout JSONWriter) {
        let target = operation.exampleHead
        let values = target.flatMap { operation.match($0.path) } ?? [:]
        for name in operation.pathParameters {
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
        for query in operation.query {
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

    private func body(_ form: RequestForm, _ object: inout JSONWriter) {
        object.key("requestBody")
        object.object { body in
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

    private func responses(_ operation: Operation, _ responses: inout JSONWriter) {
        for status in operation.gives.statuses {
            responses.key(String(status))
            responses.object { response in
                response.member("description", HTTPStatus(status).phrase)
                if operation.gives.types.isEmpty { return }
                response.key("content")
                response.object { content in
                    for type in operation.gives.types {
                        content.key(type)
                        content.object { media in
                            media.key("schema")
                            media.schema(operation.gives.schema)
                        }
                    }
                }
            }
        }
        for (status, _) in operation.problems {
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
            for operation in table.documented { problems.merge(operation.problems) { first, _ in first } }
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
    /// - Parameter isText: whether to write the value as a JSON string. If false, the value is already JSON.
    fileprivate mutating func example(_ value: String, isText: Bool) {
        key("example")
        if isText { string(value) } else { raw(value) }
    }
}

extension Operation.Parameter {
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

extension Operation {
    /// The errors that a client should handle, in addition to the errors of every request.
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
