internal import SQLite

/// The secret in the addresses of feeds that other programs read: anyone who has it reads articles, and nothing else.
///
/// It is kept encrypted, as the secrets of channels are, so that it can be shown again.
extension AccountStore {
    private static let feedSecretName = "feed address"

    /// - Returns: nil where none was made, or it was taken back.
    public func feedSecret() throws(AccountError) -> String? { try sealedSecret(Self.feedSecretName) }

    /// Makes a secret of 256 bits, in place of the one that there was: feeds under that one end at once.
    public func renewFeedSecret() throws(AccountError) -> String {
        let secret = RandomSecret.session()
        try seal(secret, as: Self.feedSecretName)
        return secret
    }

    /// Ends all feeds.
    ///
    /// - Returns: false where there were none.
    @discardableResult
    public func removeFeedSecret() throws(AccountError) -> Bool {
        try write { connection in
            try connection.run("DELETE FROM secret WHERE name = ?", [.text(Self.feedSecretName)])
            return connection.changedRows > 0
        }
    }

    /// Says whether a secret is the one. It reads the file, so that a renewal by any process counts at once.
    ///
    /// - Returns: why not; nil where it is. Refusals are counted, and logged, as those of credentials.
    public func refusal(ofFeedSecret secret: String, from visitor: Visitor) throws(AccountError) -> Refusal? {
        if let known = try feedSecret(), Sodium.isEqual(RandomSecret.hash(secret), RandomSecret.hash(known)) {
            return nil
        }
        return refuse(.unknown, .feedAddress, nil, visitor)
    }
}
