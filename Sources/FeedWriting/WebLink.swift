/// Addresses that are passed to other programs: only http and https, since a feed may contain any.
public enum WebLink {
    /// The address if it is http or https and has neither spaces nor control characters.
    public static func address(_ url: String) -> String? {
        let lower = url.prefix(8).lowercased()
        guard lower.hasPrefix("https://") || lower.hasPrefix("http://") else { return nil }
        return url.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F } ? url : nil
    }
}
