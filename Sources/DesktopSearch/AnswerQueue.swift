internal import DBus
private import Dispatch
internal import Pipelines
internal import System

/// Answers calls on one thread, the newest first.
///
/// A shell sends a search for each key, and does not wait for the one before. A new search of a shell takes the place of its
/// earlier ones: one that waits is answered with nothing at once, and one that runs is cancelled. Other calls, which are
/// short, are answered before searches, in their order.
final class AnswerQueue: Sendable {
    /// Calls that wait; more are refused.
    static let maxWaiting = 100

    struct Work: Sendable {
        /// Whose search it is; nil of other calls.
        var search: String?
        let cancellation = Cancellation()
        /// What is answered in place of it where a newer search has taken its place.
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

    /// Answers one call; none where the call for which it was queued has been dropped.
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
