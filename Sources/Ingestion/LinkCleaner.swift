/// Addresses of articles without what only tracks their readers.
///
/// Parameters are those that Firefox and ClearURLs (<https://docs.clearurls.xyz/>) remove on every site, and the campaign
/// parameters of feeds (`utm_…`, `at_…`, `xtor`). What a site may need to find the page stays.
public struct LinkCleaner: Sendable {
    /// Whether addresses are cleaned at all.
    public var isOn: Bool

    public init(isOn: Bool = true) { self.isOn = isOn }

    /// The address without tracking; nil where there is nothing to remove.
    func clean(_ url: String?) -> String? {
        guard isOn, let url, url.utf8.contains(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }),
            url.hasPrefix("http://") || url.hasPrefix("https://")
        else { return nil }
        let (rest, fragment) = Self.split(url[...], at: "#")
        let (path, query) = Self.split(rest, at: "?")
        let kept = query.map { $0.split(separator: "&", omittingEmptySubsequences: false).filter { !Self.tracks($0) } }
        // A fragment of parameters, as in `#utm_source=rss` and `#xtor=RSS-1`.
        let isTracking = fragment.map { $0.split(separator: "&").allSatisfy(Self.tracks) && !$0.isEmpty } ?? false
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

    private static func tracks(_ parameter: Substring) -> Bool {
        let name = parameter.prefix { $0 != "=" }.lowercased()
        return names.contains(name) || prefixes.contains { name.hasPrefix($0) }
    }

    private static let prefixes = [
        "utm_", "at_medium", "at_campaign", "at_custom", "hsa_", "mtm_", "pk_campaign", "pk_kwd", "oly_",
    ]
    private static let names: Set<String> = [
        "fbclid", "gclid", "gclsrc", "dclid", "gbraid", "wbraid", "msclkid", "yclid", "twclid", "ttclid", "li_fat_id",
        "igshid", "igsh", "mc_cid", "mc_eid", "mkt_tok", "_hsenc", "_hsmi", "__hssc", "__hstc", "__hsfp",
        "hsctatracking",
        "vero_id", "vero_conv", "wickedid", "s_cid", "_openstat", "rb_clickid", "ml_subscriber", "ml_subscriber_hash",
        "wt_mc", "wt.mc_id", "xtor", "ns_campaign", "ns_mchannel", "ns_source", "ref_src", "ref_url", "spm_id_from",
        "guccounter",
        "guce_referrer", "guce_referrer_sig", "cmpid", "icid", "irclickid", "ncid", "sr_share", "smid",
        "_branch_match_id",
    ]
}
