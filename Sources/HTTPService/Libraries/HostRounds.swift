internal import Accounts
internal import Articles
private import Dispatch
package import FeedLibrary
internal import Ingestion
internal import Messages
internal import Pipelines
internal import System

/// The work on the libraries of a host that no request starts: refreshing due feeds, delivering alerts, subscribing at
/// hubs, and maintenance. A few threads take the libraries that are due in turn, and a library is open only meanwhile.
package final class HostRounds: Sendable {
    /// When a library is due, by the monotonic clock, in seconds.
    private struct Plan {
        var due = 0.0
        var lastBegin = -Double.infinity
        var lastTidy = -Double.infinity
        var isRunning = false
        /// Whether the library may have changed since its round began.
        var hasChanged = false
        /// The last error, so that a repeated one is reported once.
        var failure: String?
    }

    private struct State {
        var plans: [HostedLibrary.ID: Plan] = [:]
        var entries: [HostedLibrary.ID: HostedLibrary] = [:]
        var nextListing = 0.0
        var running: [HostedLibrary.ID: RefreshRun] = [:]
        var isEnding = false
        /// Whether a thread is removing accounts and libraries.
        var isRemoving = false
        /// The last error of the removal or creation of each library, so that a repeated one is reported once.
        var removalFailures: [String: String] = [:]
        /// The last error of the shared fetches, so that a repeated one is reported once.
        var sharedFault: String?
        /// The libraries that belonged to an account when unused entries of the shared stores were last removed.
        var users: Set<HostedLibrary.ID>?
        var hasReportedPictures = false
    }

    private let service: Service
    private let host: LibraryHost
    private let fetches: Bool
    private let looksForIcons: Bool
    private let clock: SystemClock
    /// The time limit of a round in seconds, so that a slow library does not delay the others. A round that reaches it
    /// ends after the current request or message; the next round does the rest.
    private let maxSeconds: Double
    private let report: @Sendable (_ library: String, UserFacingError) -> Void
    private let state = Locked(State())
    private let cancellation = Cancellation()

    private static let threads = 2
    /// Seconds between two readings of the directory.
    private static let listingInterval = 5.0
    /// Seconds between the beginnings of two rounds of a library.
    private static let minInterval = 2.0
    /// A library is looked at after this time at the latest, because another program may have changed it.
    private static let maxInterval = 900.0
    /// Seconds until another attempt if another process has the right to refresh.
    private static let takeoverInterval = 10.0
    /// The seconds until the next round of a library whose round has reached the time limit.
    private static let restInterval = 30.0
    private static let tidyInterval = 3_600.0
    /// The interval of refreshes, in seconds.
    private static let every = 60

    /// - Parameters:
    ///   - fetches: whether to refresh feeds and to subscribe at hubs.
    ///   - looksForIcons: whether refreshes also fetch icons.
    ///   - maxSeconds: the time limit of a round. It must exceed the time of the slowest feed, which would otherwise
    ///     never be fetched.
    ///   - report: receives an error of a library's round.
    /// - Returns: nil for a service with one library.
    package init?(
        _ service: Service, fetches: Bool, looksForIcons: Bool = true, maxSeconds: Double = 150,
        report: @escaping @Sendable (_ library: String, UserFacingError) -> Void
    ) {
        guard let host = service.host else { return nil }
        self.service = service
        self.host = host
        self.fetches = fetches
        self.looksForIcons = looksForIcons
        self.maxSeconds = maxSeconds
        self.report = report
        clock = service.clock
        host.setDidChange { [weak self] id in self?.noteChange(of: id) }
    }

    /// Starts the threads.
    ///
    /// - Returns: a closure that ends them and waits until what they are storing is stored.
    package func start() -> @Sendable () -> Void {
        let done = DispatchGroup()
        for _ in 0..<Self.threads {
            DispatchQueue(label: "service.rounds").async(group: done) { [self] in
                while !isEnding {
                    if let (entry, plan) = take() {
                        finish(entry, run(entry, plan))
                    } else {
                        _ = done.wait(timeout: .now() + 0.25)
                    }
                }
            }
        }
        return { [self] in
            let running = state.withLock { state in
                state.isEnding = true
                return Array(state.running.values)
            }
            for run in running { run.cancel() }
            host.endHubs()
            cancellation.cancel()
            done.wait()
        }
    }

    /// Runs the rounds of all libraries once, in turn; for tests.
    func runAll() throws {
        let entries = try host.libraries()
        state.withLock { state in
            state.entries = Dictionary(entries.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
        }
        endRemoved()
        removeDue()
        for entry in entries { finish(entry, run(entry, Plan())) }
    }

    // MARK: - Schedule

    private var isEnding: Bool { state.withLock { $0.isEnding } }

    private func noteChange(of id: HostedLibrary.ID) {
        let now = clock.monotonicSeconds()
        state.withLock { state in
            guard var plan = state.plans[id] else { return }
            plan.hasChanged = true
            plan.due = min(plan.due, max(now, plan.lastBegin + Self.minInterval))
            state.plans[id] = plan
        }
    }

    /// Takes the library that has been due for the longest time; nil if none is due.
    private func take() -> (HostedLibrary, Plan)? {
        let now = clock.monotonicSeconds()
        let mustList = state.withLock { state in
            if now < state.nextListing { return false }
            state.nextListing = now + Self.listingInterval
            return true
        }
        // If the accounts cannot be read, requests report it; the known libraries are due as before.
        if mustList, let entries = try? host.libraries() {
            state.withLock { state in
                state.entries = Dictionary(entries.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
                let known = state.entries
                state.plans = state.plans.filter { known[$0.key] != nil || $0.value.isRunning }
                for id in known.keys where state.plans[id] == nil { state.plans[id] = Plan(due: now) }
            }
            host.closeIdle()
            endRemoved()
            removeDue()
        }
        return state.withLock { state in
            let due = state.plans.filter { !$0.value.isRunning && $0.value.due <= now && state.entries[$0.key] != nil }
            guard let (id, _) = due.min(by: { $0.value.due < $1.value.due }), let entry = state.entries[id],
                var plan = state.plans[id]
            else { return nil }
            plan.isRunning = true
            plan.hasChanged = false
            plan.lastBegin = now
            state.plans[id] = plan
            return (entry, plan)
        }
    }

    /// Ends the work on libraries that are no longer in the directory, or are paused.
    private func endRemoved() {
        let (known, ended) = state.withLock { state in
            (Set(state.entries.keys), state.running.filter { state.entries[$0.key] == nil }.map(\.value))
        }
        for run in ended { run.cancel() }
        host.cancelJobs(exceptOf: known)
    }

    /// Removes the accounts and libraries that are due for removal, and creates missing libraries. Does nothing if
    /// another thread is doing this.
    private func removeDue() {
        let mayRun = state.withLock { state in
            defer { state.isRemoving = true }
            return !state.isRemoving
        }
        guard mayRun else { return }
        defer { state.withLock { $0.isRemoving = false } }
        let language = service.home.settings.language
        let tell = { [self] (library: String, error: any Error) in
            let shown = UserFacingError(error, language: language)
            let isNew = state.withLock { $0.removalFailures.updateValue(shown.text, forKey: library) != shown.text }
            if isNew { report(library, shown) }
        }
        // If the accounts cannot be read, requests report it.
        try? host.removeDue(report: tell)
        try? host.createNew(report: tell)
        removeUses()
    }

    /// Removes the shared fetches and pictures of accounts that were removed.
    private func removeUses() {
        if let owned = try? Set(host.accounts.hostedLibraries().filter({ $0.owner != nil }).map(\.id)),
            state.withLock({ $0.users != owned })
        {
            // Ignore errors of the shared fetches: refreshes report them.
            do {
                try host.removeUses(exceptOf: owned)
                state.withLock { $0.users = owned }
            } catch {}
        }
        guard let failure = host.pictures.failure else { return }
        let isFirst = state.withLock { state in
            defer { state.hasReportedPictures = true }
            return !state.hasReportedPictures
        }
        if isFirst {
            let language = service.home.settings.language
            let reason = UserFacingError(failure, language: language).text
            service.notice(UserFacingError(.hostPicturesFailed, [reason], language: language))
        }
    }

    private func isRemoved(_ id: HostedLibrary.ID) -> Bool { state.withLock { $0.entries[id] == nil } }

    private func finish(_ entry: HostedLibrary, _ plan: Plan) {
        state.withLock { state in
            guard let known = state.plans[entry.id] else { return }
            var plan = plan
            plan.isRunning = false
            plan.hasChanged = false
            if known.hasChanged { plan.due = min(plan.due, plan.lastBegin + Self.minInterval) }
            state.plans[entry.id] = plan
        }
    }

    // MARK: - A round

    /// - Returns: the plan with the time of the next round.
    private func run(_ entry: HostedLibrary, _ plan: Plan) -> Plan {
        var plan = plan
        let began = clock.monotonicSeconds()
        plan.due = began + Self.maxInterval
        let end = began + maxSeconds
        let isOver: @Sendable () -> Bool = { [self] in
            isEnding || clock.monotonicSeconds() >= end || isRemoved(entry.id)
        }
        do {
            // The entry may be some seconds old, and the library may have been moved since.
            guard let entry = try host.current(entry) else { return plan }
            let served = try host.library(entry)
            let library = try served.openForRounds()
            try removeFormerMembers(of: library, entry)
            askForMail(library, entry, isOver: isOver)
            // Send alerts first, so that slow feeds do not delay them, but for at most a third of the time.
            _ = try library.alerts.deliverDue { isOver() || clock.monotonicSeconds() >= began + maxSeconds / 3 }
            var isWaitingForIcons = false
            if fetches, try !refresh(library, served, entry, isOver: isOver, isWaitingForIcons: &isWaitingForIcons) {
                plan.due = began + Self.takeoverInterval
            }
            let alerts = try library.alerts.deliverDue(isEnding: isOver)
            if isWaitingForIcons { plan.due = min(plan.due, began + Self.takeoverInterval) }
            if alerts.isBusy { plan.due = min(plan.due, began + Self.takeoverInterval) }
            if fetches { served.hubs.lookNow(isEnding: isOver) }
            if began - plan.lastTidy >= Self.tidyInterval, host.idleSeconds(of: entry.id) >= 60, !isOver() {
                try library.tidy(until: Deadline(after: .seconds(60), orOn: cancellation))
                // Earlier versions stored pictures for each library.
                try? FileSystem.removeTree(served.localPath + ".pictures")
                plan.lastTidy = began
            }
            if let next = try nextDue(library, alert: alerts.next) {
                let wait = Double(next - clock.now())
                // Run the rounds of other libraries before the rest of this one.
                let rest = isOver() ? Self.restInterval : Self.minInterval
                plan.due = min(plan.due, clock.monotonicSeconds() + max(rest, wait))
            }
            plan.failure = nil
        } catch StorageError.sealed where plan.failure == nil {
            // The library is being moved.
            plan.due = began + Self.minInterval
        } catch {
            let shown = UserFacingError(error, language: service.home.settings.language)
            if shown.text != plan.failure { report(entry.name, shown) }
            plan.failure = shown.text
            plan.due = began + Double(Self.every)
        }
        return plan
    }

    /// Removes the state of accounts that are no longer members.
    private func removeFormerMembers(of library: Library, _ entry: HostedLibrary) throws {
        let stored = try library.members.all()
        if stored.isEmpty { return }
        let accounts = try Set(host.accounts.members(of: entry.id).map(\.account))
        for member in stored where !accounts.contains(member.number) { _ = try library.members.remove(member.number) }
    }

    /// Asks the recipients of mail addresses that are not confirmed. Without a public address, only the administrator can
    /// confirm them.
    private func askForMail(_ library: Library, _ entry: HostedLibrary, isOver: () -> Bool) {
        guard let base = service.publicBase else { return }
        do {
            for address in try library.alerts.unconfirmedMail() where !isOver() {
                guard let question = try host.ask(address, in: entry.id) else { continue }
                do {
                    try library.alerts.ask(
                        question.address, for: question.account, link: "\(base.text)/mail/\(question.code)")
                } catch {
                    try host.askFailed(question)
                    report(entry.name, UserFacingError(error, language: service.home.settings.language))
                }
            }
        } catch {
            report(entry.name, UserFacingError(error, language: service.home.settings.language))
        }
    }

    /// - Parameter isWaitingForIcons: set to true if another refresh is looking for some of the icons.
    /// - Returns: false if another process is refreshing the feeds of the library.
    private func refresh(
        _ library: Library, _ served: ServedLibrary, _ entry: HostedLibrary, isOver: @escaping @Sendable () -> Bool,
        isWaitingForIcons: inout Bool
    ) throws -> Bool {
        var request = RefreshRequest()
        request.every = Self.every
        request.keepsIntervals = true
        let hadFault = Locked(false)
        request.onSharedFault = { [self] error in
            hadFault.withLock { $0 = true }
            reportSharedFault(error, entry)
        }
        do { request.shared = try host.sharedFetches().of(entry.id) } catch { request.onSharedFault?(error) }
        let run = try RefreshRun(request, served.settings, clock)
        guard try run.begin(in: library) else { return false }
        defer { run.end() }
        state.withLock { $0.running[entry.id] = run }
        defer { state.withLock { $0.running[entry.id] = nil } }
        let feeds = try run.feeds(in: library)
        if !feeds.isEmpty {
            let report = try run.refresh(feeds, in: library) { _ in if isOver() { run.cancel() } }
            if !hadFault.withLock({ $0 }) { state.withLock { $0.sharedFault = nil } }
            service.note(report, of: served)
            library.refreshTitleWordsBriefly()
            if report.isOffline || report.isCancelled { return true }
        }
        if isOver() { return true }
        _ = try run.fetchPages(in: library, isEnding: isOver)
        try library.store.purgeBin(now: clock.now())
        if looksForIcons, !isOver() { isWaitingForIcons = run.lookForIcons(in: library, isEnding: isOver) }
        return true
    }

    private func reportSharedFault(_ error: any Error, _ entry: HostedLibrary) {
        let shown = UserFacingError(error, language: service.home.settings.language)
        let isNew = state.withLock { state in
            defer { state.sharedFault = shown.text }
            return state.sharedFault != shown.text
        }
        if isNew { report(entry.name, shown) }
    }

    /// When a feed or an alert is due next, in seconds since 1970; nil if none is within `maxInterval`.
    ///
    /// - Parameter alert: when the next alert is due.
    private func nextDue(_ library: Library, alert: Int64?) throws -> Int64? {
        var times: [Int64] = []
        if fetches {
            let end = clock.now() + Int64(Self.maxInterval)
            // As a refresh takes feeds that are due soon.
            let early = Int64(min(Self.every / 4, 60))
            times = try library.store.dueFeeds(now: end, dueOnly: true).map { max($0.nextFetch, $0.notBefore) - early }
        }
        if let alert { times.append(alert) }
        return times.min()
    }
}
