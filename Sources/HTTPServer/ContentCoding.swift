/// A content coding of responses (RFC 9110, section 8.4).
enum ContentCoding: String, CaseIterable {
    // In ascending order of processor time.
    case zstd
    case brotli = "br"
    case gzip

    /// The coding with the highest weight in `Accept-Encoding`; if several have the same weight, the fastest of them.
    /// Nil if the client accepts none of the codings.
    ///
    /// - Parameter fields: the values of the `Accept-Encoding` fields.
    static func preferred(_ fields: [String]) -> ContentCoding? {
        var weights: [String: Double] = [:]
        for member in fields.flatMap({ $0.split(separator: ",") }) {
            let parts = member.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
            guard let name = parts.first else { continue }
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
            weights[name == "x-gzip" ? "gzip" : name] = weight
        }
        let others = weights["*"] ?? 0
        let wanted = allCases.map { (coding: $0, weight: weights[$0.rawValue] ?? others) }.filter { $0.weight > 0 }
        guard let best = wanted.map(\.weight).max(), best >= weights["identity"] ?? 0 else { return nil }
        return wanted.first { $0.weight == best }?.coding
    }
}
