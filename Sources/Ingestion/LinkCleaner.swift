internal import FeedParsing
internal import Formats

/// Removes tracking from the addresses of articles.
///
/// Removes the parameters that Firefox and ClearURLs (<https://docs.clearurls.xyz/>) remove on every site, and the
/// campaign parameters of feeds (`utm_…`, `at_…`, `xtor`). Parameters that a site may need to find the page are kept.
/// Redirects that count clicks are replaced by their targets if the feed names the target. FeedBurner's targets are in
/// `feedburner:origLink`
/// (<https://web.archive.org/web/2012/http://code.google.com/apis/feedburner/feedburner_namespace.html>), Google's in a
/// parameter of the address. No requests are sent.
public struct LinkCleaner: Sendable {
    /// Whether addresses are cleaned.
    public var isOn: Bool

    public init(isOn: Bool = true) { self.isOn = isOn }

    /// The item's address without tracking; nil if there is nothing to remove.
    func clean(_ item: ParsedItem) -> String? {
        if isOn, let url = item.url, Self.countsClicks(url), let target = Self.origin(of: item) {
            return clean(target) ?? target
        }
        return clean(item.url)
    }

    /// Whether an address is a redirect of FeedBurner, Pheedo or Feedsportal; `/~r/` is FeedBurner's path on a site's
    /// own host.
    private static func countsClicks(_ url: String) -> Bool {
        let parts = url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count > 3, parts[0] == "http:" || parts[0] == "https:" else { return false }
        let host = parts[2].lowercased()
        return parts[3].hasPrefix("~r/") || host == "feedproxy.google.com" || host.hasSuffix(".feedsportal.com")
            || host.hasSuffix(".pheedo.com")
    }

    private static let originNames: Set<String> = ["feedburner:origlink", "pheedo:origlink"]

    private static func origin(of item: ParsedItem) -> String? {
        guard let member = item.extensions.first(where: { originNames.contains($0.name.lowercased()) }),
            let url = JSONValue.parse(Array(member.json.utf8))?.string
        else { return nil }
        return isWebAddress(url) ? url : nil
    }

    /// Whether an extension element contains an item's original address.
    static func namesOrigin(_ member: (name: String, json: String)) -> Bool {
        originNames.contains(member.name.lowercased())
    }

    private static func isWebAddress(_ url: String) -> Bool {
        (url.hasPrefix("http://") || url.hasPrefix("https://")) && url.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
    }

    /// The target of a redirect whose address contains the target in a parameter, as in feeds of Google Alerts.
    private static func target(_ url: String) -> String? {
        guard redirects.contains(where: { url.hasPrefix($0.prefix) }),
            let query = split(split(url[...], at: "#").0, at: "?").1
        else { return nil }
        for redirect in redirects where url.hasPrefix(redirect.prefix) {
            guard let value = query.split(separator: "&").first(where: { $0.hasPrefix(redirect.parameter + "=") })
            else { continue }
            let target = OutlineDocument.percentDecoded(String(value.dropFirst(redirect.parameter.count + 1)))
            if isWebAddress(target) { return target }
        }
        return nil
    }

    private static let redirects: [(prefix: String, parameter: String)] = [
        ("https://www.google.com/url?", "url"), ("https://www.google.com/url?", "q"),
        ("http://www.google.com/url?", "url"), ("https://l.facebook.com/l.php?", "u"),
        ("https://out.reddit.com/", "url"), ("https://t.umblr.com/redirect?", "z"),
        ("https://www.youtube.com/redirect?", "q"),
    ]

    /// The address without tracking; nil if there is nothing to remove.
    func clean(_ url: String?) -> String? {
        if isOn, let url, let target = Self.target(url) { return clean(target) ?? target }
        guard isOn, let url, url.utf8.contains(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }),
            url.hasPrefix("http://") || url.hasPrefix("https://")
        else { return nil }
        let (rest, fragment) = Self.split(url[...], at: "#")
        let (path, query) = Self.split(rest, at: "?")
        let kept = query.map {
            $0.split(separator: "&", omittingEmptySubsequences: false).filter { !ComparedAddress.isTracking($0) }
        }
        // Whether the fragment consists of tracking parameters, for example `#utm_source=rss` or `#xtor=RSS-1`.
        let isTracking =
            fragment.map { $0.split(separator: "&").allSatisfy { ComparedAddress.isTracking($0) } && !$0.isEmpty }
            ?? false
        let removed = (query?.split(separator: "&", omittingEmptySubsequences: false).count ?? 0) - (kept?.count ?? 0)
        guard removed > 0 || isTracking else { return nil }
        var clean = String(path)
        if let kept, !kept.isEmpty { clean += "?" + kept.joined(separator: "&") }
        if let fragment, !isTracking { clean += "#" + fragment }
        return clean
    }

    private static func split(_ text: Substring, at sign: Character) -> (Substring, Substring?) {
        guard let place = text.firstIndex(of: sign) else { return (text, nil) }
        return (text[..<place], text[text.index(after: place)...])
    }
}
