internal import Articles
private import Dispatch
internal import FeedLibrary
internal import Messages
internal import System

/// Delivers queued articles in the background, on its own thread and connection. Articles that are not delivered stay
/// queued for the next process that delivers.
final class BackgroundSending: Sendable {
    private let inbox: Inbox
    private let language: Language
    private let open: @Sendable () throws -> Library
    private let queue = DispatchQueue(label: "feedsearch.send")
    private let group = DispatchGroup()
    private let isEnding = Locked(false)

    init(inbox: Inbox, language: Language, open: @escaping @Sendable () throws -> Library) {
        self.inbox = inbox
        self.language = language
        self.open = open
    }

    /// Delivers all due articles, and reports the result for one article to the user.
    func start(_ article: ArticleID, to name: String) {
        queue.async(group: group) { [self] in
            do {
                let library = try open()
                _ = try library.alerts.deliverDue { self.isEnding.withLock { $0 } }
                let sending = try library.destinations.log(of: name, limit: 1_000).map(\.sending).first {
                    $0.article == article
                }
                guard let sending else { return }
                let arguments = [String(article), name, sending.failure ?? ""]
                switch sending.state {
                case .delivered: inbox.send(.said(Message.sendDone.text(language, arguments), isError: false))
                case .dead: inbox.send(.said(Message.sendFailed.text(language, arguments), isError: true))
                case .waiting where sending.failure != nil:
                    inbox.send(.said(Message.sendWaits.text(language, arguments), isError: true))
                case .waiting: break
                }
            } catch {
                inbox.send(.said(UserFacingError(error, language: language).text, isError: true))
            }
        }
    }

    /// Stops after the current request, and waits for it at most `seconds`.
    func finish(within seconds: Double) {
        isEnding.withLock { $0 = true }
        _ = group.wait(timeout: .now() + seconds)
    }
}
