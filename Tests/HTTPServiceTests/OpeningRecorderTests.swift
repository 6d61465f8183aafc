import Articles
import System
import Testing

@testable import HTTPService

@Suite struct OpeningRecorderTests {
    @Test(
        "Articles opened during a write are recorded together by the next one, up to a limit", .timeLimit(.minutes(60)))
    func bounded() async {
        let (writes, release) = AsyncStream.makeStream(of: [ArticleID].self)
        let (starts, start) = AsyncStream.makeStream(of: Void.self)
        let running = Locked(0)
        let recorder = OpeningRecorder { articles in
            #expect(
                running.withLock {
                    $0 += 1
                    return $0
                } == 1)
            release.yield(articles)
            for await _ in starts { break }
            running.withLock { $0 -= 1 }
        }
        var batches = writes.makeAsyncIterator()
        recorder.note(1)
        #expect(await batches.next() == [1])
        for article in 2...5_000 { recorder.note(Int64(article)) }
        recorder.note(3)
        start.yield()
        #expect(await batches.next() == (2...Int64(OpeningRecorder.maxWaiting + 1)).map(\.self))
        start.yield()
        recorder.note(7)
        #expect(await batches.next() == [7])
        start.finish()
    }
}
