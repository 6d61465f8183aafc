package import Alerting
internal import Articles
internal import FeedFetching
internal import FeedParsing
internal import Formats
internal import Messages
internal import System

/// The browsers that show notifications of saved searches with the channel `webpush`.
package struct PushReceivers: LibraryPart {
    let library: Library

    /// The name of the client state with the public key and the reference to the private key.
    private static let keyState = "web-push-key"
    /// The origin to which the private key is bound. It is not a real host, because the key is never sent.
    /// `try!`: the address is a constant.
    private static let keyOrigin = try! WebAddress("https://web-push.invalid").origin
    /// Maximum number of browsers of a library.
    package static let maxCount = 50
    package static let maxLabelLength = 100

    package func all() throws -> [PushReceiver] { try PushReceiver.all(in: store) }

    /// The subscribed browsers, for pages.
    package func browsers() throws -> [PushBrowser] {
        try all().map { PushBrowser(id: $0.id, name: $0.label, service: $0.origin, since: $0.created) }
    }

    /// The public key of this library in Base64, which browsers need to subscribe. Creates the key pair if necessary.
    package func publicKey(keeper: SecretKeeper) throws -> String {
        Base64.encode(try identity(keeper).publicKey, .url)
    }

    private func identity(_ keeper: SecretKeeper) throws -> P256Key {
        if let state = try store.clientState(of: Self.keyState),
            let reference = JSONValue.parse(state)?["secret"]?.string,
            let text = settings.secrets.text(reference, for: Self.keyOrigin),
            let key = Base64.decode(text.utf8, .url).flatMap({ P256Key($0) })
        {
            return key
        }
        guard let key = P256Key() else { throw userError(.pushUnavailable) }
        let reference = try keeper.keep(Base64.encode(key.bytes, .url), for: Self.keyOrigin, settings.language)
        var writer = JSONWriter()
        writer.object { $0.member("secret", reference) }
        try store.setClientState(writer.bytes, of: Self.keyState)
        return key
    }

    /// Stores the subscription of a browser, and resumes alerts that stopped because no browser was subscribed.
    ///
    /// - Returns: the id of the subscription.
    /// - Throws: `UserFacingError` for an invalid subscription, or if its address is not public.
    package func subscribe(
        endpoint: String, publicKey: String, authentication: String, label: String, keeper: SecretKeeper
    ) throws -> String {
        let subscription = PushSubscription(
            endpoint: endpoint, publicKey: publicKey, authentication: authentication, identity: try identity(keeper))
        guard let subscription, let address = try? WebAddress(endpoint) else { throw userError(.badPushSubscription) }
        if try settings.fetcher().policy.refusal(of: address) != nil {
            throw userError(.addressNotPublic, [address.origin.description])
        }
        let id = PushReceiver.id(of: endpoint)
        let old = try all()
        guard old.count < Self.maxCount || old.contains(where: { $0.id == id }) else {
            throw userError(.pushTooMany, [String(Self.maxCount)])
        }
        let receiver = PushReceiver(
            id: id, label: String(TerminalSafe.line(label).prefix(Self.maxLabelLength)),
            origin: address.origin.description, secret: try keeper.keep(subscription, for: address.origin),
            created: clock.now())
        do { try receiver.store(in: store) } catch {
            keeper.forget(receiver.secret)
            throw error
        }
        for former in old where former.id == id { keeper.forget(former.secret) }
        for search in try store.savedSearches() where search.rule?.channel == "webpush" && search.rule?.disabled != nil
        {
            _ = try store.retryAlerts(of: search.id, now: clock.now())
        }
        return id
    }

    /// - Returns: whether the subscription existed.
    package func remove(_ id: String, keeper: SecretKeeper) throws -> Bool {
        guard let receiver = try all().first(where: { $0.id == id }) else { return false }
        try receiver.remove(from: store)
        keeper.forget(receiver.secret)
        return true
    }
}

/// A browser that shows notifications.
package struct PushBrowser: Sendable {
    package var id: String
    package var name: String
    /// The origin of its push service.
    package var service: String
    /// Seconds since 1970.
    package var since: Int64
}
