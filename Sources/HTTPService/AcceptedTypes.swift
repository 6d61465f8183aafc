/// The media types that a client accepts (RFC 9110, section 12.5.1).
struct AcceptedTypes {
    private var ranges: [(type: String, subtype: String, isRefused: Bool)] = []

    /// - Parameter fields: the values of the `Accept` fields; malformed elements are ignored.
    init(_ fields: [String]) {
        for element in fields.flatMap({ $0.split(separator: ",") }) {
            let parts = element.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
            let names = parts.first?.split(separator: "/").map(String.init) ?? []
            guard names.count == 2 else { continue }
            let quality = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
            ranges.append((names[0], names[1], quality <= 0))
        }
    }

    /// Whether the client accepts a type. If several ranges match the type, the most specific one decides.
    func include(_ type: String) -> Bool {
        if ranges.isEmpty { return true }
        let names = type.split(separator: "/").map(String.init)
        for wanted in [(names[0], names[1]), (names[0], "*"), ("*", "*")] {
            if let range = ranges.first(where: { $0.type == wanted.0 && $0.subtype == wanted.1 }) {
                return !range.isRefused
            }
        }
        return false
    }
}
