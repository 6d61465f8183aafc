internal import Alerting
package import Articles
internal import FeedFetching
internal import Formats
internal import Messages
internal import SQLiteStorage
internal import System

/// Alerts as clients of a service set and use them: nothing that they say is confirmed, and neither programs nor files are
/// theirs.
extension Library {
    /// Keeps a query under a name, in place of one of that name.
    ///
    /// - Parameters:
    ///   - options: the alert's part; what they leave out stays as it was. Their `secret` is the secret itself, empty to
    ///     have none.
    ///   - keeper: keeps it.
    /// - Throws: `QueryComplaint`; `Complaint` for a channel that clients do not set; nothing is saved then.
    package func save(
        forClient name: String, _ text: String, comment: String?, _ options: AlertOptions = AlertOptions(),
        keeper: SecretKeeper
    ) throws {
        _ = try parse(text)
        let old = try store.savedSearches(named: name).first?.rule
        var rule = old
        if !options.isEmpty {
            guard old != nil || options.notify != nil else { throw complaint(.alertNotSet, [name]) }
            var others = options
            others.secret = nil
            do { rule = try others.rule(over: old) } catch let error as AlertSettingError {
                throw error.complaint(settings.language)
            }
        }
        if let rule, rule.channel != old?.channel { try check(rule, of: name) }
        if let secret = options.secret {
            let reference = try keep(secret, rule, keeper)
            rule?.secret = reference
        }
        do {
            _ = try recording(.saved, subject: name) {
                try store.save(
                    search: name, query: text, comment: comment, rule: rule, keepsRule: options.isEmpty,
                    now: clock.now())
            }
        } catch {
            if options.secret != nil { keeper.forget(rule?.secret) }
            throw error
        }
        if old?.secret != rule?.secret { keeper.forget(old?.secret) }
    }

    /// Forgets a saved search, and the secret that was kept for it.
    ///
    /// - Throws: `StorageError.noSuchSavedSearch`.
    package func unsave(forClient name: String, keeper: SecretKeeper) throws {
        let secret = try store.savedSearches(named: name).first?.rule?.secret
        try unsave(name)
        keeper.forget(secret)
    }

    /// The reference to a rule's new secret; nil for an empty one.
    private func keep(_ secret: String, _ rule: AlertRule?, _ keeper: SecretKeeper) throws -> String? {
        if secret.isEmpty { return nil }
        guard let rule, let origin = rule.origin else {
            throw complaint(.channelWithoutSecret, [rule?.channelKind ?? "none"])
        }
        return try keeper.keep(secret, for: origin, settings.language)
    }

    /// Sends a test message for a search; why its channel did not take it, nil where it did.
    package func testAlert(forClient name: String) throws -> String? {
        try checkChannel(of: name)
        var reason: String?
        try testAlerts(of: name, terminal: nil) { reason = $1?.reason }
        return reason
    }

    /// Makes deliveries of a search due that failed or were given up; how many.
    package func retryAlerts(forClient name: String) throws -> Int {
        try checkChannel(of: name)
        return try retryAlerts(of: name)
    }

    private func checkChannel(of name: String) throws {
        guard let rule = try savedSearch(name)?.rule else { throw complaint(.alertNotSet, [name]) }
        guard rule.isForClients else { throw complaint(.channelOfThisMachine, [rule.channelKind]) }
    }

    /// Whether a client may set a rule: its address is public, allowed by the configuration or confirmed on this machine.
    private func check(_ rule: AlertRule, of name: String) throws {
        guard rule.isForClients else { throw complaint(.channelOfThisMachine, [rule.channelKind]) }
        let items = rule.confirmables(search: name, policy: try settings.fetcher().policy)
        if settings.confirmations.confirmations.missing(items) != nil {
            throw complaint(.addressNotPublic, [MaskedURL.mask(rule.channel)])
        }
    }
}

extension AlertRule {
    fileprivate var channelKind: String { (try? AlertChannel(channel))?.kind ?? "" }

    /// It runs no program, writes no file and needs no terminal.
    fileprivate var isForClients: Bool { ["webhook", "ntfy", "mail"].contains(channelKind) }
}

extension SavedSearch {
    /// As clients see it: of its channel and of its secret's place the kind alone, since an address may let somebody in.
    package var forClients: SavedSearch {
        var search = self
        search.rule?.channel = rule?.channelKind ?? ""
        search.rule?.secret = rule?.secret.map(SecretReference.kind)
        return search
    }
}

extension AlertStatus {
    /// As clients see it; of what waits for a confirmation its kind.
    package var forClients: AlertStatus {
        var status = self
        status.search = search.forClients
        status.rule = status.search.rule ?? rule
        status.unconfirmed = unconfirmed.map { Confirmable($0.kind, $0.kind.rawValue, for: search.name) }
        return status
    }
}
