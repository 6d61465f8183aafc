/// Something that a database names and that acts on this machine, or sends something of this machine elsewhere.
///
/// A database may come from anybody. So it takes effect only where the user of this machine has confirmed exactly this:
/// the same kind, value and target (docs/decisions/0053-confirmed-on-this-machine.md).
public struct Confirmable: Hashable, Sendable {
    /// What it does. The raw value is part of the record and never changes its meaning.
    public enum Kind: String, Sendable, CaseIterable {
        /// Runs a program; for a saved search.
        case command
        /// Writes a file; for a saved search.
        case file
        /// Posts to an address that may lie on a private network; for a saved search.
        case address
        /// Reads a secret and uses it for messages to an origin.
        case secret
        /// Reads header lines and sends them to an origin.
        case headers
        /// Reads a user name and password and sends them to an origin.
        case auth
        /// Reads cookies and sends them to an origin.
        case cookies
        /// Hands requests to an origin to a proxy, or keeps them from one.
        case proxy
        /// Fetches from an origin that may lie on a private network; for a feed.
        case network
    }

    public let kind: Kind
    /// A channel, a reference of a secret, a proxy or an origin, byte for byte as the database has it.
    public let value: String
    /// What it is bound to: the name of a saved search, the address of a feed, or an origin.
    public let target: String

    public init(_ kind: Kind, _ value: String, for target: String) {
        self.kind = kind
        self.value = value
        self.target = target
    }

    /// The bytes that are hashed for the record. No two different values have the same ones: lengths stand in front.
    public var bytes: [UInt8] {
        var out = Array("feedsearch 1 \(kind.rawValue)".utf8)
        for part in [value, target] { out += Array("\n\(part.utf8.count):".utf8) + part.utf8 }
        return out
    }

    /// One line for reports, the same in every language. The owner of the item stands beside it there.
    public var summary: String {
        switch kind {
        case .command, .file, .address: value
        case .network: "network \(value)"
        default: "\(kind.rawValue) \(value) → \(target)"
        }
    }
}

/// Answers whether something is confirmed. Given from outside, so that no library asks the disk.
public struct Confirmations: Sendable {
    private let contains: @Sendable (Confirmable) -> Bool

    public init(_ contains: @escaping @Sendable (Confirmable) -> Bool) { self.contains = contains }

    /// For what a user has just typed.
    public static let all = Confirmations { _ in true }
    public static let none = Confirmations { _ in false }

    public func has(_ item: Confirmable) -> Bool { contains(item) }

    /// The first of some that is not confirmed.
    public func missing(_ items: [Confirmable]) -> Confirmable? { items.first { !contains($0) } }
}
