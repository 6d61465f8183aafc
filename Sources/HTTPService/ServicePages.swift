package import HTTPServer
package import Messages

/// The pages that the service itself needs: for signing in and for errors.
package struct ServicePages: Sendable {
    /// The contents of a sign-in page.
    package struct SignIn: Sendable {
        /// The page to go to after signing in, relative to the service.
        package var next: String
        /// The number of folders in the path at which the page is shown.
        package var depth = 0
        /// Whether a one-time key is accepted because there are no accounts.
        package var takesKey: Bool
        /// The reason why the previous attempt to sign in failed, if any.
        package var mistake: String?
        package var status: HTTPStatus
    }

    let signIn: @Sendable (SignIn, Language) -> HTTPResponse
    /// Returns an error page to be shown at a path with this number of folders. The context is that of a user with a
    /// session, whose subscriptions the page may show; nil without a session.
    let problem: @Sendable (Problem, _ depth: Int, _ requestID: String, Language, RequestContext?) async -> HTTPResponse
    /// Returns the address to open after signing in; nil if the address is outside the service or does not refer to a
    /// page.
    let checkedAddress: @Sendable (String) -> String?

    package init(
        signIn: @escaping @Sendable (SignIn, Language) -> HTTPResponse,
        problem:
            @escaping @Sendable (Problem, _ depth: Int, _ requestID: String, Language, RequestContext?) async ->
            HTTPResponse,
        checkedAddress: @escaping @Sendable (String) -> String?
    ) {
        self.signIn = signIn
        self.problem = problem
        self.checkedAddress = checkedAddress
    }
}
