/// What a credential may be used for.
public enum Scope: String, Sendable, CaseIterable {
    /// Reading only.
    case read
    /// Reading, and changing articles, subscriptions and searches.
    case write
    /// Everything: also accounts, tokens and the service itself.
    case admin
    /// The protocols of reader apps: reading, reading state and subscriptions, nothing else.
    case reader

    /// Whether a credential of this scope may do what `needed` names. `reader` and the three others do not contain each
    /// other, except that `admin` contains all.
    public func includes(_ needed: Scope) -> Bool {
        switch self {
        case .admin: true
        case .write: needed == .write || needed == .read
        case .read: needed == .read
        case .reader: needed == .reader
        }
    }
}
