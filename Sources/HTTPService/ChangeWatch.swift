internal import Accounts
internal import Articles
private import Dispatch
internal import FeedLibrary
internal import System

/// Tells followers of commits, by whichever process, and of jobs: one look at the store for all of them.
final class ChangeWatch: Sendable {
    /// What is new since a follower was last told.
    struct Change: Sendable {
        /// The newest history token.
        var token: Int64
        /// Unread articles by feed; for followers of events.
        var unread: UnreadCounts?
        /// The oldest first; for followers of events.
        var jobs: [Job] = []
    }

    /// What a follower hears of beside commits.
    enum Interest {
        case articles
        /// Unread articles and jobs.
        case events
    }

    private struct Follower {
        /// nil: its credential is over.
        var changes: AsyncStream<Change?>.Continuation
        var principal: Principal?
        var interest: Interest
    }

    private struct State {
        var followers: [Int: Follower] = [:]
        var nextFollower = 0
        var isRunning = false
    }

    private let open: @Sendable () throws -> Library
    private let accounts: AccountStore
    private let jobs: JobQueue
    private let state = Locked(State())
    private let queue = DispatchQueue(label: "service.changes")

    private static let interval = DispatchTimeInterval.milliseconds(250)
    /// Looks without a change after which followers hear that the service is alive: 15 s.
    private static let quietLooks = 60
    /// Looks at the accounts that fail, one after another, before followers end: 10 s. A locked file is no revocation.
    private static let maxFailures = 40

    /// - Parameter open: the library that is looked at, for this watch alone.
    init(accounts: AccountStore, jobs: JobQueue, open: @escaping @Sendable () throws -> Library) {
        self.accounts = accounts
        self.jobs = jobs
        self.open = open
    }

    /// What is new after each commit, and again every 15 s where there is none. A follower that is slow gets the newest
    /// alone. It ends with nil once the credential is over.
    ///
    /// - Parameter principal: who follows; nil on a route without authentication.
    func follow(_ principal: Principal?, _ interest: Interest) -> AsyncStream<Change?> {
        let (changes, continuation) = AsyncStream.makeStream(of: Change?.self, bufferingPolicy: .bufferingNewest(1))
        let (number, begins) = state.withLock { state in
            defer {
                state.nextFollower += 1
                state.isRunning = true
            }
            state.followers[state.nextFollower] = Follower(
                changes: continuation, principal: principal, interest: interest)
            return (state.nextFollower, !state.isRunning)
        }
        continuation.onTermination = { [self] _ in state.withLock { _ = $0.followers.removeValue(forKey: number) } }
        if begins { queue.async { [self] in look(Look(CredentialWatch(accounts))) } }
        return changes
    }

    /// What the last look saw.
    private final class Look: @unchecked Sendable {
        // Used on the watch's queue alone.
        var library: Library?
        var seen: ChangeToken?
        var credentials: CredentialWatch
        var failures = 0
        var followers: Set<Int> = []
        var quiet = 0
        var last = Change(token: -1)
        var jobs = 0

        init(_ credentials: CredentialWatch) { self.credentials = credentials }
    }

    /// Looks as long as anybody follows; a look without a commit costs some microseconds.
    private func look(_ look: Look) {
        endRefused(look)
        guard let followers = followers() else { return }
        look.quiet += 1
        do {
            let library = try look.library ?? open()
            look.library = library
            let current = try library.store.changeToken()
            let jobs = jobs.changes
            let isNew = current != look.seen || !look.followers.isSuperset(of: followers.keys)
            let events = followers.values.filter { $0.interest == .events }
            if isNew || look.quiet > Self.quietLooks {
                look.last = try library.store.snapshot {
                    Change(
                        token: try library.store.historyToken(),
                        unread: events.isEmpty ? nil : try UnreadCounts(library), jobs: jobs.all)
                }
                look.seen = current
                look.quiet = 0
                for follower in followers.values { follower.changes.yield(look.last) }
            } else if jobs.count != look.jobs {
                look.last.jobs = jobs.all
                for follower in events { follower.changes.yield(look.last) }
            }
            look.jobs = jobs.count
            look.followers = Set(followers.keys)
        } catch {
            // The next look opens it again: the database may have been replaced.
            look.library = nil
        }
        queue.asyncAfter(deadline: .now() + Self.interval) { [self] in self.look(look) }
    }

    /// Ends followers whose credential is over.
    private func endRefused(_ look: Look) {
        let principals = state.withLock { $0.followers.compactMapValues(\.principal) }
        var over: Set<Int> = []
        do {
            over = try look.credentials.over(of: principals)
            look.failures = 0
        } catch {
            look.failures += 1
            if look.failures > Self.maxFailures { over = Set(principals.keys) }
        }
        for number in over {
            let follower = state.withLock { $0.followers.removeValue(forKey: number) }
            // In place of a change that waits to be taken: nothing more is told.
            follower?.changes.yield(nil)
            follower?.changes.finish()
        }
    }

    /// nil where there are none: then the watch has ended.
    private func followers() -> [Int: Follower]? {
        state.withLock { state in
            if state.followers.isEmpty {
                state.isRunning = false
                return nil
            }
            return state.followers
        }
    }
}

/// Unread articles by the number of their subscription.
struct UnreadCounts: Sendable, Equatable {
    let feeds: [Int64: Int]

    init(_ library: Library) throws {
        feeds = Dictionary(
            uniqueKeysWithValues: try library.store.feeds(subscribedOnly: false).map { ($0.id, $0.unread) })
    }

    var total: Int { feeds.values.reduce(0, +) }

    /// Feeds with another count than before; of those that are gone, 0.
    func changed(since before: UnreadCounts?) -> [(feed: Int64, unread: Int)] {
        guard let before else { return feeds.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } }
        var out = feeds.filter { before.feeds[$0.key] != $0.value }
        for feed in before.feeds.keys where feeds[feed] == nil { out[feed] = 0 }
        return out.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}
