/// Requests that wait for a free slot at their host. Hosts take turns, so that no host delays the others.
struct HostBacklog {
    private struct Host {
        /// The number of transfers that count towards `perHost`.
        var active = 0
        /// The number of stalled transfers, which do not count towards `perHost`.
        var stalled = 0
        var waiting: [FetchRequest] = []
        var first = 0
        var isQueued = false
        /// The time since which other runs have used all slots.
        var refusedSince: ContinuousClock.Instant?
    }

    private var hosts: [String: Host] = [:]
    /// The queue of hosts that may have both a waiting request and a free slot.
    private var turn: [String] = []
    private var turnFirst = 0
    /// Hosts without a free slot because of other runs.
    private var busyElsewhere: [String] = []
    private(set) var waitingCount = 0

    var isEmpty: Bool { waitingCount == 0 }

    mutating func add(_ request: FetchRequest) {
        let key = Self.host(of: request.url)
        hosts[key, default: Host()].waiting.append(request)
        waitingCount += 1
        queue(key)
    }

    /// Queues again the hosts whose slots were all used by other runs when `takeReady` tried them.
    mutating func retryBusyHosts() {
        let hosts = busyElsewhere
        busyElsewhere = []
        for host in hosts { queue(host) }
    }

    /// Takes a request whose host has a free slot. The slot stays occupied until `release` is called.
    ///
    /// - Parameter takeSlot: takes one of the host's slots, which all runs share; returns false if none is free.
    mutating func takeReady(
        perHost: Int, now: ContinuousClock.Instant = .now, takeSlot: (String) -> Bool = { _ in true }
    ) -> (request: FetchRequest, host: String)? {
        while turnFirst < turn.count {
            let key = turn[turnFirst]
            turnFirst += 1
            if turnFirst > 1024, turnFirst * 2 > turn.count {
                turn.removeFirst(turnFirst)
                turnFirst = 0
            }
            hosts[key]?.isQueued = false
            guard let host = hosts[key], host.first < host.waiting.count, host.active < perHost else { continue }
            guard takeSlot(key) else {
                busyElsewhere.append(key)
                if host.refusedSince == nil { hosts[key]?.refusedSince = now }
                continue
            }
            hosts[key]?.refusedSince = nil
            hosts[key]?.active += 1
            let request = pop(key)
            queue(key)
            return request.map { ($0, key) }
        }
        return nil
    }

    /// Takes the requests to hosts whose slots have all been used by other runs since `time` or earlier.
    mutating func takeRefused(since time: ContinuousClock.Instant) -> [FetchRequest] {
        var requests: [FetchRequest] = []
        for key in busyElsewhere {
            guard let host = hosts[key], host.active == 0, let since = host.refusedSince, since <= time else {
                continue
            }
            for _ in host.first..<host.waiting.count {
                if let request = pop(key) { requests.append(request) }
            }
            hosts[key]?.refusedSince = nil
            if host.stalled == 0 { hosts[key] = nil }
        }
        return requests
    }

    /// Frees the slot of a stalled transfer.
    ///
    /// - Returns: false if the host already has `limit` stalled transfers; the transfer then keeps its slot.
    mutating func setAside(_ key: String, limit: Int) -> Bool {
        guard let host = hosts[key], host.stalled < limit else { return false }
        hosts[key]?.stalled += 1
        hosts[key]?.active -= 1
        if host.first < host.waiting.count { queue(key) }
        return true
    }

    /// Removes a transfer that has ended.
    ///
    /// - Parameter isAside: whether `setAside` has already freed the slot of the transfer.
    mutating func release(_ key: String, isAside: Bool = false) {
        if isAside { hosts[key]?.stalled -= 1 } else { hosts[key]?.active -= 1 }
        guard let host = hosts[key] else { return }
        if host.first < host.waiting.count {
            queue(key)
        } else if host.active == 0, host.stalled == 0 {
            hosts[key] = nil
        }
    }

    /// Takes any request, ignoring its host's limit.
    mutating func takeAny() -> FetchRequest? {
        guard let key = hosts.first(where: { $0.value.first < $0.value.waiting.count })?.key else { return nil }
        return pop(key)
    }

    // MARK: -

    private mutating func queue(_ key: String) {
        guard hosts[key]?.isQueued == false else { return }
        hosts[key]?.isQueued = true
        turn.append(key)
    }

    private mutating func pop(_ key: String) -> FetchRequest? {
        guard let first = hosts[key]?.first, let request = hosts[key]?.waiting[first] else { return nil }
        waitingCount -= 1
        hosts[key]?.first += 1
        let count = hosts[key]?.waiting.count ?? 0
        if first + 1 == count {
            hosts[key]?.waiting = []
            hosts[key]?.first = 0
        } else if first >= 256, first * 2 > count {
            hosts[key]?.waiting.removeFirst(first + 1)
            hosts[key]?.first = 0
        }
        return request
    }

    /// The host and port as written in an address, which is precise enough for a limit.
    static func host(of url: String) -> String {
        let utf8 = Array(url.utf8.prefix(300))
        guard let colon = utf8.firstIndex(of: UInt8(ascii: ":")), utf8.count > colon + 3 else { return "" }
        let end = utf8[(colon + 3)...].firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? utf8.count
        return String(decoding: utf8[(colon + 3)..<end], as: UTF8.self).lowercased()
    }
}
