internal import Formats

/// `X-Hub-Signature: sha256=…`: HMAC of the body with the secret of the subscription (WebSub, section 8).
enum PushSignature {
    /// - Returns: false where it is missing, malformed, wrong, or of a hash that there is not here.
    static func isValid(_ field: String?, of body: [UInt8], secret: String) -> Bool {
        guard let parts = field?.split(separator: "=", maxSplits: 1), parts.count == 2,
            let hash = HMAC.Hash(rawValue: parts[0].lowercased()), let given = Hexadecimal.decode(parts[1]),
            let code = HMAC.authenticate(body, key: Array(secret.utf8), hash), code.count == given.count
        else { return false }
        // In the same time, wherever the first difference is.
        return zip(code, given).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
