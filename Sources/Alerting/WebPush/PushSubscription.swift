public import Articles
public import FeedFetching
internal import FeedParsing
public import Formats

/// A browser that shows notifications: the address of its push service, and the keys for messages to it.
///
/// The address alone permits sending notifications, so the whole subscription is stored as a secret.
public struct PushSubscription: Sendable, Equatable {
    /// The URL at the push service to which messages for the browser are sent.
    public let endpoint: String
    /// The public key of the browser, 65 bytes.
    let publicKey: [UInt8]
    /// The authentication secret, 16 bytes.
    let authentication: [UInt8]
    /// The private key with which the service identifies itself (VAPID).
    let identity: P256Key

    public static func == (one: Self, other: Self) -> Bool {
        one.endpoint == other.endpoint && one.publicKey == other.publicKey
            && one.authentication == other.authentication && one.identity.bytes == other.identity.bytes
    }

    /// Maximum size of an address in bytes.
    public static let maxEndpointBytes = 2_000

    /// - Parameters:
    ///   - publicKey: `p256dh` of the Push API, in Base64.
    ///   - authentication: `auth` of the Push API, in Base64.
    /// - Returns: nil if a value is invalid. The endpoint must use https, or http on this machine.
    public init?(endpoint: String, publicKey: String, authentication: String, identity: P256Key) {
        guard endpoint.utf8.count <= Self.maxEndpointBytes, let address = try? WebAddress(endpoint),
            address.scheme == "https" || ["127.0.0.1", "::1", "[::1]"].contains(address.host),
            let key = Base64.decode(publicKey.utf8, .url), let secret = Base64.decode(authentication.utf8, .url),
            key.count == P256Key.publicByteCount, secret.count == 16, identity.agree(with: key) != nil
        else { return nil }
        self.endpoint = endpoint
        self.publicKey = key
        self.authentication = secret
        self.identity = identity
    }

    /// Reads a stored subscription.
    init?(_ text: String) {
        let json = JSONValue.parse(Array(text.utf8))
        guard let endpoint = json?["endpoint"]?.string, let key = json?["p256dh"]?.string,
            let secret = json?["auth"]?.string,
            let identity = json?["identity"]?.string.flatMap({ Base64.decode($0.utf8, .url) }).flatMap({ P256Key($0) })
        else { return nil }
        self.init(endpoint: endpoint, publicKey: key, authentication: secret, identity: identity)
    }

    /// The text of the stored secret.
    public var text: String {
        let value = MessageValue.object([
            ("endpoint", .text(endpoint)), ("p256dh", .text(Base64.encode(publicKey, .url))),
            ("auth", .text(Base64.encode(authentication, .url))),
            ("identity", .text(Base64.encode(identity.bytes, .url))),
        ])
        return String(decoding: value.bytes, as: UTF8.self)
    }

    /// The origin of the push service.
    public var origin: WebOrigin? { try? WebAddress(endpoint).origin }
}

/// A stored push subscription, without its secret parts.
public struct PushReceiver: Sendable, Equatable {
    /// Identifies the subscription: a hash of its address.
    public var id: String
    /// The name of the browser.
    public var label: String
    /// The origin of the push service.
    public var origin: String
    /// The reference to the secret.
    public var secret: String
    /// Seconds since 1970.
    public var created: Int64

    /// The prefix of the names under which subscriptions are stored as client states.
    static let prefix = "web-push/"

    public init(id: String, label: String, origin: String, secret: String, created: Int64) {
        self.id = id
        self.label = label
        self.origin = origin
        self.secret = secret
        self.created = created
    }

    private init?(_ client: String, _ state: [UInt8]) {
        let json = JSONValue.parse(state)
        guard let origin = json?["origin"]?.string, let secret = json?["secret"]?.string else { return nil }
        var created: Int64 = 0
        if case .number(let text)? = json?["created"] { created = Int64(text) ?? 0 }
        self.init(
            id: String(client.dropFirst(Self.prefix.count)), label: json?["label"]?.string ?? "", origin: origin,
            secret: secret, created: created)
    }

    /// The subscriptions of a library, the oldest first.
    public static func all(in store: any ArticleStore) throws -> [PushReceiver] {
        try store.clientStates(prefix: prefix).compactMap { PushReceiver($0.client, $0.state) }
            .sorted { ($0.created, $0.id) < ($1.created, $1.id) }
    }

    /// Stores the subscription, or replaces the one with the same address.
    public func store(in store: any ArticleStore) throws {
        let value = MessageValue.object([
            ("label", .text(label)), ("origin", .text(origin)), ("secret", .text(secret)),
            ("created", .number(created)),
        ])
        try store.setClientState(value.bytes, of: Self.prefix + id)
    }

    public func remove(from store: any ArticleStore) throws {
        try store.setClientState(nil, of: Self.prefix + id)
    }

    /// The id of the subscription with this address.
    public static func id(of endpoint: String) -> String {
        Hexadecimal.encode(Array(SHA256.hash(Array(endpoint.utf8)).prefix(8)))
    }
}
