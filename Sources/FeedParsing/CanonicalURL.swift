internal import Markup

/// Converts addresses to a canonical form, so that different spellings of an address become equal.
enum CanonicalURL {
    static func canonical(_ url: String) -> String {
        guard let parts = Parts(url) else { return PersonText.trim(url) }
        return "https://" + parts.host + parts.path + parts.query + parts.fragment
    }

    /// The path and query of an address without the host; nil if they are too short to identify a page.
    static func pathKey(_ url: String) -> String? {
        guard let parts = Parts(url) else { return nil }
        let key = parts.path + parts.query
        return key.utf8.count >= 16 ? "//*" + key : nil
    }

    /// The parts of an http or https address that identify a page; nil for other addresses.
    private struct Parts {
        var host: String
        var path: String
        var query: String
        var fragment: String

        init?(_ url: String) {
            let trimmed = PersonText.trim(url)
            guard let colon = trimmed.firstIndex(of: ":") else { return nil }
            let scheme = trimmed[..<colon].lowercased()
            guard scheme == "http" || scheme == "https", trimmed[colon...].hasPrefix("://") else { return nil }
            var rest = trimmed[trimmed.index(colon, offsetBy: 3)...]
            var mark: Substring = ""
            if let hash = rest.firstIndex(of: "#") {
                mark = rest[hash...]
                rest = rest[..<hash]
            }
            // A fragment refers to a place within the page, except in applications that use it as a route.
            fragment = mark.hasPrefix("#!") || mark.hasPrefix("#/") ? String(mark) : ""
            var parameters: Substring = ""
            if let question = rest.firstIndex(of: "?") {
                parameters = rest[rest.index(after: question)...]
                rest = rest[..<question]
            }
            let slash = rest.firstIndex(of: "/") ?? rest.endIndex
            var name = rest[..<slash].lowercased()
            if name.hasSuffix(":80") { name.removeLast(3) }
            if name.hasSuffix(":443") { name.removeLast(4) }
            if name.hasPrefix("www.") { name.removeFirst(4) }
            host = name
            var page = String(rest[slash...])
            while page.hasSuffix("/") { page.removeLast() }
            path = page
            let kept = parameters.split(separator: "&").filter { !Parts.isTracking($0) }
            query = kept.isEmpty ? "" : "?" + kept.joined(separator: "&")
        }

        private static func isTracking(_ parameter: Substring) -> Bool {
            let name = parameter.prefix { $0 != "=" }.lowercased()
            return name.hasPrefix("utm_") || name.hasPrefix("at_") || name.hasPrefix("mtm_") || names.contains(name)
        }

        private static let names: Set<String> = [
            "fbclid", "gclid", "dclid", "msclkid", "yclid", "mc_cid", "mc_eid", "igshid", "ocid", "ns_mchannel",
            "ns_campaign", "ns_source", "ns_linkname", "ns_fee", "ito", "cmpid", "cmp", "ref_src", "ref", "rss",
            "partner",
            "spm", "from_rss", "source_rss", "feature", "_hsenc", "_hsmi", "wt.mc_id", "xtor", "ncid",
        ]
    }
}
