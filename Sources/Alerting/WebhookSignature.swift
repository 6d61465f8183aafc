internal import Formats

/// The scheme for signing webhook messages.
public enum WebhookSignature: String, Sendable, CaseIterable {
    /// `webhook-id`, `webhook-timestamp`, `webhook-signature`: <https://www.standardwebhooks.com>.
    case standard
    /// `X-Miniflux-Signature`: the body's HMAC in hexadecimal, <https://miniflux.app/docs/webhooks.html>.
    case miniflux

    /// The headers that sign a message.
    ///
    /// - Parameters:
    ///   - secret: nil for an unsigned message.
    ///   - timestamp: the time of the attempt, in seconds since 1970.
    func headers(uid: String, timestamp: Int64, body: [UInt8], secret: String?) -> [(String, String)] {
        var headers = [("webhook-id", uid), ("webhook-timestamp", String(timestamp))]
        guard let secret else { return headers }
        switch self {
        case .standard:
            let signed = Array("\(uid).\(timestamp).".utf8) + body
            let mac = SHA256.authenticate(signed, key: Self.key(secret))
            headers.append(("webhook-signature", "v1," + Base64.encode(mac)))
        case .miniflux:
            let mac = SHA256.authenticate(body, key: Array(secret.utf8))
            headers.append(("X-Miniflux-Event-Type", "new_entries"))
            headers.append(("X-Miniflux-Signature", Hexadecimal.encode(mac)))
        }
        return headers
    }

    /// The signing key: the decoded Base64 after the prefix `whsec_`, or the secret's own bytes without the prefix.
    private static func key(_ secret: String) -> [UInt8] {
        guard secret.hasPrefix("whsec_") else { return Array(secret.utf8) }
        return Base64.decode(secret.utf8.dropFirst(6), nil) ?? Array(secret.utf8)
    }
}
