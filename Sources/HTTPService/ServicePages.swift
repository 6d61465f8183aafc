package import HTTPServer
package import Messages

/// The pages that the service itself needs: for signing in and for errors.
package struct ServicePages: Sendable {
    /// The contents of a sign-in page.
    package struct SignIn: Sendable {
        /// The page to go to after signing in, relative to the service.
        package var next: String
        /// The depth of the path at which the page is shown, in folders.
        package var depth = 0
        /// Whether there are no accounts, so that a one-time key is accepted.
        package var takesKey: Bool
        /// Why the previous attempt failed.
        package var mistake: String?
        package var status: HTTPStatus
    }

    let signIn: @Sendable (SignIn, Language) -> HTTPResponse
    /// Returns an error as a page that is shown at a path of this depth in folders.
    let problem: @Sendable (Problem, _ depth: Int, _ requestID: String, Language) -> HTTPResponse
    /// Returns nil for an address that must not be opened after signing in: one outside the service, or one that is not
    /// a page.
    let checkedAddress: @Sendable (String) -> String?

    package init(
        signIn: @escaping @Sendable (SignIn, Language) -> HTTPResponse,
        problem: @escaping @Sendable (Problem, _ depth: Int, _ requestID: String, Language) -> HTTPResponse,
        checkedAddress: @escaping @Sendable (String) -> String?
    ) {
        self.signIn = signIn
        self.problem = problem
        self.checkedAddress = checkedAddress
    }
}
