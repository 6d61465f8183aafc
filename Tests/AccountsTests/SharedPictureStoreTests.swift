import Foundation
import Testing

@testable import Accounts

/// The pictures that the libraries of a host have fetched. They are in a file of each machine with both engines.
@Suite struct SharedPictureStoreTests {
    private let place: ServicePlace
    private let now: Int64 = 1_800_000_000
    private let anna = SharedPictureStore.User(library: 1)
    private let ben = SharedPictureStore.User(library: 2)

    init() throws { place = try ServicePlace(.file) }

    private func store(_ limits: SharedPictureStore.Limits = .init()) throws -> SharedPictureStore {
        try SharedPictureStore(place.folder + "/pictures.db", limits: limits)
    }

    private func picture(_ text: String) -> SharedPictureStore.Picture { .init(Array(text.utf8), size: (4, 3)) }

    @Test("A picture is found only by the user for whom it was fetched, although equal pictures are stored once")
    func own() throws {
        let store = try store()
        let (u, member) = ("https://example.org/a.png", SharedPictureStore.User(library: 1, member: 7))
        try store.keep(picture("a"), of: u, for: anna, now: now)
        for other in [ben, member] {
            #expect(try store.bytes(of: u, for: other, now: now) == nil && store.size(of: u, for: other) == nil)
        }
        try store.keep(picture("a"), of: u, for: ben, now: now)
        #expect(try store.total() == (1, 1))
        let size = try #require(try store.size(of: u, for: ben))
        #expect(size == (4, 3))
        // The site has another picture now. The first user still has the one that was fetched for it.
        try store.keep(picture("bb"), of: u, for: ben, now: now)
        #expect(try store.bytes(of: u, for: anna, now: now) == Array("a".utf8))
        #expect(try store.bytes(of: u, for: ben, now: now) == Array("bb".utf8))
        #expect(try store.total() == (3, 2))
        let file = try Data(contentsOf: URL(fileURLWithPath: place.folder + "/pictures.db-wal"))
        #expect(file.range(of: Data("example.org".utf8)) == nil)
        #expect(try place.mode(place.folder + "/pictures.db") == 0o600)
    }

    @Test("If the store is full, the oldest pictures of the user with the most are removed, and others keep theirs")
    func shares() throws {
        var limits = SharedPictureStore.Limits()
        (limits.maxBytes, limits.writesBetween) = (100, 1)
        let store = try store(limits)
        for n in 0..<3 { try store.keep(picture("ben's picture \(n)"), of: "b\(n)", for: ben, now: now - 100) }
        for n in 10..<50 {
            try store.keep(picture("picture of anna \(n)"), of: "a\(n)", for: anna, now: now + Int64(n))
        }
        for n in 0..<3 { #expect(try store.bytes(of: "b\(n)", for: ben, now: now) != nil) }
        let kept = try (10..<50).filter { try store.bytes(of: "a\($0)", for: anna, now: now + 50) != nil }
        #expect(kept == [47, 48, 49])
        #expect(try store.total().byteCount <= 100)
    }

    @Test("The pictures of one user are limited, and so is the number of all, whatever others have fetched")
    func limits() throws {
        var limits = SharedPictureStore.Limits()
        (limits.maxBytesOfUser, limits.maxPicturesOfUser, limits.writesBetween) = (30, 5, 1)
        let store = try store(limits)
        // Pictures that another user has, too, count in full.
        for n in 0..<4 { try store.keep(picture("0123456789\(n)"), of: "\(n)", for: ben, now: now + Int64(n)) }
        for n in 0..<4 { try store.keep(picture("0123456789\(n)"), of: "\(n)", for: anna, now: now + Int64(n)) }
        for user in [anna, ben] {
            let kept = try (0..<4).filter { try store.bytes(of: "\($0)", for: user, now: now + 4) != nil }
            #expect(kept == [2, 3])
        }
        for n in 10..<20 { try store.keep(picture("\(n)"), of: "\(n)", for: ben, now: now + Int64(n)) }
        #expect(try (10..<20).filter { try store.bytes(of: "\($0)", for: ben, now: now + 20) != nil } == Array(15..<20))
        (limits.maxBytesOfUser, limits.maxPictures) = (1_000, 3)
        try self.store(limits).tidy(now: now + 20)
        #expect(try store.total().count == 3)
    }

    @Test("A picture is removed 30 days after its last use, and with its account")
    func removed() throws {
        let store = try store()
        for (n, user) in [anna, ben, ben].enumerated() {
            try store.keep(picture("\(n)"), of: "\(n)", for: user, now: now)
        }
        _ = try store.bytes(of: "1", for: ben, now: now + 20 * 86_400)
        try store.tidy(now: now + 31 * 86_400)
        #expect(try store.total().count == 1)
        #expect(try store.bytes(of: "1", for: ben, now: now + 31 * 86_400) != nil)
        try store.removeUses(exceptOf: [1])
        #expect(try store.total() == (0, 0))
    }

    @Test("A damaged file is replaced")
    func damaged() throws {
        let store = try store()
        try store.keep(picture("a"), of: "a", for: anna, now: now)
        let path = place.folder + "/pictures.db"
        for suffix in ["-wal", "-shm"] { try FileManager.default.removeItem(atPath: path + suffix) }
        try Data(repeating: 7, count: 8_192).write(to: URL(fileURLWithPath: path))
        let next = try self.store()
        #expect(try next.total() == (0, 0))
        try next.keep(picture("a"), of: "a", for: anna, now: now)
        #expect(try next.bytes(of: "a", for: anna, now: now) == Array("a".utf8))
    }
}
