private import Dispatch
internal import Pipelines
internal import System

/// Answers the desktop's calls on one thread, starting with the newest search.
///
/// A desktop shell sends a search for each keystroke without waiting for the reply to the previous search. A new search
/// supersedes the shell's earlier searches: those that are waiting get an empty result at once, and one that is running
/// is cancelled. Other calls are short; they are answered before searches, in the order of arrival.
final class AnswerQueue: Sendable {
    /// The maximum number of waiting calls. Further calls are refused.
    static let maxWaiting = 100

    struct Work: Sendable {
        /// The shell that sent the search; nil for other calls.
        var search: String?
        let cancellation = Cancellation()
        /// The reply to send if a newer search supersedes the call.
        var superseded: BusReply
        var answer: @Sendable (Deadline) -> BusReply
        var reply: @Sendable (BusReply) -> Void
    }

    private struct State {
        var waiting: [Work] = []
        var running: Work?
    }

    private let state = Locked(State())
    private let queue = DispatchQueue(label: "feedsearch.desktop")

    func add(_ work: Work) {
        let (dropped, isRefused) = state.withLock { state -> ([Work], Bool) in
            var dropped: [Work] = []
            if let search = work.search {
                dropped = state.waiting.filter { $0.search == search }
                state.waiting.removeAll { $0.search == search }
                if state.running?.search == search { state.running?.cancellation.cancel() }
            }
            if state.waiting.count == Self.maxWaiting { return (dropped, true) }
            state.waiting.append(work)
            return (dropped, false)
        }
        for old in dropped { old.reply(old.superseded) }
        if isRefused {
            work.reply(.failure(name: "org.freedesktop.DBus.Error.LimitsExceeded", text: "too many calls"))
        } else {
            queue.async { [self] in answerNext() }
        }
    }

    /// Answers one waiting call. There may be no call, because a superseded call has already been answered.
    private func answerNext() {
        let work = state.withLock { state -> Work? in
            guard
                let index = state.waiting.firstIndex(where: { $0.search == nil })
                    ?? (state.waiting.isEmpty ? nil : state.waiting.count - 1)
            else { return nil }
            state.running = state.waiting.remove(at: index)
            return state.running
        }
        guard let work else { return }
        work.reply(work.answer(.onCancellation(work.cancellation)))
        state.withLock { $0.running = nil }
    }
}
