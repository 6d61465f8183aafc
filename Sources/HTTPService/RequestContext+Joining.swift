package import Accounts
internal import HTTPServer
internal import Messages

/// Creation of accounts with invitations.
extension RequestContext {
    /// - Throws: `Refusal` if the invitation is not valid.
    package func checkInvitation(_ secret: String) async throws -> Invitation {
        let visitor = visitor
        return try await readAccounts { try $0.checkInvitation(secret, from: visitor) }
    }

    /// The account that is signed in with the session cookie, or nil. For operations that anyone may use.
    package func signedIn() async throws -> Principal? {
        guard let cookie = service.sessionCookie(of: request),
            case .accepted(let principal) = try await lookUp(.session(cookie)), principal.account != nil,
            principal.removal == nil
        else { return nil }
        return principal
    }

    /// Makes the account of the session a member of the library of an invitation.
    ///
    /// - Throws: `Refusal`, `AccountError`; `Problem` if the client has no session on a host.
    package func acceptInvitation(_ secret: String) async throws -> Invitation {
        guard let account = owner, principal?.kind == .session else {
            throw Problem(403, "sessionOnly", .invitationSessionOnly)
        }
        let visitor = visitor
        return try await ask { try $0.accept(secret, as: account, from: visitor) }
    }

    /// Creates the account of an invitation, with its library on a host.
    ///
    /// - Returns: the session of the account.
    /// - Throws: `Refusal`, `AccountError`; `Problem` if the page of another site sent the request.
    package func join(_ secret: String, name: String, password: String) async throws -> NewSession {
        // Another site must not be able to sign the browser in to an account that it knows (login CSRF).
        guard service.isSameOrigin(request) else { throw Problem(403, "crossOrigin", .httpOtherSiteSignIn) }
        let (visitor, host, former) = (visitor, service.host, service.sessionCookie(of: request))
        let address = host.map { host in { @Sendable (name: String) in host.relativeAddress(of: name) } }
        return try await withPassword { accounts in
            let (session, library) = try accounts.join(
                secret, name: name, password: password, from: visitor, replacing: former, libraryAt: address)
            // The account exists now. If its library cannot be created now, the rounds of the host report this and try
            // again.
            if let host, let library { try? host.create(library) }
            return session
        }
    }
}
