internal import HTTPServer

/// All operations: the source of routing, authorisation and `/v1/openapi.json`.
struct RouteTable: Sendable {
    enum Match: Sendable {
        case found(Route, [String: String])
        case otherMethods([HTTPMethod])
        case none
    }

    let routes: [Route]

    static let all = RouteTable(
        routes: SearchRoutes.all + ArticleRoutes.all + FeedRoutes.all + SavedSearchRoutes.all + LoadRoutes.all
            + LiveRoutes.all
            + AccessRoutes.all + HealthRoutes.all)

    /// HEAD is answered as GET.
    func match(_ head: HTTPRequestHead) -> Match {
        let method = head.method == .head ? .get : head.method
        var methods: [HTTPMethod] = []
        for route in routes {
            guard let parameters = route.match(head.path) else { continue }
            if route.method == method { return .found(route, parameters) }
            methods.append(route.method)
        }
        if methods.contains(.get) { methods.append(.head) }
        return methods.isEmpty ? .none : .otherMethods(methods + [.options])
    }
}
