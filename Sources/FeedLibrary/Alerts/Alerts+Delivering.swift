package import Alerting
package import Articles
internal import FeedFetching
package import Messages
internal import SQLiteEngine
internal import System

extension Alerts {
    /// Creates a deliverer for this library's alerts, configured from the library's settings.
    ///
    /// - Parameter terminal: prints a message for the channel `terminal`. If nil, such messages wait for a later
    ///   delivery.
    /// - Throws: `UserFacingError` for an invalid setting.
    package func deliverer(terminal: (@Sendable (AlertMessage) -> Void)? = nil) throws -> AlertDeliverer {
        AlertDeliverer(store: store, environment: try environment(terminal: terminal))
    }

    /// The environment for sending messages, configured from the library's settings.
    ///
    /// - Throws: `UserFacingError` for an invalid setting.
    func environment(terminal: (@Sendable (AlertMessage) -> Void)? = nil) throws -> AlertEnvironment {
        var environment = AlertEnvironment(
            fetcher: try settings.fetcher(), now: clock.now, secrets: settings.secrets)
        environment.confirmations = settings.alertConfirmations
        environment.confirmsMail = settings.isMailConfirmed != nil
        environment.mailLimit = settings.mailLimit
        environment.utcOffset = clock.secondsEastOfUTC
        environment.language = settings.language.ofAlerts
        environment.mail.server = settings.mailServer ?? environment.mail.server
        environment.mail.sender = settings.mailSender ?? ""
        environment.mail.secret = settings.mailSecret
        if let text = settings.alertRetry {
            guard let seconds = TimeLength.seconds(text) else { throw userError(.badAlertRetry, [text]) }
            environment.backOff.first = Double(seconds)
        }
        if let keeper = settings.keeper { environment.forgetSecret = { keeper.forget($0) } }
        environment.readerBase = readerBase
        environment.terminal = terminal
        return environment
    }

    /// The distinct mail addresses of channels that are not confirmed yet.
    package func unconfirmedMail() throws -> [String] {
        guard let isConfirmed = settings.isMailConfirmed else { return [] }
        let policy = try settings.fetcher().policy
        var addresses: [String] = []
        for search in try store.savedSearches() {
            let items = search.rule?.confirmables(search: search.name, policy: policy, confirmsMail: true) ?? []
            for item in items where item.kind == .mail && !addresses.contains(item.value) {
                addresses.append(item.value)
            }
        }
        return addresses.filter { !isConfirmed($0) }
    }

    /// Sends a mail that asks a recipient whether an account may send alerts to the address; blocks.
    ///
    /// - Parameter link: the page on which the recipient can confirm the address.
    /// - Throws: `AlertFailure`.
    package func ask(_ receiver: String, for account: String, link: String) throws {
        try MailQuestionComposer(receiver: receiver, account: account, link: link).send(environment())
    }

    /// The address of the web reader without a slash at its end; nil without one, and for a text that is no web address.
    private var readerBase: String? {
        guard var base = settings.readerBase, (try? WebAddress(base)) != nil, !base.contains("?"), !base.contains("#")
        else { return nil }
        while base.hasSuffix("/") { base.removeLast() }
        return base
    }

    /// Warns of the rules and saved searches that could not be evaluated for a new article.
    package func warnOfFailingSearches() {
        for failing in store.failingSearches {
            let message: Message = failing.kind == .rule ? .ruleFailedOn : .searchFailedOn
            tell(.warning, message, [String(failing.article), failing.query])
        }
    }

    /// Delivers the alerts that are due.
    ///
    /// - Returns: whether another process is delivering, and when the next delivery is due, in seconds since 1970; nil if
    ///   there is nothing to deliver.
    package func deliverDue(isEnding: () -> Bool) throws -> (isBusy: Bool, next: Int64?) {
        let deliverer = try self.deliverer()
        let report = try deliverer.run(isEnding: isEnding)
        return (report.isBusy, try deliverer.nextDue())
    }

    /// Delivers pending alerts after a commit of articles, for at most 20 seconds. The next call delivers the remaining
    /// alerts. Errors are only reported as warnings, since the articles are already stored.
    package func deliverAfterWriting() {
        do {
            let deliverer = try self.deliverer()
            let start = clock.monotonicSeconds()
            let report = try deliverer.run { clock.monotonicSeconds() - start > 20 }
            for reason in report.failures.prefix(3) { tell(.warning, .alertsFailed, [reason]) }
            tell(unconfirmed: report.unconfirmed)
            tell(unreadable: report.unreadable)
        } catch {
            tell(.warning, .alertsFailed, [UserFacingError(error, language: settings.language).text])
        }
    }

    /// Informs the user of alerts that are waiting because this machine cannot read their secrets.
    package func tell(unreadable: [String]) {
        if unreadable.isEmpty { return }
        tell(.alert, .alertUnreadable, [unreadable.prefix(3).joined(separator: ", "), String(unreadable.count)])
    }

    /// Informs the user of alerts that are not sent until their settings are confirmed.
    package func tell(unconfirmed: [AlertDeliverer.Unconfirmed]) {
        if unconfirmed.isEmpty { return }
        for entry in unconfirmed.prefix(3) {
            tell(.alert, .alertUnconfirmed, [entry.search, entry.item.text(settings.language)])
        }
        reportUnconfirmedCount(unconfirmed.count - 3)
    }

    /// Reports the number of further alerts that wait for a confirmation and, if the file of confirmations cannot be
    /// used, the reason.
    package func reportUnconfirmedCount(_ count: Int) {
        if count > 0 { tell(.alert, .unconfirmedMore, [String(count)]) }
        if let trouble = settings.confirmations.trouble() {
            tell(.alert, .confirmTrouble, [trouble.userFacing(settings.language).text])
        }
    }
}

extension NotedEvent {
    /// The text of the event, in one line.
    package func text(_ language: Language) -> String { AlertMessage.text(of: self, language.ofAlerts) }
}

extension Language {
    /// The language of messages about new articles.
    package var ofAlerts: AlertLanguage { self == .simplifiedChinese ? .chinese : .english }
}
