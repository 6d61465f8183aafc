internal import Articles
internal import FeedLibrary
internal import System

/// Tells followers of commits, by whichever process: one look at the store for all of them.
final class ChangeWatch: Sendable {
    private struct State {
        var followers: [Int: AsyncStream<Int64>.Continuation] = [:]
        var nextFollower = 0
        var isRunning = false
    }

    private let library: LibraryPool
    private let state = Locked(State())

    private static let interval = Duration.milliseconds(250)
    /// Looks without a change after which followers hear that the service is alive: 15 s.
    private static let quietLooks = 60

    init(_ library: LibraryPool) { self.library = library }

    /// The newest history token after each commit, and again every 15 s where there is none. A follower that is slow gets
    /// the newest alone.
    func follow() -> AsyncStream<Int64> {
        let (tokens, continuation) = AsyncStream.makeStream(of: Int64.self, bufferingPolicy: .bufferingNewest(1))
        let (number, begins) = state.withLock { state in
            defer {
                state.nextFollower += 1
                state.isRunning = true
            }
            state.followers[state.nextFollower] = continuation
            return (state.nextFollower, !state.isRunning)
        }
        continuation.onTermination = { [self] _ in state.withLock { _ = $0.followers.removeValue(forKey: number) } }
        if begins { Task { [self] in await run() } }
        return tokens
    }

    /// Looks as long as anybody follows.
    private func run() async {
        var last: Int64 = -1
        var quiet = 0
        while let followers = followers() {
            quiet += 1
            let token = try? await library.read(in: .english) { try $0.store.historyToken() }
            if let token, token != last || quiet > Self.quietLooks {
                last = token
                quiet = 0
                for follower in followers { follower.yield(token) }
            }
            try? await Task.sleep(for: Self.interval)
        }
    }

    /// nil where there are none: then the watch has ended.
    private func followers() -> [AsyncStream<Int64>.Continuation]? {
        state.withLock { state in
            if state.followers.isEmpty {
                state.isRunning = false
                return nil
            }
            return Array(state.followers.values)
        }
    }
}
