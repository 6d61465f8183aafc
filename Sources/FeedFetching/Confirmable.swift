/// A setting in a database that causes an action on this machine or sends its data elsewhere.
///
/// A database may come from anyone. Therefore such a setting takes effect only if the user of this machine has
/// confirmed a setting with the same kind, value and target (docs/decisions/0053-confirmed-on-this-machine.md).
public struct Confirmable: Hashable, Sendable {
    /// The effect of the item. The raw value is part of the stored record, so its meaning never changes.
    public enum Kind: String, Sendable, CaseIterable {
        /// Runs a program for a saved search.
        case command
        /// Writes a file for a saved search.
        case file
        /// Posts to an address that may be on a private network, for a saved search.
        case address
        /// Reads a secret and uses it for messages to an origin.
        case secret
        /// Reads header lines and sends them to an origin.
        case headers
        /// Reads a user name and password and sends them to an origin.
        case auth
        /// Reads cookies and sends them to an origin.
        case cookies
        /// Sends requests for an origin through a proxy, or without the usual proxy.
        case proxy
        /// Fetches a feed from an origin that may be on a private network.
        case network
        /// Sends mail to an address through the mail server of a host. The recipient or the administrator of the host
        /// confirms the address for all searches of an account.
        case mail
    }

    public let kind: Kind
    /// A channel, a reference to a secret, a proxy or an origin, byte for byte as in the database.
    public let value: String
    /// What the confirmation applies to: the name of a saved search, the address of a feed, or an origin.
    public let target: String

    public init(_ kind: Kind, _ value: String, for target: String) {
        self.kind = kind
        self.value = value
        self.target = target
    }

    /// The bytes that are hashed for the stored record. They include the length of each part, so that different items
    /// have different bytes.
    public var bytes: [UInt8] {
        var out = Array("feedsearch 1 \(kind.rawValue)".utf8)
        for part in [value, target] { out += Array("\n\(part.utf8.count):".utf8) + part.utf8 }
        return out
    }

    /// A one-line description for reports. It is the same in all languages and does not mention the saved search or
    /// feed that the item belongs to.
    public var summary: String {
        switch kind {
        case .command, .file, .address: value
        case .network: "network \(value)"
        case .mail: "mail to \(value)"
        default: "\(kind.rawValue) \(value) → \(target)"
        }
    }
}

/// The set of confirmed items. The check is passed in as a closure, so that this module does not read the disk.
public struct Confirmations: Sendable {
    private let contains: @Sendable (Confirmable) -> Bool

    public init(_ contains: @escaping @Sendable (Confirmable) -> Bool) { self.contains = contains }

    /// Treats all items as confirmed. Used for items that the user has just entered.
    public static let all = Confirmations { _ in true }
    public static let none = Confirmations { _ in false }

    public func has(_ item: Confirmable) -> Bool { contains(item) }

    /// The first item that is not confirmed; nil if all are.
    public func missing(_ items: [Confirmable]) -> Confirmable? { items.first { !contains($0) } }
}
