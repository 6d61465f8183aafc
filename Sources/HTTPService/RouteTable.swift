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
        routes: SearchRoutes.all + ArticleRoutes.all + FeedRoutes.all + ArrangingRoutes.all + SavedSearchRoutes.all
            + LoadRoutes.all
            + LiveRoutes.all + RuleRoutes.all + AlertRoutes.all + JobRoutes.all + DiscoverRoutes.all + AccessRoutes.all
            + HealthRoutes.all + MetricsRoutes.all + DocumentRoutes.all + FeedOutRoutes.all
            + HubRoutes.all + IconRoutes.all + PageRoutes.all + ActionRoutes.all + PictureRoutes.all
            + MediaRoutes.all + ManagementRoutes.all + ReaderRoutes.all)

    /// The documented routes. Protocols of reader apps are specified elsewhere.
    var documented: [Route] { routes.filter { $0.readerErrors == nil && $0.isDocumented } }

    /// The distinct paths of the documented routes, in table order.
    var paths: [String] {
        var seen: Set<String> = []
        return documented.map(\.path).filter { seen.insert($0).inserted }
    }

    /// Finds the route of a request. HEAD is treated as GET.
    func match(_ head: HTTPRequestHead) -> Match { match(head.method, head.path) }

    /// The same for a path whose prefix was removed.
    func match(_ method: HTTPMethod, _ path: [String]) -> Match {
        let method = method == .head ? .get : method
        var methods: [HTTPMethod] = []
        for route in routes {
            guard let parameters = route.match(path) else { continue }
            if route.method == method { return .found(route, parameters) }
            methods.append(route.method)
        }
        if methods.contains(.get) { methods.append(.head) }
        return methods.isEmpty ? .none : .otherMethods(methods + [.options])
    }
}
