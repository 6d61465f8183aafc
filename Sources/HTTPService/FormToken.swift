package import Accounts

/// CSRF tokens of pages. In a shared library, a token begins with the number of the library. A page that was opened
/// before its session switched to another library therefore cannot change articles there, where the same numbers are
/// other articles.
extension Principal {
    /// A token for the forms and scripts of a page; nil if the principal is not a session.
    package var formToken: String? { csrf.map { LibraryNumber.adding(sharedLibrary, to: $0.token()) } }

    /// Whether the principal needs no token, or the token is from a page of the library that it uses.
    func accepts(formToken token: String?) -> Bool {
        guard let csrf else { return true }
        let prefix = LibraryNumber.adding(sharedLibrary, to: "")
        guard let token, token.hasPrefix(prefix) else { return false }
        return csrf.matches(String(token.dropFirst(prefix.count)))
    }

    /// The number of the library if it belongs to another account.
    private var sharedLibrary: HostedLibrary.ID? {
        guard let membership, membership.role != .owner else { return nil }
        return library?.id
    }
}
