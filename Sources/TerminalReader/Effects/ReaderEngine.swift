internal import Articles
private import Dispatch
internal import FeedLibrary
internal import Messages
internal import Pipelines
internal import QueryLanguage
internal import SQLiteEngine
internal import System

/// Runs the reader's database requests in the background, and sends the results as events.
///
/// Used by one thread.
final class ReaderEngine {
    private let pool: LibraryPool
    private let inbox: Inbox
    private let language: Language
    private let refresher: BackgroundRefresh
    private let sender: BackgroundSending
    private let writes: AsyncStream<@Sendable (Library) throws -> ReaderEvent?>.Continuation
    private var listing: Task<Void, Never>?
    private var reading: Task<Void, Never>?

    /// - Parameter open: opens the database for another thread.
    init(
        pool: LibraryPool, inbox: Inbox, open: @escaping @Sendable (Library.Access) throws -> Library
    ) {
        self.pool = pool
        self.inbox = inbox
        language = pool.settings.language
        refresher = BackgroundRefresh(inbox: inbox, language: language) { try open(.changing) }
        sender = BackgroundSending(inbox: inbox, language: language) { try open(.changing) }
        // Changes run in the order in which they were requested.
        let (jobs, continuation) = AsyncStream.makeStream(of: (@Sendable (Library) throws -> ReaderEvent?).self)
        writes = continuation
        let language = language
        Task {
            for await job in jobs {
                do {
                    if let event = try await pool.write(in: language, job) { inbox.send(event) }
                } catch {
                    inbox.send(.said(UserFacingError(error, language: language).text, isError: true))
                }
            }
        }
        ChangeFollower.start(inbox) { try open(.reading) }
    }

    func carryOut(_ request: ReaderRequest) {
        switch request {
        case .list(let question): list(question)
        case .sidebar:
            read { library in .sidebar(try ArticleReader(library: library, clock: library.clock).sidebar()) }
        case .article(let id, let width):
            reading?.cancel()
            reading = read { library in
                try ArticleReader(library: library, clock: library.clock).article(id, width: width).map { .article($0) }
            }
        case .change(let change):
            writes.yield { library in
                try ArticleChanger(library: library).change(change).map { .said($0, isError: false) }
            }
        case .markAllRead(let source, let newest):
            writes.yield { library in
                .said(try ArticleChanger(library: library).markAllRead(source, newest: newest), isError: false)
            }
        case .undo: writes.yield { library in .said(try ArticleChanger(library: library).undo(), isError: false) }
        case .save(let name, let query, let replaces):
            writes.yield { library in
                let isSaved = try ArticleChanger(library: library).save(name: name, query: query, replaces: replaces)
                if !isSaved { return .nameIsTaken(name: name, query: query) }
                return .said(Message.savedSearch.text(library.settings.language, [name, query]), isError: false)
            }
        case .send(let id, let name): send(id, to: name)
        case .refresh(let feeds): refresher.start(feeds)
        case .cancelRefresh: refresher.cancel()
        case .open, .copy, .redraw, .suspend, .quit: break
        }
    }

    /// Waits until all requested changes have been made, and until the refresh has stored the responses that have
    /// arrived. Waits at most `closingSeconds` for each of the two.
    func finish() {
        listing?.cancel()
        reading?.cancel()
        let done = DispatchSemaphore(value: 0)
        writes.yield { _ in
            done.signal()
            return nil
        }
        writes.finish()
        _ = done.wait(timeout: .now() + Self.closingSeconds)
        sender.finish(within: Self.closingSeconds)
        refresher.finish(within: Self.closingSeconds)
    }

    private static let closingSeconds = 10.0

    /// Queues an article for a destination, and then sends it in the background.
    ///
    /// - Parameter name: the destination; nil for the only one, or to ask for one if there are several.
    private func send(_ id: ArticleID, to name: String?) {
        writes.yield { [sender] library in
            let names = try library.destinations.names()
            if name == nil, names.count > 1 { return .destinations(names, id) }
            let chosen = name ?? names.first ?? ""
            _ = try library.destinations.send([id], to: chosen)
            sender.start(id, to: chosen)
            return .said(Message.sendSentTo.text(library.settings.language, [chosen]), isError: false)
        }
    }

    /// Reads a part of a list. Cancels the previous request, since its result is no longer needed.
    private func list(_ question: ListQuestion) {
        listing?.cancel()
        let (pool, inbox, language) = (pool, inbox, language)
        listing = Task {
            do {
                let page = try await pool.read(in: language) { try ListReader(library: $0).page(question) }
                inbox.send(.list(page))
            } catch SearchError.cancelled {
                return
            } catch {
                let userError = UserFacingError(error, language: language)
                inbox.send(.listFailed(generation: question.generation, message: userError.text))
            }
        }
    }

    @discardableResult
    private func read(_ body: @escaping @Sendable (Library) throws -> ReaderEvent?) -> Task<Void, Never> {
        let (pool, inbox, language) = (pool, inbox, language)
        return Task {
            do {
                if let event = try await pool.read(in: language, body) { inbox.send(event) }
            } catch SearchError.cancelled {
                return
            } catch {
                inbox.send(.said(UserFacingError(error, language: language).text, isError: true))
            }
        }
    }
}
