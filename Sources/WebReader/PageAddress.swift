/// Addresses of pages of the service, relative to it.
package enum PageAddress {
    private static let pages: Set<Substring> = [
        "", "all", "today", "starred", "feed", "folder", "saved", "search", "article", "keys", "subscribe", "import",
        "export", "jobs", "failing", "folders", "rules", "actions", "statistics", "account", "appearance", "recipe",
        "recent", "offline", "arrange",
    ]

    /// - Returns: nil for what leads elsewhere, or is no page to come back to.
    package static func checked(_ next: String) -> String? {
        var next = next[...]
        if next.hasPrefix("./") { next = next.dropFirst(2) }
        let path = next.prefix { $0 != "?" && $0 != "#" }
        let first = path.split(separator: "/", omittingEmptySubsequences: false).first ?? ""
        // A printable path within the service: no scheme, no host, no way up.
        guard pages.contains(first), !next.hasPrefix("/"), !path.split(separator: "/").contains(".."),
            next.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") })
        else { return nil }
        return String(next)
    }
}
