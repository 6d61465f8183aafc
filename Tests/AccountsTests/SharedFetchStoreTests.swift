import PostgresEngine
import Testing

@testable import Accounts

/// The fetches that the libraries of a host share: a file in `make test`, tables on a server in `make test-postgres`.
@Suite struct SharedFetchStoreTests {
    private let place: ServicePlace
    private let now: Int64 = 1_800_000_000

    init() throws { place = try ServicePlace() }

    /// Opens the store like another process.
    private func store(_ limits: SharedFetchStore.Limits = .init()) throws -> SharedFetchStore {
        if place.engine == .file {
            return SharedFetchStore(try SharedFetchFile(place.folder + "/fetches.db"), limits: limits)
        }
        let database = try #require(try PostgresFetchDatabase.existing(LibraryAddress(place.address)))
        return SharedFetchStore(database, limits: limits)
    }

    private func entry(_ id: Int64, host: String = "example.org:443") -> SharedFetchEntry {
        SharedFetchEntry(id: id, digest: [UInt8(truncatingIfNeeded: id)], host: host)
    }

    @Test("Everything that is known about an address is stored")
    func stored() throws {
        var entry = entry(.min)
        entry.checked = now
        entry.nextFetch = now + 900
        entry.failures = 3
        (entry.etag, entry.lastModified, entry.contentHash) = ("\"a\"", "Mon, 01 Jan 2024 00:00:00 GMT", "abc")
        (entry.finalURL, entry.movedTo, entry.status) = ("https://example.org/a", "https://example.org/b", 200)
        (entry.contentType, entry.contentLocation, entry.links) = ("text/xml", "/c", "<a>; rel=hub\n<b>")
        (entry.maxAge, entry.retryUntil) = (60, now + 5)
        (entry.failure, entry.failureStatus, entry.failureText) = ("httpStatus", 503, "status 503")
        entry.milliseconds = 250
        try store().record(entry, .replaced([1, 2, 3]))
        entry.hasBody = true
        #expect(try store().entries([.min, 5]) == [.min: entry])
        #expect(try store().body(.min) == [1, 2, 3] && store().body(5) == nil)
        try store().record(entry, .none)
        #expect(try store().body(.min) == [1, 2, 3])
        // A result that is older than the known one changes nothing.
        var older = entry
        older.checked -= 1
        older.etag = "\"older\""
        try store().record(older, .removed)
        #expect(try store().entries([.min])[.min] == entry)
        try store().record(entry, .removed)
        #expect(try store().body(.min) == nil)
    }

    @Test("One run claims an address at a time, until it releases the claim, records a result, or its claim expires")
    func claims() throws {
        let (first, second) = try (store(), store())
        func claim(_ store: SharedFetchStore, _ run: String, at time: Int64) throws -> (isFree: Bool, busy: Set<String>)
        {
            var out = (isFree: false, busy: Set<String>())
            try store.claim([7], for: run, now: time) { known, busy in
                out = (known[7]?.claim == nil, busy)
                return out.isFree ? [known[7] ?? entry(7)] : []
            }
            return out
        }
        #expect(try claim(first, "a", at: now).isFree)
        let refused = try claim(second, "b", at: now)
        #expect(!refused.isFree && refused.busy == ["example.org:443"])
        try first.release("a")
        #expect(try claim(second, "b", at: now).isFree)
        var result = entry(7)
        result.checked = now
        try second.record(result, .none)
        #expect(try claim(first, "a", at: now).isFree)
        // A server compares with its own clock.
        if place.engine == .file {
            let late = now + SharedFetchStore.claimSeconds
            try first.renew("a", now: now + 10)
            #expect(try !claim(second, "b", at: late).isFree)
            #expect(try claim(second, "b", at: late + 10).isFree)
        }
    }

    @Test("Old bodies and addresses are removed, and the oldest bodies above the limit")
    func tidy() throws {
        var limits = SharedFetchStore.Limits()
        limits.maxBodyBytes = 250
        let store = try store(limits)
        for (id, age) in [(1, 0), (2, 10), (3, 20), (4, 3 * 86_400), (5, 40 * 86_400)] as [(Int64, Int64)] {
            var entry = entry(id)
            entry.checked = now - age
            try store.record(entry, .replaced([UInt8](repeating: 1, count: 100)))
        }
        try store.keep(quietHosts: ["a.example": now + 60, "b.example": now])
        try store.tidy(now: now)
        let known = try store.entries([1, 2, 3, 4, 5])
        #expect(known.keys.sorted() == [1, 2, 3, 4])
        #expect(known.values.filter(\.hasBody).map(\.id).sorted() == [1, 2])
        #expect(try store.quietHosts(now: now) == ["a.example": now + 60])
        try store.keep(quietHosts: ["a.example": now + 90])
        #expect(try self.store().quietHosts(now: now) == ["a.example": now + 90])
    }

