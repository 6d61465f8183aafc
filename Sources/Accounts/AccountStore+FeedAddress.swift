internal import SQLite

/// The secret in the addresses of feeds for other programs. It allows reading articles, and nothing else.
///
/// It is stored encrypted, like the secrets of channels, so that it can be shown again.
extension AccountStore {
    private static let feedSecretName = "feed address"

    /// - Returns: nil if it was never created or has been removed.
    public func feedSecret() throws(AccountError) -> String? { try sealedSecret(Self.feedSecretName) }

    /// Creates a secret of 256 bits. It replaces the previous one, whose addresses stop working immediately.
    public func renewFeedSecret() throws(AccountError) -> String {
        let secret = RandomSecret.session()
        try seal(secret, as: Self.feedSecretName)
        return secret
    }

    /// Removes the secret, so that all feed addresses stop working.
    ///
    /// - Returns: false if there was none.
    @discardableResult
    public func removeFeedSecret() throws(AccountError) -> Bool {
        try write { connection in
            try connection.run("DELETE FROM secret WHERE name = ?", [.text(Self.feedSecretName)])
            return connection.changedRows > 0
        }
    }

    /// Checks a secret. Reads the file, so that a renewal by any process takes effect immediately.
    ///
    /// - Returns: the reason for refusing it; nil if it is right. Refusals are counted and logged.
    public func refusal(ofFeedSecret secret: String, from visitor: Visitor) throws(AccountError) -> Refusal? {
        if let known = try feedSecret(), Sodium.isEqual(RandomSecret.hash(secret), RandomSecret.hash(known)) {
            return nil
        }
        return refuse(.unknown, .feedAddress, nil, visitor)
    }
}
