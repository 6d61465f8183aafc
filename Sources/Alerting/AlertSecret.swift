public import FeedFetching

extension SecretReference {
    /// Parses `env:NAME` or `file:PATH`. The prefix is required, since a secret that is entered directly would
    /// otherwise be read as a file name.
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
    /// The secret, with trailing whitespace and control characters removed.
    ///
    /// - Parameter origin: the origin to which the secret is sent.
    /// - Throws: `AlertSettingError.secret`; `AlertFailure` if the secret cannot be read, with `isUnreadable` if another
    ///   machine may be able to read it. The reason does not contain the reference, because clients can read it.
    func secret(_ text: String, for origin: WebOrigin? = nil) throws -> String {
        let reference = try SecretReference.isStored(text) ? SecretReference(text)! : SecretReference(named: text)
        let found: String?
        do { found = try read(reference, for: origin) } catch {
            var failure = AlertFailure("this machine cannot read the secret")
            failure.isUnreadable = true
            throw failure
        }
        guard var secret = found else {
            throw AlertFailure("the secret cannot be read")
        }
        while let last = secret.unicodeScalars.last, last.value <= 0x20 { secret.unicodeScalars.removeLast() }
        guard !secret.isEmpty else { throw AlertFailure("the secret is empty") }
        return secret
    }
}
