internal import Accounts
internal import Formats
internal import HTTPServer

/// `/v1/openapi.json`, made of the route table: <https://spec.openapis.org/oas/v3.1.0>.
enum OpenAPIDocument {
    static func bytes(_ table: RouteTable) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { document in
            document.member("openapi", "3.1.0")
            document.key("info")
            document.object { info in
                info.member("title", "feedsearch")
                info.member("version", "1")
                info.member("description", "Full-text search for feeds. Within /v1, members are only added.")
            }
            document.key("paths")
            document.object { paths in
                for path in orderedPaths(table) {
                    paths.key(path)
                    paths.object { item in
                        for route in table.routes where route.path == path { operation(route, &item) }
                    }
                }
            }
            document.key("components")
            document.object { components in
                components.key("securitySchemes")
                components.object { schemes in
                    schemes.key("token")
                    schemes.object { scheme in
                        scheme.member("type", "http")
                        scheme.member("scheme", "bearer")
                    }
                }
            }
        }
        return writer.bytes
    }

    private static func orderedPaths(_ table: RouteTable) -> [String] {
        var seen: Set<String> = []
        return table.routes.map(\.path).filter { seen.insert($0).inserted }
    }

    private static func operation(_ route: Route, _ item: inout JSONWriter) {
        item.key(route.method.rawValue.lowercased())
        item.object { operation in
            operation.member("operationId", route.name)
            operation.member("summary", route.summary)
            operation.key("parameters")
            operation.array { array in
                for case .parameter(let name) in route.parts {
                    parameter(name, "path", name == "n" ? "integer" : "string", "", &array)
                }
                for query in route.query { parameter(query.name, "query", query.kind.rawValue, query.summary, &array) }
            }
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
            operation.object { responses in
                response("2XX", "done", &responses)
                response("default", "an error, as application/problem+json", &responses)
            }
        }
    }

    private static func parameter(
        _ name: String, _ place: String, _ type: String, _ summary: String, _ array: inout JSONWriter
    ) {
        array.object { parameter in
            parameter.member("name", name)
            parameter.member("in", place)
            if place == "path" { parameter.member("required", true) }
            if !summary.isEmpty { parameter.member("description", summary) }
            parameter.key("schema")
            parameter.object { $0.member("type", type) }
        }
    }

    private static func response(_ status: String, _ summary: String, _ responses: inout JSONWriter) {
        responses.key(status)
        responses.object { $0.member("description", summary) }
    }
}
