/// Recognises pages that ask the visitor to sign in.
public enum SignInDetection {
    /// Whether a page asks the visitor to sign in.
    ///
    /// - Parameters:
    ///   - body: the page, of which the first 256 KB are examined.
    ///   - address: the address of the response, after redirects.
    ///   - asked: the address of the request. A sign-in page that was itself requested does not count.
    /// - Complexity: linear in the bytes examined.
    public static func isSignIn(_ body: [UInt8], address: WebAddress, asked: String) -> Bool {
        guard BodyShape(body) == .page else { return false }
        if has("type", "password", body) { return true }
        return address.text != asked && leadsToSignIn(address)
    }

    /// Whether a page has a field for a one-time code.
    ///
    /// Examines only the first 256 KB.
    public static func asksForCode(_ body: [UInt8]) -> Bool {
        BodyShape(body) == .page && has("autocomplete", "one-time-code", body)
    }

    /// Whether the page contains an attribute whose value begins with `value`, with or without quotes, in any case.
    private static func has(_ name: String, _ value: String, _ body: [UInt8]) -> Bool {
        let text = body.prefix(256 << 10).map { (65...90).contains($0) ? $0 | 0x20 : $0 }
        let mark = Array((name + "=").utf8)
        let word = Array(value.utf8)
        var index = 0
        while index + mark.count + word.count <= text.count {
            if text[index] == mark[0], text[index..<index + mark.count].elementsEqual(mark) {
                var start = index + mark.count
                if text[start] == UInt8(ascii: "\"") || text[start] == UInt8(ascii: "'") { start += 1 }
                if start + word.count <= text.count, text[start..<start + word.count].elementsEqual(word) {
                    return true
                }
            }
            index += 1
        }
        return false
    }

    /// Whether an address has the path `/login` or a similar one.
    private static func leadsToSignIn(_ address: WebAddress) -> Bool {
        let path = address.text.lowercased().drop { $0 != ":" }.dropFirst(3).drop { $0 != "/" }
        let words = path.split { !$0.isLetter && $0 != "-" && $0 != "_" }
        return words.contains { ["login", "signin", "sign-in", "sign_in", "log-in", "sso", "authorize"].contains($0) }
    }
}
