internal import Formats
private import System

/// The event loop of one run, on a thread of its own. Accepts requests, starts transfers within each host's limit, and
/// handles their completion.
final class FetchLoop {
    private let settings: Fetcher
    private let queue: ResultQueue
    private let next: @Sendable () -> FetchRequest?
    private let multi: CurlMulti
    private let names: NameTable
    private let quietHosts: QuietHosts
    private let clock = ContinuousClock()
    private var isExhausted = false
    private var backlog = HostBacklog()
    private var active: [ObjectIdentifier: FetchTask] = [:]
    private var idle: [CurlTransfer] = []
    private var slowCount = 0
    private var lastSweep: ContinuousClock.Instant

    init?(settings: Fetcher, queue: ResultQueue, next: @escaping @Sendable () -> FetchRequest?) {
        guard let multi = CurlMulti(connections: settings.limits.concurrency * 2) else { return nil }
        self.settings = settings
        self.queue = queue
        self.next = next
        self.multi = multi
        quietHosts = settings.quietHosts ?? QuietHosts()
        names = NameTable(resolver: settings.resolver, waker: multi.waker)
        lastSweep = clock.now
        queue.attach(multi.waker)
    }

    /// Runs the loop until all requests are done or the run is cancelled.
    func run() {
        while true {
            if queue.isCancelled { return cancelAll() }
            let now = clock.now
            admit(now)
            for (task, addresses) in names.collect(now: now) { proceed(task, with: addresses, now) }
            multi.perform()
            var hasEnded = false
            while let (transfer, code) = multi.nextDone() {
                hasEnded = true
                finishTransfer(transfer, code)
            }
            sweep()
            if active.isEmpty, backlog.isEmpty, isExhausted { return }
            if !hasEnded { multi.wait(milliseconds: 250) }
        }
    }
}

extension FetchLoop {
    /// The number of transfers allowed now. Slow transfers raise it, up to four times the limit, so that a few hanging
    /// hosts do not delay the others.
    private var capacity: Int { settings.limits.concurrency + min(slowCount, settings.limits.concurrency * 3) }

    /// The minimum number of bytes counted for each transfer when the memory limit is checked.
    private static let minHeldBytes = 64 << 10

    private func admit(_ now: ContinuousClock.Instant) {
        guard active.count < capacity, !(isExhausted && backlog.isEmpty) else { return }
        backlog.retryBusyHosts()
        var held = active.values.reduce(queue.heldBytes) { $0 &+ max($1.heldBytes, Self.minHeldBytes) }
        while active.count < capacity, held < settings.limits.maxHeldBytes || held == 0 {
            if let (request, host) = takeReady() {
                start(request, host: host, now)
                held &+= Self.minHeldBytes
                continue
            }
            guard !isExhausted, backlog.waitingCount < settings.limits.maxWaiting else { return }
            guard let request = next() else {
                isExhausted = true
                return
            }
            backlog.add(request)
        }
    }

    private func takeReady() -> (request: FetchRequest, host: String)? {
        let perHost = settings.limits.perHost
        return backlog.takeReady(perHost: perHost) { settings.hostSlots?.take($0, limit: perHost) ?? true }
    }

    private func releaseSlot(_ host: String) { settings.hostSlots?.release(host) }

    private func start(_ request: FetchRequest, host: String, _ now: ContinuousClock.Instant) {
        do throws(FetchFailure) {
            let task = try FetchTask(request, settings: settings, now: now)
            task.hostKey = host
            active[ObjectIdentifier(task)] = task
            startHop(task, now)
        } catch {
            backlog.release(host)
            releaseSlot(host)
            put(token: request.token, .failed(error), elapsed: .zero, wireBytes: 0)
        }
    }

    private func startHop(_ task: FetchTask, _ now: ContinuousClock.Instant) {
        let unixTime = settings.clock.now()
        if let until = quietHosts.until(task.address, now: unixTime) {
            return end(task, .failed(FetchFailure(task.address.host, until: until, now: unixTime)))
        }
        task.beginHop(now)
        guard let name = task.nameToResolve else { return send(task, now) }
        if let addresses = names.addresses(of: name, for: task, now: now) { proceed(task, with: addresses, now) }
    }

