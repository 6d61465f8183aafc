internal import Accounts
internal import HTTPServer
internal import HTTPService

/// Sign-in as the protocols define it.
extension RequestContext {
    /// Exchanges an app password for the token that the app sends with its requests.
    ///
    /// - Returns: nil if the name or the password is wrong.
    func signIn(name: String, password: String) async throws -> String? {
        switch try await lookUp(.basic(name: name, password: password)) {
        case .accepted(let principal): return try await ask { try $0.readerToken(of: principal) }
        case .refused(let refusal):
            // Only throttled clients learn the reason for the refusal.
            if case .tooMany = refusal { throw Service.problem(refusal) }
            return nil
        }
    }

    /// The context of a client with a key of Fever's API; nil if the key does not belong to an app password.
    func signIn(feverKey key: String) async throws -> RequestContext? {
        switch try await lookUp(.feverKey(key)) {
        case .accepted(let principal):
            request.markAuthenticated()
            return try await of(principal)
        case .refused(let refusal):
            if case .tooMany = refusal { throw Service.problem(refusal) }
            return nil
        }
    }
}