    @Test("A large body is not stored, and bodies above the limit are removed while others are stored")
    func large() throws {
        let store = try store()
        var entry = entry(1)
        entry.checked = now
        try store.record(entry, .replaced([UInt8](repeating: 1, count: 2 << 20)))
        #expect(try store.body(1)?.count == 2 << 20)
        try store.record(entry, .replaced([UInt8](repeating: 1, count: (2 << 20) + 1)))
        #expect(try store.body(1) == nil)
        var limits = SharedFetchStore.Limits()
        (limits.maxBodyBytes, limits.bytesBetween) = (250, 300)
        let small = try self.store(limits)
        for id in 2...7 as ClosedRange<Int64> {
            var entry = self.entry(id)
            entry.checked = now + id
            try small.record(entry, .replaced([UInt8](repeating: 1, count: 100)))
        }
        #expect(try small.entries(Array(2...7)).values.filter(\.hasBody).map(\.id).sorted() == [6, 7])
    }

    /// Stores a body of 100 bytes for an address that these libraries use.
    private func store(_ id: Int64, age: Int64 = 0, of libraries: [Int64], _ store: SharedFetchStore) throws {
        var entry = entry(id)
        entry.checked = now - age
        for library in libraries { try store.use([id], by: library) }
        try store.record(entry, .replaced([UInt8](repeating: 1, count: 100)))
    }

    @Test("A library that uses many bodies does not displace those of others, and its oldest ones are removed first")
    func shares() throws {
        var limits = SharedFetchStore.Limits()
        limits.maxBodyBytes = 500
        let store = try store(limits)
        // The bodies of the second library are the oldest of all.
        for id in 1...2 as ClosedRange<Int64> { try self.store(id, age: 100 - id, of: [2], store) }
        // Both libraries use this one.
        try self.store(3, age: 50, of: [1, 2], store)
        for id in 10...29 as ClosedRange<Int64> { try self.store(id, age: 40 - id, of: [1], store) }
        try store.tidy(now: now)
        let known = try store.entries(Array(1...29)).values.filter(\.hasBody).map(\.id).sorted()
        #expect(known == [1, 2, 3, 28, 29])
    }

    @Test("The addresses that only a removed account has used are removed with it, and others stay")
    func removedLibrary() throws {
        let store = try store()
        try self.store(1, of: [1], store)
        try self.store(2, of: [1, 2], store)
        try self.store(3, of: [], store)
        try store.removeUses(exceptOf: [1, 2])
        #expect(try store.entries([1, 2, 3]).count == 3)
        try self.store().removeUses(exceptOf: [2])
        #expect(try store.entries([1, 2, 3]).keys.sorted() == [2, 3])
        #expect(try store.body(1) == nil && store.body(2) != nil)
        try store.removeUses(exceptOf: [])
        #expect(try store.entries([1, 2, 3]).keys.sorted() == [3])
    }

    @Test("Messages of a hub within a minute count as one, and a fetch ends them unless another arrives during it")
    func hints() throws {
        let store = try store()
        try self.store(1, age: 600, of: [1], store)
        func entry() throws -> SharedFetchEntry { try #require(try store.entries([1])[1]) }
        try store.hint(1, now: now)
        #expect(try entry().hinted == now)
        var fetched = try entry()
        fetched.checked = now
        try store.record(fetched, .none)
        #expect(try entry().hinted == -now)
        for seconds in [0, 5, 59] as [Int64] { try store.hint(1, now: now + seconds) }
        #expect(try entry().hinted == -now)
        try store.hint(1, now: now + 60)
        fetched = try entry()
        #expect(fetched.hinted == now + 60)
        try store.hint(1, now: now + 120)
        fetched.checked = now + 121
        try store.record(fetched, .none)
        #expect(try entry().hinted == now + 120)
        try store.endHint(entry())
        #expect(try entry().hinted == -(now + 120))
    }

    @Test("The store returns the total sizes of feed bodies and of icons")
    func sizes() throws {
        let store = try store()
        #expect(try store.byteCounts() == (0, 0))
        try self.store(1, of: [1], store)
        var icon = SharedFetchEntry(id: 2, digest: [2], host: SharedFetchEntry.iconHost)
        icon.checked = now
        try store.record(icon, .replaced([1, 2, 3]))
        #expect(try store.byteCounts() == (100, 3))
    }
}
