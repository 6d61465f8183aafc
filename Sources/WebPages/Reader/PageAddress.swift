/// Addresses of the service's pages, relative to the service.
enum PageAddress {
    private static let pages: Set<Substring> = [
        "", "all", "today", "starred", "feed", "folder", "saved", "search", "article", "keys", "subscribe", "import",
        "export", "jobs", "failing", "folders", "rules", "actions", "statistics", "account", "appearance", "recipe",
        "recent", "offline", "arrange", "unsubscribed", "send", "silent",
        "join",
    ]

    /// - Returns: the address; nil if it is outside the service or must not be returned to.
    static func checked(_ next: String) -> String? {
        var next = next[...]
        if next.hasPrefix("./") { next = next.dropFirst(2) }
        let path = next.prefix { $0 != "?" && $0 != "#" }
        let first = path.split(separator: "/", omittingEmptySubsequences: false).first ?? ""
        // Accept only printable paths within the service: no scheme, no host, no `..`.
        guard pages.contains(first), !next.hasPrefix("/"), !path.split(separator: "/").contains(".."),
            next.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") })
        else { return nil }
        return String(next)
    }
}
