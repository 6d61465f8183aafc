import Articles
import StorageTestSupport
import System
import Testing

@Suite struct ArrivalTimeTests {
    /// A clock that is a minute later whenever it is read.
    private final class Minutes: Sendable {
        private let minutes = Locked(Int64(0))

        func read() -> Int64 {
            testTime
                + minutes.withLock { minutes in
                    minutes += 1
                    return minutes * 60
                }
        }
    }

    @Test(
        "Each transaction of a load dates its articles itself; a date of the input stays", arguments: StorageEngine.all)
    func transactions(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        let store = try library.open()
        let clock = Minutes()
        store.time = { clock.read() }
        var given = draft("c", "three", "given")
        given.received = 1_000
        try store.insert([draft("a", "one", "first"), draft("b", "two", "second"), given], batchSize: 1)
        let received = try [1, 2, 3].map { n in try #require(try store.article(n)).received }
        #expect(received[0] < received[1] && received[2] == 1_000)
        let stored = try store.storingTimes(of: [1, 2, 3, 4])
        #expect(stored.keys.sorted() == [1, 2, 3])
        let times = try [1, 2, 3].map { try #require(stored[$0]) }
        #expect(received[0] < times[0] && times[0] < times[1] && times[1] < times[2])
        #expect(try store.newestArticle(storedBefore: times[0]) == 0)
        #expect(try store.newestArticle(storedBefore: times[0] + 1) == 1)
        #expect(try store.newestArticle(storedBefore: times[2]) == 2)
        #expect(try store.newestArticle(storedBefore: .max) == 3)
    }

    @Test("A clock that was ahead once does not hide what was stored before and after", arguments: StorageEngine.all)
    func clockAhead(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        let store = try library.open()
        for (id, time) in [("a", Int64(0)), ("b", 365 * 86_400), ("c", 60)] {
            store.time = { testTime + time }
            try store.insert([draft(id, id, id)])
        }
        #expect(try store.newestArticle(storedBefore: testTime + 30) == 1)
        #expect(try store.newestArticle(storedBefore: testTime + 61) == 3)
    }
}
