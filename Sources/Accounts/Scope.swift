/// The operations that a credential permits.
public enum Scope: String, Sendable, CaseIterable {
    /// Permits reading only.
    case read
    /// Permits reading, and changing articles, subscriptions and searches.
    case write
    /// Permits everything, including the management of accounts, tokens and the service itself.
    case admin
    /// Permits only the operations of reader-app protocols: reading, changing read and starred states, and managing
    /// subscriptions.
    case reader

    /// Whether this scope permits operations that require `needed`. `reader` neither includes `read` or `write` nor is
    /// included in them; `admin` includes all scopes.
    public func includes(_ needed: Scope) -> Bool {
        switch self {
        case .admin: true
        case .write: needed == .write || needed == .read
        case .read: needed == .read
        case .reader: needed == .reader
        }
    }
}
