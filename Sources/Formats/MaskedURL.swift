/// An address that is safe to show. User info and the values of secret parameters are replaced by `***`.
public enum MaskedURL {
    /// Names of query parameters whose values grant access.
    private static let secretNames: Set<String> = [
        "token", "access_token", "auth", "auth_token", "authkey", "key", "apikey", "api_key", "api-key", "password",
        "passwd", "pass",
        "pwd", "secret", "client_secret", "sig", "signature", "session", "sessionid", "sid", "passkey", "rss_token",
        "feed_token", "private_token", "jwt", "credential", "x-amz-signature", "x-amz-credential",
    ]

    public static func mask(_ url: String) -> String {
        // An address without these characters cannot contain a secret. Most have none.
        guard url.utf8.contains(where: "@?#".utf8.contains) else { return url }
        return maskQuery(maskUserInfo(url))
    }

    /// The address without user name and password.
    public static func withoutLogin(_ url: String) -> String {
        guard url.utf8.contains(UInt8(ascii: "@")), let scheme = url.firstRange(of: "://") else { return url }
        let authority = url[scheme.upperBound...].prefix { !"/?#\\".contains($0) }
        guard let at = authority.lastIndex(of: "@") else { return url }
        return String(url[..<scheme.upperBound] + url[url.index(after: at)...])
    }

    /// Host and port; nil if the text is not an address.
    public static func host(_ url: String) -> String? {
        guard let scheme = url.firstRange(of: "://") else { return nil }
        let authority = url[scheme.upperBound...].prefix { !"/?#\\".contains($0) }
        return String(authority.split(separator: "@").last ?? "")
    }

    private static func maskUserInfo(_ url: String) -> String {
        guard let scheme = url.firstRange(of: "://") else { return url }
        let rest = url[scheme.upperBound...]
        let authority = rest.prefix { !"/?#\\".contains($0) }
        guard let at = authority.lastIndex(of: "@") else { return url }
        return url[..<scheme.upperBound] + "***" + url[at...]
    }

    private static func maskQuery(_ url: String) -> String {
        guard let mark = url.firstIndex(where: { $0 == "?" || $0 == "#" }) else { return url }
        var result = String(url[...mark])
        var pair = ""
        for character in url[url.index(after: mark)...] {
            if "&;#?".contains(character) {
                result += maskPair(pair)
                result.append(character)
                pair = ""
            } else {
                pair.append(character)
            }
        }
        return result + maskPair(pair)
    }

    private static func maskPair(_ pair: String) -> String {
        guard let equals = pair.firstIndex(of: "="), equals != pair.index(before: pair.endIndex) else { return pair }
        return secretNames.contains(pair[..<equals].lowercased()) ? pair[...equals] + "***" : pair
    }
}
