public import Articles
public import FeedFetching

/// The kind of a destination and its place, in the form given to `send add`: `KIND:ADDRESS`.
public struct DestinationAddress: Sendable, Equatable {
    /// The kinds of destinations. The raw value is the text before the colon.
    public enum Kind: String, Sendable, CaseIterable {
        case wallabag, readeck, karakeep, linkding, instapaper
        /// A folder in which each article becomes a file.
        case markdown

        /// Whether the destination is a web service.
        public var isService: Bool { self != .markdown }

        /// The fields of the secret; empty if the secret is one token.
        public var secretFields: [String] {
            switch self {
            case .wallabag: ["client_id", "client_secret", "username", "password"]
            case .instapaper: ["username", "password"]
            case .readeck, .karakeep, .linkding, .markdown: []
            }
        }

        /// The origin of a service with a fixed address; nil for services that users host themselves.
        var server: String? { self == .instapaper ? "https://www.instapaper.com" : nil }
    }

    public let kind: Kind
    /// The address of the service, without a slash at its end, or the path of the folder.
    let place: String

    /// - Throws: `AlertSettingError.destination`.
    public init(_ text: String) throws(AlertSettingError) {
        let name = text.prefix { $0 != ":" }
        guard let kind = Kind(rawValue: String(name)), text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
            throw .destination(text)
        }
        self.kind = kind
        var rest = String(text.dropFirst(name.count + 1))
        if !kind.isService {
            guard rest.hasPrefix("/") else { throw .destination(text) }
            while rest.utf8.count > 1, rest.hasSuffix("/") { rest.removeLast() }
            place = rest
            return
        }
        if rest.isEmpty, let server = kind.server { rest = server }
        while rest.hasSuffix("/") { rest.removeLast() }
        guard AlertChannel.isWeb(rest), (try? WebAddress(rest)) != nil, !rest.contains(where: "?#@".contains) else {
            throw .destination(text)
        }
        place = rest
    }
}

extension Destination {
    /// The parsed address; nil for an address that this program does not know.
    public var parsed: DestinationAddress? { try? DestinationAddress(address) }

    /// The name of the kind, such as `wallabag`; empty for an unknown one.
    public var kind: String {
        let name = String(address.prefix { $0 != ":" })
        return DestinationAddress.Kind(rawValue: name) == nil ? "" : name
    }

    private var webAddress: WebAddress? {
        guard let parsed, parsed.kind.isService else { return nil }
        return try? WebAddress(parsed.place)
    }

    /// The origin of the service; nil for a folder.
    public var origin: WebOrigin? { webAddress?.origin }

    /// The target of confirmations. The prefix keeps it apart from the names of saved searches.
    public var confirmationTarget: String { "send:" + name }

    /// The item to confirm for the address or the folder.
    public var placeConfirmable: Confirmable? {
        guard let parsed else { return nil }
        return Confirmable(parsed.kind.isService ? .address : .file, address, for: confirmationTarget)
    }

    /// The item to confirm for the secret, bound to the service's origin. Nil without a secret, and for a secret that
    /// the service has stored.
    public var secretConfirmable: Confirmable? {
        guard let secret, !SecretReference.isStored(secret), let webAddress else { return nil }
        return Confirmable(.secret, secret, for: webAddress.origin.description)
    }

    /// The items to confirm before an article is sent, as far as they are known without resolving names.
    public func confirmables(policy: AddressPolicy) -> [Confirmable] {
        let isPublic = webAddress.map { policy.refusal(of: $0) == nil } ?? false
        return [isPublic ? nil : placeConfirmable, secretConfirmable].compactMap(\.self)
    }

    /// Whether the host name resolves to an address that needs a confirmation. Blocks until the name is resolved.
    ///
    /// - Parameter wait: the time limit for resolving the name. If it is exceeded, the address counts as public.
    public func leadsInside(_ fetcher: Fetcher, within wait: Duration) -> Bool {
        guard let webAddress, webAddress.literal == nil else { return false }
        return fetcher.isRefused(webAddress, within: wait)
    }
}
