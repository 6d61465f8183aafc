import Alerting
import Articles
import FeedFetching
import SQLiteStorage
import System

/// Delivering from within a command.
struct AlertRun {
    private let deliverer: AlertDeliverer

    /// - Parameter prints: messages for the channel `terminal` are printed.
    init(_ invocation: Invocation, settings: Settings, store: any ArticleStore, prints: Bool) throws {
        var environment = AlertEnvironment(
            fetcher: try settings.fetcher(), now: { WallClock.now() }, secrets: .system)
        environment.confirmations = ConfirmationFile.own.confirmations
        environment.utcOffset = invocation.utcOffset
        environment.language = invocation.language == .simplifiedChinese ? .chinese : .english
        environment.mail.server = settings.value(.smtp) ?? environment.mail.server
        environment.mail.sender = settings.value(.smtpFrom) ?? ""
        environment.mail.secret = settings.value(.smtpSecret)
        if let text = settings.value(.alertRetry) {
            guard let seconds = TimeLength.seconds(text) else { throw invocation.complaint(.badAlertRetry, [text]) }
            environment.backOff.first = Double(seconds)
        }
        if prints { environment.terminal = Self.printer(invocation.language) }
        deliverer = AlertDeliverer(store: store, environment: environment)
    }

    /// After articles were written and committed: delivers what is due, for a while; what is left waits for the next
    /// time. Whatever goes wrong here is no failure of what was asked for.
    static func afterWriting(_ invocation: Invocation, _ store: any ArticleStore, settings: Settings? = nil) {
        do {
            let run = try AlertRun(invocation, settings: settings ?? invocation.settings, store: store, prints: false)
            let start = WallClock.monotonicSeconds()
            let report = try run.deliverer.run { WallClock.monotonicSeconds() - start > longestSeconds }
            for reason in report.failures.prefix(3) { invocation.messages.warning(.alertsFailed, [reason]) }
            invocation.report(unconfirmed: report.unconfirmed)
        } catch {
            let text = Complaint(error, language: invocation.language).text
            invocation.messages.warning(.alertsFailed, [text])
        }
    }

    /// Says which rules and saved searches could not be asked of an article.
    static func warnOfFailingSearches(_ invocation: Invocation, _ store: any ArticleStore) {
        for failing in store.failingSearches {
            let message: Message = failing.kind == .rule ? .ruleFailedOn : .searchFailedOn
            invocation.messages.warning(message, [String(failing.article), failing.query])
        }
    }

    private static let longestSeconds = 20.0

    func once(isEnding: () -> Bool = { false }) throws -> AlertDeliverer.Report {
        try deliverer.run(isEnding: isEnding)
    }

    func nextDue() throws -> Int64? { try deliverer.nextDue() }

    func test(_ search: SavedSearch, articles: [Article]) throws { try deliverer.test(search, articles: articles) }

    /// One line an article, the search's name in front.
    private static func printer(_ language: Language) -> @Sendable (AlertMessage) -> Void {
        { message in
            let output = OutputWriter(.standardOutput, language: language)
            let name = TerminalSafe.line(message.search.name)
            for article in message.articles {
                let title = TerminalSafe.line(article.title)
                let url = article.url.map { "  " + TerminalSafe.line(MaskedURL.mask($0)) } ?? ""
                output.line("\(name)\t#\(article.n)  \(title)\(url)")
            }
            output.flush()
        }
    }
}
