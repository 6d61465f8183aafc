package import FeedFetching
package import Messages

/// Keeps the secrets that clients of a service send as values, each for the origin that it is sent to; a library has only
/// references to them.
package struct SecretKeeper: Sendable {
    /// Bytes of a secret, and of a user name.
    package static let maxBytes = 1_000
    private let keepSecret: @Sendable (_ secret: String, _ origin: String) throws -> String
    private let forgetSecret: @Sendable (_ name: String) throws -> Void

    /// - Parameters:
    ///   - keep: returns the name under which the secret is kept.
    ///   - forget: forgets the secret of a name.
    package init(
        keep: @escaping @Sendable (_ secret: String, _ origin: String) throws -> String,
        forget: @escaping @Sendable (_ name: String) throws -> Void
    ) {
        keepSecret = keep
        forgetSecret = forget
    }

    /// - Returns: the reference to the secret.
    /// - Throws: `Complaint` for a secret of another form.
    package func keep(_ secret: String, for origin: WebOrigin, _ language: Language) throws -> String {
        try Self.check(secret, language)
        return try SecretReference.stored(keepSecret(secret, origin.description)).description
    }

    /// Keeps a password for a feed.
    ///
    /// - Returns: the reference to user name and password.
    /// - Throws: `Complaint` for a name or a password of another form.
    package func keep(
        user: String, password: String, for origin: WebOrigin, _ language: Language
    ) throws -> String {
        try Self.check(user, language)
        if user.contains(":") { throw Complaint(.colonInUserName, language: language) }
        try Self.check(password, language)
        return try SecretReference.stored(keepSecret("\(user):\(password)", origin.description)).description
    }

    /// Whether a login has a form that can be kept.
    static func takes(_ login: FeedLogin) -> Bool {
        guard !login.user.contains(":") else { return false }
        return [login.user, login.password].allSatisfy { (try? check($0, .english)) != nil }
    }

    /// Forgets a secret that is no longer referred to; passes over a reference to anything else. That one stays which cannot
    /// be forgotten now does no harm: nothing leads to it.
    package func forget(_ reference: String?) {
        guard let reference, case .stored(let name)? = SecretReference(reference) else { return }
        try? forgetSecret(name)
    }

    /// Line ends would end a header or the line of a password; spaces at the ends are no part of what is read.
    private static func check(_ text: String, _ language: Language) throws(Complaint) {
        let hasControls = text.utf8.contains { $0 < 0x20 || $0 == 0x7F }
        guard (1...maxBytes).contains(text.utf8.count), !hasControls, text.first != " ", text.last != " " else {
            throw Complaint(.badSecretValue, [String(maxBytes)], language: language)
        }
    }
}

extension SecretReference {
    /// `env`, `file` or `stored`: what clients see of a reference.
    static func kind(_ text: String) -> String {
        switch SecretReference(text) {
        case .environment: "env"
        case .stored: "stored"
        case .file, nil: "file"
        }
    }
}
