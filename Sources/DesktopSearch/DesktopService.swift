internal import Articles
internal import FeedLibrary
internal import Messages
internal import Pipelines
internal import System

/// The search services for both desktops on D-Bus.
public enum DesktopService {
    public static let name = "org.feedsearch.Feedsearch"
    public static let shellPath = "/org/feedsearch/Feedsearch/SearchProvider"
    public static let runnerPath = "/org/feedsearch/Feedsearch/Runner"

    /// Answers calls until none has arrived for `idleTime`.
    public static func run(
        _ settings: DesktopSettings, on connection: BusConnection, untilIdleFor idleTime: Duration
    ) throws(BusError) {
        let answers = DesktopAnswers(settings) { address in
            let browser = try Browser.start(address)
            // The exit code is ignored, but the child process must be waited for.
            _ = BackgroundThread.start { _ = try? browser.wait() }
        }
        let outbox = connection.outbox
        for (interface, path) in [
            (ShellProvider.interface, shellPath), (RunnerProvider.interface, runnerPath),
        ] {
            try connection.serve(interface, at: path) { call in
                answers.answer(call) { outbox.send($0, to: call.id) }
            }
        }
        try connection.takeName(name)
        connection.run(untilIdleFor: idleTime)
    }

    /// Opens a search in the web reader or as a generated page, and waits for the browser's process.
    ///
    /// - Returns: the error message; nil on success.
    public static func openSearch(_ text: String, _ settings: DesktopSettings) throws -> String? {
        let desktop = Desktop(settings) { _ = try Browser.start($0).wait() }
        if case .failure(_, let reason) = try desktop.openSearch(text) { return reason }
        return nil
    }
}

/// Answers the calls of both interfaces on a thread of its own.
final class DesktopAnswers: Sendable {
    private let queue = AnswerQueue()
    private let desktop: Held

    /// Unchecked `Sendable`: only the queue's thread uses `desktop`.
    private struct Held: @unchecked Sendable {
        let desktop: Desktop
    }

    init(_ settings: DesktopSettings, show: @escaping (String) throws -> Void) {
        desktop = Held(desktop: Desktop(settings, show: show))
    }

    /// - Parameter reply: called once, on any thread.
    func answer(_ call: BusCall, _ reply: @escaping @Sendable (BusReply) -> Void) {
        let isOfShell = call.interface == ShellProvider.interface.name
        let nothing: BusReply = .values([isOfShell ? .strings([]) : RunnerProvider.noMatches])
        let isSearch = ["Match", "GetInitialResultSet", "GetSubsearchResultSet"].contains(call.method)
        queue.add(
            AnswerQueue.Work(
                search: isSearch ? "\(call.sender) \(call.interface)" : nil, superseded: nothing,
                answer: { [desktop] deadline in
                    do {
                        if isOfShell {
                            return try ShellProvider(desktop: desktop.desktop)
                                .reply(to: call.method, call.arguments, until: deadline)
                        }
                        return try RunnerProvider(desktop: desktop.desktop)
                            .reply(to: call.method, call.arguments, until: deadline)
                    } catch is SearchError {
                        return nothing
                    } catch {
                        return isSearch ? nothing : .failed(UserFacingError(error, language: .english).text)
                    }
                }, reply: reply))
    }
}
