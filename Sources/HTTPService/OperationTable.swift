internal import HTTPServer

/// All operations of a service: the source of routing, authorisation and `/v1/openapi.json`.
struct OperationTable: Sendable {
    enum Match: Sendable {
        case found(Operation, [String: String])
        case otherMethods([HTTPMethod])
        case none
    }

    /// The operations in order of precedence: the first one that matches a request handles it.
    let operations: [Operation]

    var documented: [Operation] { operations.filter(\.isDocumented) }

    /// The distinct paths of the documented operations, in table order.
    var paths: [String] {
        var seen: Set<String> = []
        return documented.map(\.path).filter { seen.insert($0).inserted }
    }

    /// Finds the operation of a request. HEAD is treated as GET.
    func match(_ method: HTTPMethod, _ path: [String]) -> Match {
        let method = method == .head ? .get : method
        var methods: [HTTPMethod] = []
        for operation in operations {
            guard let parameters = operation.match(path) else { continue }
            if operation.methods.contains(method) { return .found(operation, parameters) }
            methods += operation.methods
        }
        if methods.contains(.get) { methods.append(.head) }
        return methods.isEmpty ? .none : .otherMethods(methods + [.options])
    }
}
