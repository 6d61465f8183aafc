internal import Articles
public import DBus
internal import FeedLibrary
internal import Messages
internal import Pipelines
internal import System

/// Both desktops' searches on a bus.
public enum DesktopService {
    public static let name = "org.feedsearch.Feedsearch"
    public static let shellPath = "/org/feedsearch/Feedsearch/SearchProvider"
    public static let runnerPath = "/org/feedsearch/Feedsearch/Runner"

    /// Answers until there has been no call for some time.
    public static func run(
        _ settings: DesktopSettings, on connection: BusConnection, untilIdleFor idleTime: Duration
    ) throws(BusError) {
        let answers = DesktopAnswers(settings) { address in
            let browser = try Browser.start(address)
            // Its end is nobody's business, but a child is to be waited for.
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

    /// Opens a search in the web reader, or as a page of its own, and waits for the program that shows it.
    ///
    /// - Returns: what went wrong.
    public static func openSearch(_ text: String, _ settings: DesktopSettings) throws -> String? {
        let desktop = Desktop(settings) { _ = try Browser.start($0).wait() }
        if case .failure(_, let reason) = try desktop.openSearch(text) { return reason }
        return nil
    }
}

/// Calls of both interfaces, answered on a thread of its own.
final class DesktopAnswers: Sendable {
    private let queue = AnswerQueue()
    private let desktop: Held

    /// Only the queue's thread touches what is in it.
    private struct Held: @unchecked Sendable {
        let desktop: Desktop
    }

    init(_ settings: DesktopSettings, show: @escaping (String) throws -> Void) {
        desktop = Held(desktop: Desktop(settings, show: show))
    }

    /// - Parameter reply: is called once, from any thread.
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
                        return isSearch ? nothing : .failed(Complaint(error, language: .english).text)
                    }
                }, reply: reply))
    }
}
