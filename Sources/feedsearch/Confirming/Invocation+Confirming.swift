import Alerting
import Articles
import FeedFetching
import Ingestion
import SQLiteStorage

extension Invocation {
    /// Confirms what this command line says, before it is stored.
    ///
    /// - Parameters:
    ///   - needed: without it nothing would happen: a failure to record it ends the command.
    ///   - besides: what may turn out to need it later.
    /// - Throws: `Complaint`; nothing is confirmed then.
    func confirm(_ needed: [Confirmable], besides: [Confirmable] = []) throws {
        let file = ConfirmationFile.own
        let new = (needed + besides).filter { !file.has($0) }
        if new.isEmpty { return }
        do {
            try file.add(new)
        } catch  where new.contains(where: needed.contains) {
            throw error.complaint(language)
        } catch {
            messages.trace(error.complaint(language).text)
        }
    }

    /// Says which alerts wait for a confirmation, whatever `--quiet` says: they go out only once somebody acts.
    func report(unconfirmed: [AlertDeliverer.Unconfirmed]) {
        if unconfirmed.isEmpty { return }
        for entry in unconfirmed.prefix(3) {
            messages.alert(.alertUnconfirmed, [entry.search, entry.item.text(language)])
        }
        reportMore(unconfirmed.count - 3)
    }

    /// Says how many more wait, and where the file of confirmations is not used, why.
    func reportMore(_ count: Int) {
        if count > 0 { messages.alert(.unconfirmedMore, [String(count)]) }
        if let trouble = ConfirmationFile.own.trouble() {
            messages.alert(.confirmTrouble, [trouble.complaint(language).text])
        }
    }
}

/// What a command line confirms of a saved search's alerts.
struct TypedAlert {
    /// Needed for the alerts to go out.
    var needed: [Confirmable] = []
    /// A public address, in case that its name leads to a private network later.
    var besides: [Confirmable] = []

    /// - Parameters:
    ///   - isChannelTyped: the channel was typed now, and not kept from the database or read from a file.
    ///   - isSecretTyped: the same of the secret. It is bound to the channel's origin, so a channel that nobody on this
    ///     machine has typed or confirmed takes no secret.
    init(_ rule: AlertRule?, search: String, isChannelTyped: Bool, isSecretTyped: Bool, policy: AddressPolicy) {
        guard let rule, let channel = rule.channelConfirmable(search: search) else { return }
        let all = rule.confirmables(search: search, policy: policy)
        if isChannelTyped {
            if all.contains(channel) { needed.append(channel) } else { besides.append(channel) }
        }
        if isSecretTyped, let secret = rule.secretConfirmable,
            isChannelTyped || ConfirmationFile.own.has(channel)
        {
            needed.append(secret)
        }
    }
}

extension Invocation {
    /// Confirms what this command line says of a feed: its options, and that it may lie on a private network.
    ///
    /// - Parameters:
    ///   - options: those that were typed now.
    ///   - origin: the typed origin; nil for none.
    ///   - feed: the address under which the feed is stored.
    func confirm(_ options: FeedOptions, origin: String?, feed: String) throws {
        guard let home = try? TypedAddress(feed).candidates[0] else { return }
        var needed = options.confirmables(home: home.origin)
        var besides: [Confirmable] = []
        if let origin {
            let network = Confirmable(.network, origin, for: feed)
            let isPublic = try settings.fetcher().policy.refusal(of: home) == nil
            if isPublic { besides.append(network) } else { needed.append(network) }
        }
        try confirm(needed, besides: besides)
    }
}
