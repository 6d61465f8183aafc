/// What a credential allows.
public enum Scope: String, Sendable, CaseIterable {
    /// Reading only.
    case read
    /// Reading, and changing articles, subscriptions and searches.
    case write
    /// Everything, including accounts, tokens and the service itself.
    case admin
    /// What the protocols of reader apps need: reading, changing read and starred states, and managing subscriptions;
    /// nothing else.
    case reader

    /// Whether this scope permits operations that require `needed`. `reader` neither includes nor is included in `read`
    /// and `write`; `admin` includes all.
    public func includes(_ needed: Scope) -> Bool {
        switch self {
        case .admin: true
        case .write: needed == .write || needed == .read
        case .read: needed == .read
        case .reader: needed == .reader
        }
    }
}
