internal import Accounts
internal import HTTPServer
internal import HTTPService

/// Sign-in as the protocols define it.
extension RequestContext {
    /// Exchanges an app password for the token that the app sends with its requests.
    ///
    /// - Returns: nil if the name or the password is wrong.
    func signIn(name: String, password: String) async throws -> String? {
        let visitor = visitor
        let credential = Credential.basic(name: name, password: password)
        let outcome = try await ask { accounts -> (token: String?, refusal: Refusal?) in
            switch try accounts.authenticate(credential, from: visitor) {
            case .accepted(let principal): (try accounts.readerToken(of: principal), nil)
            case .refused(let refusal): (nil, refusal)
            }
        }
        // Only throttled clients learn the reason for the refusal.
        if let refusal = outcome.refusal, case .tooMany = refusal { throw Service.problem(refusal) }
        return outcome.token
    }

    /// The context of a client with a key of Fever's API; nil if the key does not belong to an app password.
    func signIn(feverKey key: String) async throws -> RequestContext? {
        let visitor = visitor
        switch try await ask({ try $0.authenticate(.feverKey(key), from: visitor) }) {
        case .accepted(let principal):
            request.markAuthenticated()
            return try await of(principal)
        case .refused(let refusal):
            if case .tooMany = refusal { throw Service.problem(refusal) }
            return nil
        }
    }
}
