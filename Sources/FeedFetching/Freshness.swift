/// The headers of a response that determine when to fetch again.
public struct Freshness: Hashable, Sendable {
    /// The lifetime of the response: `Cache-Control: max-age` minus `Age`, or `Expires` minus `Date`.
    public var maxAge: Duration?
    /// The `Retry-After` header, given as seconds or a date.
    public var retryAfter: Duration?

    public init(maxAge: Duration? = nil, retryAfter: Duration? = nil) {
        self.maxAge = maxAge
        self.retryAfter = retryAfter
    }

    /// Reads the headers of a response.
    ///
    /// - Parameter now: seconds since 1970, used if the response has no `Date`.
    /// - Parameter value: returns a header by its lower-case name.
    init(now: Int64, value: (String) -> String?) {
        let date = value("date").flatMap { HTTPDate.seconds($0) } ?? now
        if let text = value("retry-after") {
            if let seconds = Int64(text), seconds >= 0 {
                retryAfter = .seconds(min(seconds, Self.cap))
            } else if let until = HTTPDate.seconds(text), until > date {
                retryAfter = .seconds(min(until - date, Self.cap))
            }
        }
        let directives = (value("cache-control") ?? "").lowercased()
            .split { $0 == "," || $0 == " " }.prefix(32).map(String.init)
        if directives.contains("no-store") || directives.contains("no-cache") { return }
        if let seconds = directives.lazy.compactMap({ Self.seconds(of: "max-age", in: $0) }).first {
            let age = value("age").flatMap { Int64($0) } ?? 0
            maxAge = .seconds(max(0, min(seconds, Self.cap) - min(max(age, 0), Self.cap)))
        } else if let until = value("expires").flatMap({ HTTPDate.seconds($0) }), until > date {
            maxAge = .seconds(min(until - date, Self.cap))
        }
    }

    /// The maximum number of seconds, 31 days. Longer times are reduced to this.
    private static let cap: Int64 = 31 * 86_400

    private static func seconds(of name: String, in directive: String) -> Int64? {
        guard directive.hasPrefix(name + "=") else { return nil }
        return Int64(directive.dropFirst(name.utf8.count + 1).filter { $0 != "\"" }).flatMap { $0 >= 0 ? $0 : nil }
    }
}
