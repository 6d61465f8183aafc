package import Alerting
internal import Articles
internal import FeedFetching
internal import Messages
internal import SQLiteStorage
internal import System

extension Library {
    /// What delivers this library's alerts, by its settings.
    ///
    /// - Parameter terminal: prints a message for the channel `terminal`; nil leaves such messages waiting.
    /// - Throws: `Complaint` for a setting that is none.
    package func alertDeliverer(terminal: (@Sendable (AlertMessage) -> Void)? = nil) throws -> AlertDeliverer {
        var environment = AlertEnvironment(
            fetcher: try settings.fetcher(), now: clock.now, secrets: settings.secrets)
        environment.confirmations = settings.confirmations.confirmations
        environment.utcOffset = clock.secondsEastOfUTC
        environment.language = settings.language == .simplifiedChinese ? .chinese : .english
        environment.mail.server = settings.mailServer ?? environment.mail.server
        environment.mail.sender = settings.mailSender ?? ""
        environment.mail.secret = settings.mailSecret
        if let text = settings.alertRetry {
            guard let seconds = TimeLength.seconds(text) else { throw complaint(.badAlertRetry, [text]) }
            environment.backOff.first = Double(seconds)
        }
        environment.terminal = terminal
        return AlertDeliverer(store: store, environment: environment)
    }

    /// Says which rules and saved searches could not be asked of an article that was stored.
    package func warnOfFailingSearches() {
        for failing in store.failingSearches {
            let message: Message = failing.kind == .rule ? .ruleFailedOn : .searchFailedOn
            tell(.warning, message, [String(failing.article), failing.query])
        }
    }

    /// Delivers what is due after articles were written and committed, for 20 seconds at most; what is left waits for the next
    /// time. Whatever goes wrong here is no failure of what was asked for, and only said.
    package func deliverAfterWriting() {
        do {
            let deliverer = try alertDeliverer()
            let start = clock.monotonicSeconds()
            let report = try deliverer.run { clock.monotonicSeconds() - start > 20 }
            for reason in report.failures.prefix(3) { tell(.warning, .alertsFailed, [reason]) }
            tell(unconfirmed: report.unconfirmed)
        } catch {
            tell(.warning, .alertsFailed, [Complaint(error, language: settings.language).text])
        }
    }

    /// Lists title words by their sound for some tenths of a second; what is left comes with the next call.
    ///
    /// Only suggestions lean on them, and the work that was asked for is done: a failure here is none of it.
    package func refreshTitleWordsBriefly() {
        let start = clock.monotonicSeconds()
        try? store.refreshTitleWords { clock.monotonicSeconds() - start < 0.2 }
    }

    /// Says which alerts wait for a confirmation: they go out only once somebody acts.
    package func tell(unconfirmed: [AlertDeliverer.Unconfirmed]) {
        if unconfirmed.isEmpty { return }
        for entry in unconfirmed.prefix(3) {
            tell(.alert, .alertUnconfirmed, [entry.search, entry.item.text(settings.language)])
        }
        reportUnconfirmedCount(unconfirmed.count - 3)
    }

    /// Says how many more wait, and where the file of confirmations is not used, why.
    package func reportUnconfirmedCount(_ count: Int) {
        if count > 0 { tell(.alert, .unconfirmedMore, [String(count)]) }
        if let trouble = settings.confirmations.trouble() {
            tell(.alert, .confirmTrouble, [trouble.complaint(settings.language).text])
        }
    }
}
