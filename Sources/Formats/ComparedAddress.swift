/// Converts page addresses to the form in which they are compared: without scheme, fragment and tracking parameters.
public enum ComparedAddress {
    /// The address without scheme, fragment and tracking parameters.
    public static func compared(_ address: Span<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(address.count)
        for index in schemeEnd(of: address)..<address.count {
            if address[index] == UInt8(ascii: "#") { break }
            bytes.append(address[index])
        }
        guard let question = bytes.firstIndex(of: UInt8(ascii: "?")) else { return bytes }
        let kept = bytes[(question + 1)...].split(separator: UInt8(ascii: "&")).filter { !isTracking($0) }
        return bytes[..<question] + (kept.isEmpty ? [] : [UInt8(ascii: "?")])
            + kept.joined(separator: [UInt8(ascii: "&")])
    }

    /// Whether an address may have a tracking parameter.
    public static func hasTracking(_ address: Span<UInt8>) -> Bool {
        address.indices.contains { address[$0] == UInt8(ascii: "?") }
            && compared(address).count < address.count - schemeEnd(of: address)
    }

    /// The end of `http://` or `https://` at the beginning; 0 if the address begins otherwise.
    private static func schemeEnd(of address: Span<UInt8>) -> Int {
        for scheme in ["https://", "http://"] {
            let bytes = scheme.utf8
            guard address.count >= bytes.count else { continue }
            let isEqual = zip(bytes, address.indices).allSatisfy { byte, index in
                byte == (address[index] &- 0x41 < 26 ? address[index] | 0x20 : address[index])
            }
            if isEqual { return bytes.count }
        }
        return 0
    }

    // MARK: - Tracking

    /// Whether a parameter (such as `utm_source=rss`) tracks readers and is not needed to find the page. Includes the
    /// parameters that Firefox and ClearURLs (<https://docs.clearurls.xyz/>) remove on every site, and the campaign
    /// parameters of feeds.
    public static func isTracking(_ parameter: some StringProtocol) -> Bool {
        let name = parameter.prefix { $0 != "=" }.lowercased()
        return names.contains(name) || prefixes.contains { name.hasPrefix($0) }
    }

    private static func isTracking(_ parameter: ArraySlice<UInt8>) -> Bool {
        isTracking(String(decoding: parameter, as: UTF8.self))
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
