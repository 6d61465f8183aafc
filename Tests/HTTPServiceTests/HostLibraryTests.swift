import Accounts
import Articles
import Dispatch
import FeedLibrary
import Foundation
import HTTPServer
import Messages
import ServiceTestSupport
import System
import Testing

@testable import HTTPService

/// The resources that the accounts of a host share: open libraries and event streams.
@Suite(.fewAtOnce) struct HostLibraryTests {
    private func count(_ library: ServedLibrary) async throws -> Int {
        try await library.read(in: .english) { try $0.store.storeStatistics().articles }
    }

    @Test("After a library has moved, requests that began before still read the former place, and new ones the new")
    func moved() async throws {
        let fixture = try HostFixture()
        let entry = try fixture.add("anna")
        try fixture.store(3, of: "former", in: entry)
        let host = try #require(fixture.service.host)
        let former = try host.library(entry)
        #expect(try await count(former) == 3)
        let ben = try fixture.add("ben")
        try fixture.store(5, of: "newer", in: ben)
        let place = FileSystem.parent(try fixture.place.location(of: ben.address))
        try FileManager.default.copyItem(atPath: place, toPath: fixture.folder + "/moved")
        let moved = try fixture.accounts.change(entry, to: .ready, address: "moved/feedsearch.db")
        let current = try host.library(moved)
        #expect(current !== former)
        for _ in 0..<2 {
            #expect(try await count(current) == 5)
            #expect(try await count(former) == 3)
        }
    }

    @Test("A library in use is neither closed as idle nor for another one")
    func inUse() async throws {
        let fixture = try HostFixture { options in
            options.maxLibraries = 1
            options.idleSeconds = 10
        }
        let host = try #require(fixture.service.host)
        let anna = try host.library(fixture.add("anna"))
        let ben = try host.library(fixture.add("ben"))
        let began = DispatchSemaphore(value: 0)
        let gate = DispatchSemaphore(value: 0)
        let reading = Task {
            try await anna.read(in: .english) { library in
                began.signal()
                gate.wait()
                return try library.store.storeStatistics().articles
            }
        }
        await Task.detached { Self.wait(began) }.value
        fixture.monotonic.withLock { $0 += 100 }
        host.closeIdle()
        #expect(host.openCount == 1 && host.idleSeconds(of: anna.number ?? 0) == 0)
        let waiting = Task { try await count(ben) }
        // Wait longer than a request waits for a library.
        fixture.monotonic.withLock { $0 += 100 }
        try await Task.sleep(for: .milliseconds(100))
        fixture.monotonic.withLock { $0 += 100 }
        await #expect(throws: Problem.self) { try await waiting.value }
        gate.signal()
        #expect(try await reading.value == 0)
        #expect(try await count(ben) == 0)
        #expect(host.openCount == 1)
        fixture.monotonic.withLock { $0 += 100 }
        host.closeIdle()
        #expect(host.openCount == 0)
    }

    private static func wait(_ semaphore: DispatchSemaphore) { semaphore.wait() }

    @Test("A library that a request is about to use keeps its jobs, however long it was unused before")
    func touched() throws {
        let fixture = try HostFixture()
        let entry = try fixture.add("anna")
        let host = try #require(fixture.service.host)
        let first = try host.library(entry)
        fixture.monotonic.withLock { $0 += 3_700 }
        #expect(try host.library(entry) === first)
        host.closeIdle()
        #expect(try host.library(entry) === first)
        fixture.monotonic.withLock { $0 += 3_700 }
        host.closeIdle()
        #expect(host.servedCount == 0)
    }

    @Test("Event streams of libraries on servers get at most half of the connections, and give them back")
    func streams() throws {
        let fixture = try HostFixture { $0.maxServerConnections = 5 }
        let host = try #require(fixture.service.host)
        for _ in 0..<2 {
            try host.beginFollowing()
            try host.beginFollowing()
            #expect {
                try host.beginFollowing()
            } throws: { error in
                (error as? Problem).map { $0.status == 503 && $0.code == "tooManyStreams" } ?? false
            }
            host.endFollowing()
            host.endFollowing()
        }
    }

    @Test("A refused event stream leaves nothing behind, and a later one begins")
    func refusedStream() async throws {
        let fixture = try HostFixture()
        let path = try fixture.place.location(of: fixture.add("anna").address)
        let isFull = Locked(true)
        let counts = Locked((begun: 0, ended: 0))
        let watch = ChangeWatch(
            accounts: fixture.accounts, jobs: JobQueue(clock: .system),
            begin: {
                if isFull.withLock({ $0 }) { throw Problem(503, "tooManyStreams", .httpTooManyStreams) }
                counts.withLock { $0.begun += 1 }
            }, end: { counts.withLock { $0.ended += 1 } },
            open: { try Library(path: path, for: .reading) })
        #expect(throws: Problem.self) { _ = try watch.follow(nil, .articles) }
        #expect(!watch.isFollowed)
        isFull.withLock { $0 = false }
        for await change in try watch.follow(nil, .articles) {
            #expect(change != nil && counts.withLock { $0.ended } == 0)
            break
        }
        #expect(try await EventFollower.until { counts.withLock { $0 == (1, 1) } })
    }
}