    private func proceed(_ task: FetchTask, with addresses: [IPAddress], _ now: ContinuousClock.Instant) {
        do throws(FetchFailure) {
            try task.judge(addresses)
        } catch {
            return end(task, .failed(error))
        }
        send(task, now)
    }

    private func send(_ task: FetchTask, _ now: ContinuousClock.Instant) {
        guard now < task.deadline else {
            return end(task, .failed(FetchFailure(.timeout, "no complete answer in time")))
        }
        guard let transfer = idle.popLast() ?? CurlTransfer() else {
            return end(task, .failed(FetchFailure(.badRequest, "out of memory")))
        }
        transfer.prepare(task.plan(now: now), sink: task)
        task.transfer = transfer
        if !multi.add(transfer) {
            recycle(transfer)
            end(task, .failed(FetchFailure(.badRequest, "out of memory")))
        }
    }

    private func finishTransfer(_ transfer: CurlTransfer, _ code: UInt32) {
        guard let task = transfer.sink as? FetchTask else { return }
        let detail = transfer.errorMessage
        recycle(transfer)
        task.transfer = nil
        let unixTime = settings.clock.now()
        if let asked = task.askedSilence(unixTime) { quietHosts.note(task.address, asked: asked, now: unixTime) }
        if let outcome = task.end(curlCode: code, detail: detail, unixTime: unixTime) {
            end(task, outcome)
        } else {
            startHop(task, clock.now)
        }
    }

    private func recycle(_ transfer: CurlTransfer) {
        transfer.forget()
        if !transfer.isSpent { idle.append(transfer) }
    }

    private func end(_ task: FetchTask, _ outcome: FetchOutcome) {
        active[ObjectIdentifier(task)] = nil
        backlog.release(task.hostKey, isAside: task.isAside)
        if !task.isAside { releaseSlot(task.hostKey) }
        put(token: task.request.token, outcome, elapsed: clock.now - task.started, wireBytes: task.wireBytes)
    }

    private func put(token: Int64, _ outcome: FetchOutcome, elapsed: Duration, wireBytes: Int) {
        queue.put(FetchResult(token: token, outcome: outcome, elapsed: elapsed, wireBytes: wireBytes))
    }

    /// Runs twice a second. Counts slow transfers, frees the slots of stalled transfers, and ends transfers whose host
    /// names could not be resolved in time.
    private func sweep() {
        let now = clock.now
        guard now - lastSweep >= .milliseconds(500) else { return }
        lastSweep = now
        for request in backlog.takeRefused(since: now - settings.limits.slotWait) {
            let host = HostBacklog.host(of: request.url)
            let failure = FetchFailure(noSlotOf: host, pause: settings.limits.slotPause)
            put(token: request.token, .failed(failure), elapsed: .zero, wireBytes: 0)
        }
        let slow = active.values.filter { now - $0.started > .seconds(2) }
        slowCount = slow.count
        queue.slowest = slow.min { $0.started < $1.started }.map {
            FetchRun.SlowRequest(token: $0.request.token, started: $0.started)
        }
        for task in active.values where task.isStalled(at: now) {
            task.transfer?.closeConnectionAtEnd()
            if !task.isAside {
                task.isAside = backlog.setAside(task.hostKey, limit: settings.limits.stalledPerHost)
                if task.isAside { releaseSlot(task.hostKey) }
            }
        }
        for task in names.removeWaiting(where: { now >= $0.deadline }) {
            end(task, .failed(FetchFailure(.timeout, "the host name was not resolved in time")))
        }
    }

    private func cancelAll() {
        for task in Array(active.values) {
            if let transfer = task.transfer {
                multi.remove(transfer)
                transfer.forget()
            }
            end(task, .cancelled)
        }
        while let request = backlog.takeAny() { put(token: request.token, .cancelled, elapsed: .zero, wireBytes: 0) }
    }
}
