public import FeedFetching

extension SecretReference {
    /// A reference whose kind is said: a saved search that is carried elsewhere must not take a secret that was typed for
    /// the name of a file.
    ///
    /// - Throws: `AlertSettingError.secret`.
    public init(named text: String) throws(AlertSettingError) {
        guard text.hasPrefix("env:") || text.hasPrefix("file:"), let reference = SecretReference(text) else {
            throw .secret(text)
        }
        self = reference
    }
}

extension SecretReader {
    /// The secret, without the line end behind it.
    ///
    /// - Throws: `AlertSettingError.secret`; `AlertFailure` where it is not there.
    func secret(_ text: String) throws -> String {
        let reference = try SecretReference(named: text)
        guard var secret = self.text(reference) else { throw AlertFailure("the secret cannot be read: \(reference)") }
        while let last = secret.unicodeScalars.last, last.value <= 0x20 { secret.unicodeScalars.removeLast() }
        guard !secret.isEmpty else { throw AlertFailure("the secret is empty: \(reference)") }
        return secret
    }
}
