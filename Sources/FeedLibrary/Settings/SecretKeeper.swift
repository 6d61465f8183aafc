package import Alerting
package import FeedFetching
package import Messages

/// Stores the secrets that clients of a service send, each for the origin to which it may be sent. A library contains
/// only references to these secrets.
package struct SecretKeeper: Sendable {
    /// Maximum size in bytes of a secret, and of a user name.
    package static let maxBytes = 1_000
    private let keepSecret: @Sendable (_ secret: String, _ origin: String) throws -> String
    private let forgetSecret: @Sendable (_ name: String) throws -> Void

    /// - Parameters:
    ///   - keep: stores a secret and returns its name.
    ///   - forget: deletes the secret with this name.
    package init(
        keep: @escaping @Sendable (_ secret: String, _ origin: String) throws -> String,
        forget: @escaping @Sendable (_ name: String) throws -> Void
    ) {
        keepSecret = keep
        forgetSecret = forget
    }

    /// Stores a secret.
    ///
    /// - Returns: the reference to the secret.
    /// - Throws: `UserFacingError` if the secret is empty, is too long, has control characters, or begins or ends with
    ///   a space.
    package func keep(_ secret: String, for origin: WebOrigin, _ language: Language) throws -> String {
        try Self.check(secret, language)
        return try SecretReference.stored(keepSecret(secret, origin.description)).description
    }

    /// Stores a user name and a password for a feed.
    ///
    /// - Returns: the reference to the stored user name and password.
    /// - Throws: `UserFacingError` if the name or the password has an invalid form.
    package func keep(
        user: String, password: String, for origin: WebOrigin, _ language: Language
    ) throws -> String {
        try Self.check(user, language)
        if user.contains(":") { throw UserFacingError(.colonInUserName, language: language) }
        try Self.check(password, language)
        return try SecretReference.stored(keepSecret("\(user):\(password)", origin.description)).description
    }

    /// Stores header lines `Name: value`.
    ///
    /// - Returns: the reference to the stored lines.
    /// - Throws: `UserFacingError` if a line is no header, or if the lines are too long.
    package func keep(headers text: String, for origin: WebOrigin, _ language: Language) throws -> String {
        let headers = FetchHeader.lines(of: text)
        let lines = text.split(whereSeparator: \.isNewline).filter { line in line.contains { !$0.isWhitespace } }
        guard headers.count == lines.count, !headers.isEmpty, headers.count <= Self.maxHeaders,
            headers.allSatisfy({ $0.isSafe })
        else { throw UserFacingError(.badHeaderLines, [String(Self.maxHeaders)], language: language) }
        for header in headers { try Self.check(header.value, language) }
        let clean = headers.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
        return try SecretReference.stored(keepSecret(clean, origin.description)).description
    }

    /// Stores several values as lines `name: value`.
    ///
    /// - Returns: the reference to the stored lines.
    /// - Throws: `UserFacingError` if a value has an invalid form. A value may be empty.
    package func keep(
        fields: [(name: String, value: String)], for origin: WebOrigin, _ language: Language
    ) throws -> String {
        for field in fields where !field.value.isEmpty { try Self.check(field.value, language) }
        return try SecretReference.stored(keepSecret(DestinationSecret.text(fields), origin.description)).description
    }

    /// Stores a push subscription with its keys.
    package func keep(_ subscription: PushSubscription, for origin: WebOrigin) throws -> String {
        try SecretReference.stored(keepSecret(subscription.text, origin.description)).description
    }

    /// Maximum number of headers of a channel.
    private static let maxHeaders = 16

    /// Whether the user name and the password of a login can be stored.
    static func takes(_ login: FeedLogin) -> Bool {
        guard !login.user.contains(":") else { return false }
        return [login.user, login.password].allSatisfy { (try? check($0, .english)) != nil }
    }

    /// Deletes a stored secret that is no longer used; does nothing for other kinds of references. Errors are ignored,
    /// because an unused secret does no harm.
    package func forget(_ reference: String?) {
        guard let reference, case .stored(let name)? = SecretReference(reference) else { return }
        try? forgetSecret(name)
    }

    /// Rejects texts that contain line breaks or begin or end with a space. Line breaks would end a header field or a
    /// line of a password file, and such spaces are removed when the secret is read.
    private static func check(_ text: String, _ language: Language) throws(UserFacingError) {
        let hasControls = text.utf8.contains { $0 < 0x20 || $0 == 0x7F }
        guard (1...maxBytes).contains(text.utf8.count), !hasControls, text.first != " ", text.last != " " else {
            throw UserFacingError(.badSecretValue, [String(maxBytes)], language: language)
        }
    }
}

extension SecretReference {
    /// The kind of a reference (`env`, `file` or `stored`), which is the only part that clients see.
    static func kind(_ text: String) -> String {
        switch SecretReference(text) {
        case .environment: "env"
        case .stored: "stored"
        case .file, nil: "file"
        }
    }
}
