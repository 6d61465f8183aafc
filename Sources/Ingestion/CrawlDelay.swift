/// How long a site asks robots to wait between two pages: `Crawl-delay` in robots.txt, which is not part of RFC 9309
/// but widely used (<https://en.wikipedia.org/wiki/Robots.txt#Crawl-delay_directive>).
///
/// `Disallow` is ignored: a page is fetched because a person subscribed to the feed that names it, which is not
/// crawling (RFC 9309, section 1).
enum CrawlDelay {
    private static let longest = 60.0
    /// The maximum number of bytes read from robots.txt. RFC 9309, section 2.5, requires at least 500 KiB.
    static let maxBytes = 512 << 10

    /// - Parameters:
    ///   - robots: the content of robots.txt.
    ///   - agent: the product name in this program's user agent.
    /// - Returns: at most one minute; nil if no delay is set.
    static func of(_ robots: [UInt8], agent: String) -> Duration? {
        var named: Double?
        var any: Double?
        var agents: [String] = []
        var isInRules = false
        for line in robots.prefix(maxBytes).split(whereSeparator: { $0 == 10 || $0 == 13 }) {
            let text = String(decoding: line.prefix { $0 != UInt8(ascii: "#") }, as: UTF8.self)
            guard let colon = text.firstIndex(of: ":") else { continue }
            let key = trimmed(text[..<colon]).lowercased()
            let value = trimmed(text[text.index(after: colon)...])
            if key == "user-agent" {
                // Consecutive user-agent lines form one group.
                if isInRules { agents = [] }
                isInRules = false
                agents.append(value.lowercased())
                continue
            }
            isInRules = true
            guard key == "crawl-delay", let seconds = Double(value), seconds > 0, seconds.isFinite else { continue }
            if agents.contains(agent) { named = max(named ?? 0, seconds) }
            if agents.contains("*") { any = max(any ?? 0, seconds) }
        }
        return (named ?? any).map { .milliseconds(Int(min($0, longest) * 1_000)) }
    }

    private static func trimmed(_ text: Substring) -> String {
        String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
