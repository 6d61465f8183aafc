internal import Formats

/// Verifies the header `X-Hub-Signature: sha256=…`, an HMAC of the body with the subscription's secret (WebSub, section
/// 8).
enum PushSignature {
    /// - Returns: false if the header is missing, malformed or incorrect, or if it uses an unsupported hash.
    static func isValid(_ field: String?, of body: [UInt8], secret: String) -> Bool {
        guard let parts = field?.split(separator: "=", maxSplits: 1), parts.count == 2,
            let hash = HMAC.Hash(rawValue: parts[0].lowercased()), let given = Hexadecimal.decode(parts[1]),
            let code = HMAC.authenticate(body, key: Array(secret.utf8), hash), code.count == given.count
        else { return false }
        // Compare in constant time.
        return zip(code, given).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
