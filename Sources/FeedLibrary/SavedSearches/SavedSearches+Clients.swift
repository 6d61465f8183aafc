internal import Alerting
package import Articles
internal import FeedFetching
internal import Formats
internal import Messages
internal import SQLiteEngine
internal import System

/// Operations on saved searches and alerts for clients of a service. Settings sent by clients are never confirmed, and
/// clients cannot use programs or files as channels.
extension SavedSearches {
    /// Saves a query under a name, and replaces an existing saved search with this name.
    ///
    /// - Parameters:
    ///   - options: the alert settings; settings that are nil stay unchanged. `secret` is the secret itself, or empty
    ///     to remove the stored secret.
    ///   - color: the name of a colour, or `none`; nil leaves the colour unchanged.
    ///   - keeper: stores the secret of the channel.
    /// - Throws: `InvalidQuery`; `UserFacingError` for a channel that clients may not set. After an error, nothing is
    ///   saved.
    package func save(
        forClient name: String, _ text: String, comment: String?, _ options: AlertOptions = AlertOptions(),
        color: String? = nil, keeper: SecretKeeper
    ) throws {
        let tint = try color.map { try parse(color: $0) }
        _ = try parse(text)
        try checkMember(name, options)
        let old = try store.savedSearches(named: name).first?.rule
        var rule = old
        if !options.isEmpty {
            guard old != nil || options.notify != nil else { throw userError(.alertNotSet, [name]) }
            var others = options
            others.secret = nil
            others.headers = nil
            // A client sends only the kind of a service whose address is the secret.
            if let kind = options.notify, let address = options.secret {
                others.notify = AlertChannel.channel(kind, of: address) ?? kind
            }
            do { rule = try others.rule(over: old) } catch let error as AlertSettingError {
                throw error.userFacing(settings.language)
            }
        }
        if let rule, rule.channel != old?.channel { try check(rule, of: name) }
        if let secret = options.secret, !secret.isEmpty, let rule, AlertChannel.hasAddressAsSecret(rule.channelKind),
            try AlertChannel.channel(rule.channelKind, of: secret).map({ try AlertChannel($0) })
                != AlertChannel(rule.channel)
        {
            throw userError(.badServiceAddress, [rule.channelKind])
        }
        if let secret = options.secret {
            let reference = try keep(secret, rule, keeper)
            rule?.secret = reference
        }
        do {
            if let lines = options.headers {
                let reference = try keep(headers: lines, rule, keeper)
                rule?.headers = reference
            }
            try checkSecret(of: rule)
            _ = try recording(.saved, subject: name) {
                try store.save(
                    search: name, query: text, comment: comment, rule: rule, keepsRule: options.isEmpty,
                    now: clock.now())
                if let tint { try store.setColor(tint, ofSearch: name) }
            }
        } catch {
            if options.secret != nil { keeper.forget(rule?.secret) }
            if options.headers != nil, rule?.headers != old?.headers { keeper.forget(rule?.headers) }
            throw error
        }
        if old?.secret != rule?.secret { keeper.forget(old?.secret) }
        if old?.headers != rule?.headers { keeper.forget(old?.headers) }
    }

    /// Removes a saved search and its stored secret.
    ///
    /// - Throws: `StorageError.noSuchSavedSearch`.
    package func remove(forClient name: String, keeper: SecretKeeper) throws {
        let rule = try store.savedSearches(named: name).first?.rule
        try checkMember(name)
        try remove(name)
        keeper.forget(rule?.secret)
        keeper.forget(rule?.headers)
    }

    /// Stores a rule's new secret and returns the reference to it; nil if the secret is empty.
    private func keep(_ secret: String, _ rule: AlertRule?, _ keeper: SecretKeeper) throws -> String? {
        if secret.isEmpty { return nil }
        guard let rule, let origin = rule.origin else {
            throw userError(.channelWithoutSecret, [rule?.channelKind ?? "none"])
        }
        return try keeper.keep(secret, for: origin, settings.language)
    }

    /// Stores the header lines of a rule and returns the reference to them; nil if there are none.
    private func keep(headers: String, _ rule: AlertRule?, _ keeper: SecretKeeper) throws -> String? {
        if headers.isEmpty { return nil }
        guard let rule, let origin = rule.origin else {
            throw userError(.channelWithoutSecret, [rule?.channelKind ?? "none"])
        }
        return try keeper.keep(headers: headers, for: origin, settings.language)
    }

    /// Checks that a service gets the secret without which it accepts no message.
    func checkSecret(of rule: AlertRule?) throws {
        guard let rule, rule.secret == nil, AlertChannel.needsSecret(rule.channelKind) else { return }
        throw userError(.channelNeedsSecret, [rule.channelKind])
    }

    /// Checks that a client may set a rule: the channel's address must be public, allowed by the configuration or
    /// confirmed on this machine.
    private func check(_ rule: AlertRule, of name: String) throws {
        guard rule.isForClients else { throw userError(.channelOfThisMachine, [rule.channelKind]) }
        let items = rule.confirmables(search: name, policy: try settings.fetcher().policy)
        if settings.confirmations.confirmations.missing(items) != nil {
            throw userError(.addressNotPublic, [MaskedURL.mask(rule.channel)])
        }
    }
}

extension AlertRule {
    var channelKind: String { (try? AlertChannel(channel))?.kind ?? "" }

    /// Whether the rule's channel runs no program, writes no file and needs no terminal.
    var isForClients: Bool { AlertOptions.clientKinds.contains(channelKind) }
}

extension SavedSearch {
    /// A copy for clients that contains only the kinds of the channel and of the secret reference, since an address may
    /// grant access.
    package var forClients: SavedSearch {
        var search = self
        search.rule?.channel = rule?.channelKind ?? ""
        search.rule?.secret = rule?.secret.map(SecretReference.kind)
        search.rule?.headers = rule?.headers.map(SecretReference.kind)
        return search
    }
}

extension AlertStatus {
    /// A copy for clients that contains only the kinds of pending confirmations.
    package var forClients: AlertStatus {
        var status = self
        status.search = search.forClients
        status.rule = status.search.rule ?? rule
        status.unconfirmed = unconfirmed.map { Confirmable($0.kind, $0.kind.rawValue, for: search.name) }
        return status
    }
}
