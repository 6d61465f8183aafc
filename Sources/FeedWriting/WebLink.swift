/// Filters the addresses that are passed to other programs. Only http and https are allowed, since a feed may contain
/// any address.
public enum WebLink {
    /// Returns the address if its scheme is http or https and it contains neither spaces nor control characters; nil
    /// otherwise.
    public static func address(_ url: String) -> String? {
        let lower = url.prefix(8).lowercased()
        guard lower.hasPrefix("https://") || lower.hasPrefix("http://") else { return nil }
        return url.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F } ? url : nil
    }
}
