internal import Accounts
internal import Articles
private import Dispatch
internal import FeedLibrary
internal import System

/// Reports commits by any process and changes of jobs to followers. All followers share one poll of the store.
final class ChangeWatch: Sendable {
    /// The state that followers receive after a change.
    struct Change: Sendable {
        /// The newest history token.
        var token: Int64
        /// The number of unread articles by feed; only for followers of events.
        var unread: UnreadCounts?
        /// All jobs, oldest first; only for followers of events.
        var jobs: [Job] = []
    }

    /// The kind of changes that a follower receives in addition to commits.
    enum Interest {
        case articles
        /// The numbers of unread articles and the state of jobs.
        case events
    }

    private struct Follower {
        /// The follower's stream. A nil element means that the follower's credential is no longer valid.
        var changes: AsyncStream<Change?>.Continuation
        var principal: Principal?
        var interest: Interest
        /// The member whose unread articles are counted; nil for the owner of the library.
        var member: Int64?
    }

    private struct State {
        var followers: [Int: Follower] = [:]
        var nextFollower = 0
        var isRunning = false
    }

    private let begin: @Sendable () throws -> Void
    private let end: @Sendable () -> Void
    private let open: @Sendable () throws -> Library
    private let accounts: AccountStore
    private let jobs: JobQueue
    private let state = Locked(State())
    private let queue = DispatchQueue(label: "service.changes")

    private static let interval = DispatchTimeInterval.milliseconds(250)
    /// After this many consecutive polls without a change (15 s), the state is sent again to show that the connection
    /// is alive.
    private static let quietLooks = 60
    /// After this many consecutive failures to read the accounts (10 s), followers are disconnected. Fewer failures are
    /// tolerated, since a locked accounts file revokes no credential.
    private static let maxFailures = 40

    /// - Parameters:
    ///   - begin: called before the library is opened for followers. If it throws an error, they are refused.
    ///   - end: called after `begin`, once the library is closed because there are no more followers.
    ///   - open: opens a library that is used only by this watch.
    init(
        accounts: AccountStore, jobs: JobQueue, begin: @escaping @Sendable () throws -> Void = {},
        end: @escaping @Sendable () -> Void = {}, open: @escaping @Sendable () throws -> Library
    ) {
        self.accounts = accounts
        self.jobs = jobs
        self.begin = begin
        self.end = end
        self.open = open
    }

    /// A stream of the state after each commit. Without a commit, the state is sent again every 15 s. A slow follower
    /// receives only the newest state. The stream ends with nil once the credential is no longer valid.
    ///
    /// - Parameters:
    ///   - principal: the client whose credential is checked; nil if the operation needs no credentials.
    ///   - member: the member whose unread articles are counted; nil for the owner of the library.
    /// - Throws: the error of `begin`.
    func follow(_ principal: Principal?, _ interest: Interest, member: Int64? = nil) throws -> AsyncStream<Change?> {
        let (changes, continuation) = AsyncStream.makeStream(of: Change?.self, bufferingPolicy: .bufferingNewest(1))
        let (number, begins) = state.withLock { state in
            defer {
                state.nextFollower += 1
                state.isRunning = true
            }
            state.followers[state.nextFollower] = Follower(
                changes: continuation, principal: principal, interest: interest, member: member)
            return (state.nextFollower, !state.isRunning)
        }
        continuation.onTermination = { [self] _ in state.withLock { _ = $0.followers.removeValue(forKey: number) } }
        if begins {
            do { try begin() } catch {
                // Other followers may have been added meanwhile. Their streams end, and their clients begin new ones.
                endAll { $0.isRunning = false }
                throw error
            }
            queue.async { [self] in look(Look(CredentialWatch(accounts))) }
        }
        return changes
    }

    /// Whether there are followers.
    var isFollowed: Bool { state.withLock { !$0.followers.isEmpty } }

    /// Ends the streams of all followers, so that their clients begin new ones.
    func endAll() { endAll { _ in } }

    private func endAll(_ change: (inout State) -> Void) {
        let followers = state.withLock { state in
            change(&state)
            defer { state.followers = [:] }
            return state.followers.values
        }
        for follower in followers {
            follower.changes.yield(nil)
            follower.changes.finish()
        }
    }

    /// State kept between polls.
    private final class Look: @unchecked Sendable {
        // These properties are used only on the watch's queue.
        var library: Library?
        var seen: ChangeToken?
        var credentials: CredentialWatch
        var failures = 0
        var followers: Set<Int> = []
        var quiet = 0
        var last = Change(token: -1)
        /// The unread articles of each member who follows events; the key nil is the owner.
        var unread: [Int64?: UnreadCounts] = [:]
        var jobs = 0

        init(_ credentials: CredentialWatch) { self.credentials = credentials }

        /// The last change, with the unread articles of the follower's own state.
        func change(for follower: Follower) -> Change {
            var change = last
            if follower.interest == .events { change.unread = unread[follower.member] }
            return change
        }
    }

    /// Polls the store while there are followers. A poll without a commit takes a few microseconds.
    private func look(_ look: Look) {
        endRefused(look)
        guard let followers = followers() else {
            look.library = nil
            return end()
        }
        look.quiet += 1
        do {
            let library = try look.library ?? open()
            look.library = library
            let current = try library.store.changeToken()
            let jobs = jobs.changes
            let isNew = current != look.seen || !look.followers.isSuperset(of: followers.keys)
            let events = followers.values.filter { $0.interest == .events }
            if isNew || look.quiet > Self.quietLooks {
                (look.last, look.unread) = try library.store.snapshot {
                    let counts = try Set(events.map(\.member)).map { member in
                        (member, try UnreadCounts(library.view(asMember: member)))
                    }
                    let change = Change(token: try library.store.historyToken(), jobs: jobs.all)
                    return (change, Dictionary(uniqueKeysWithValues: counts))
                }
                look.seen = current
                look.quiet = 0
                for follower in followers.values { follower.changes.yield(look.change(for: follower)) }
            } else if jobs.count != look.jobs {
                look.last.jobs = jobs.all
                for follower in events { follower.changes.yield(look.change(for: follower)) }
            }
            look.jobs = jobs.count
            look.followers = Set(followers.keys)
        } catch {
            // Reopen the store at the next poll: the database may have been replaced.
            look.library = nil
        }
        queue.asyncAfter(deadline: .now() + Self.interval) { [self] in self.look(look) }
    }

    /// Ends the streams of followers whose credential is no longer valid.
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
            // Replace the pending change with nil, and send nothing more.
            follower?.changes.yield(nil)
            follower?.changes.finish()
        }
    }

    /// Returns the followers. If there are none, stops the watch and returns nil.
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

/// The number of unread articles in each feed, by feed id.
struct UnreadCounts: Sendable, Equatable {
    let feeds: [Int64: Int]

    init(_ library: Library) throws {
        feeds = Dictionary(
            uniqueKeysWithValues: try library.store.feeds(subscribedOnly: false).map { ($0.id, $0.unread) })
    }

    var total: Int { feeds.values.reduce(0, +) }

    /// The feeds whose count has changed, with the new count; 0 for removed feeds.
    func changed(since before: UnreadCounts?) -> [(feed: Int64, unread: Int)] {
        guard let before else { return feeds.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } }
        var out = feeds.filter { before.feeds[$0.key] != $0.value }
        for feed in before.feeds.keys where feeds[feed] == nil { out[feed] = 0 }
        return out.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}
