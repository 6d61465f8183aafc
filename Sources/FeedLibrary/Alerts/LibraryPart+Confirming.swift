internal import Alerting
internal import Articles
internal import FeedFetching
internal import Ingestion
internal import Messages
internal import SQLiteEngine

extension LibraryPart {
    /// Confirms values that the user of this machine has entered, before they are stored in the database.
    ///
    /// - Parameters:
    ///   - needed: items that have no effect without a confirmation. If they cannot be recorded, the error is thrown.
    ///   - besides: items that may need a confirmation later. If they cannot be recorded, the error is only traced.
    /// - Throws: `UserFacingError`. After an error, nothing is confirmed.
    func confirm(_ needed: [Confirmable], besides: [Confirmable] = []) throws {
        let file = settings.confirmations
        let new = (needed + besides).filter { !file.has($0) }
        if new.isEmpty { return }
        do {
            try file.add(new)
        } catch  where new.contains(where: needed.contains) {
            throw error.userFacing(settings.language)
        } catch {
            let userError = error.userFacing(settings.language)
            library.notice(Notice(level: .trace, code: userError.code, text: userError.text))
        }
    }

    /// Confirms the options of a feed that the user entered, and the entered origin, which may be on a private network.
    ///
    /// - Parameters:
    ///   - options: the options that were entered now.
    ///   - origin: the entered origin; nil if none was entered.
    ///   - feed: the stored address of the feed.
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

/// The confirmations that follow from the alert settings that a user has entered.
struct TypedAlert {
    /// Confirmations that are required before alerts are sent.
    var needed: [Confirmable] = []
    /// Confirmations for addresses that are public now. They are needed only if the host name later resolves to a
    /// private network.
    var besides: [Confirmable] = []

    /// - Parameters:
    ///   - isChannelTyped: whether the user has just entered the channel, so that it does not come from the database or
    ///     a file.
    ///   - isSecretTyped: whether the user has just entered the secret. A secret is bound to the channel's origin, so
    ///     it is confirmed only if the channel was also just entered or is already confirmed on this machine.
    ///   - isHeadersTyped: the same for the place of the headers.
    init(
        _ rule: AlertRule?, search: String, isChannelTyped: Bool, isSecretTyped: Bool, isHeadersTyped: Bool,
        policy: AddressPolicy, confirmed: ConfirmationFile
    ) {
        guard let rule, let channel = rule.channelConfirmable(search: search) else { return }
        let all = rule.confirmables(search: search, policy: policy)
        if isChannelTyped {
            if all.contains(channel) { needed.append(channel) } else { besides.append(channel) }
        }
        if isSecretTyped, let secret = rule.secretConfirmable, isChannelTyped || confirmed.has(channel) {
            needed.append(secret)
        }
        if isHeadersTyped, let headers = rule.headersConfirmable, isChannelTyped || confirmed.has(channel) {
            needed.append(headers)
        }
    }
}
