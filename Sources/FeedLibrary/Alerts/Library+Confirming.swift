internal import Alerting
internal import Articles
internal import FeedFetching
internal import Ingestion
internal import Messages
internal import SQLiteStorage

extension Library {
    /// Confirms what the caller's own user says, before it is stored.
    ///
    /// - Parameters:
    ///   - needed: without it nothing would happen: a failure to record it ends the use case.
    ///   - besides: what may turn out to need it later.
    /// - Throws: `Complaint`; nothing is confirmed then.
    func confirm(_ needed: [Confirmable], besides: [Confirmable] = []) throws {
        let file = settings.confirmations
        let new = (needed + besides).filter { !file.has($0) }
        if new.isEmpty { return }
        do {
            try file.add(new)
        } catch  where new.contains(where: needed.contains) {
            throw error.complaint(settings.language)
        } catch {
            let complaint = error.complaint(settings.language)
            notice(Notice(level: .trace, code: complaint.code, text: complaint.text))
        }
    }

    /// Confirms what is said of a feed: its options, and that it may lie on a private network.
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

/// What a person confirms of a saved search's alerts by typing them.
struct TypedAlert {
    /// Needed for the alerts to go out.
    var needed: [Confirmable] = []
    /// A public address, in case that its name leads to a private network later.
    var besides: [Confirmable] = []

    /// - Parameters:
    ///   - isChannelTyped: the channel was typed now, and not kept from the database or read from a file.
    ///   - isSecretTyped: the same of the secret. It is bound to the channel's origin, so a channel that nobody on this
    ///     machine has typed or confirmed takes no secret.
    init(
        _ rule: AlertRule?, search: String, isChannelTyped: Bool, isSecretTyped: Bool, policy: AddressPolicy,
        confirmed: ConfirmationFile
    ) {
        guard let rule, let channel = rule.channelConfirmable(search: search) else { return }
        let all = rule.confirmables(search: search, policy: policy)
        if isChannelTyped {
            if all.contains(channel) { needed.append(channel) } else { besides.append(channel) }
        }
        if isSecretTyped, let secret = rule.secretConfirmable, isChannelTyped || confirmed.has(channel) {
            needed.append(secret)
        }
    }
}
