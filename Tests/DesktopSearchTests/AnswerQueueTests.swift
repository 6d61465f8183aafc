import Dispatch
import Pipelines
import System
import Testing

@testable import DesktopSearch

@Suite struct AnswerQueueTests {
    /// Replies in their order, by the name of the work.
    private final class Log: Sendable {
        private let entries = Locked<[String]>([])
        private let done = DispatchSemaphore(value: 0)

        func add(_ entry: String) {
            entries.withLock { $0.append(entry) }
            done.signal()
        }

        func wait(_ count: Int) -> [String] {
            for _ in 0..<count { _ = done.wait(timeout: .now() + 60) }
            return entries.withLock { $0 }
        }
    }

    private func work(
        _ name: String, search: String?, _ log: Log, _ body: @escaping @Sendable (Deadline) -> Void = { _ in }
    ) -> AnswerQueue.Work {
        AnswerQueue.Work(
            search: search, superseded: .failed("superseded"),
            answer: { deadline in
                body(deadline)
                return .failed(deadline.isCancelled ? "cancelled" : "answered")
            }, reply: { if case .failure(_, let text) = $0 { log.add("\(name) \(text)") } })
    }

    @Test(
        "A newer search of a shell replaces its older ones: the waiting one is answered at once, the running one is cancelled"
    )
    func superseded() {
        let queue = AnswerQueue()
        let log = Log()
        let started = DispatchSemaphore(value: 0)
        queue.add(
            work("first", search: "a", log) { deadline in
                started.signal()
                while !deadline.isCancelled {}
            })
        started.wait()
        queue.add(work("other shell", search: "b", log))
        // The first one ends only when this one cancels it.
        queue.add(work("second", search: "a", log))
        queue.add(work("third", search: "a", log))
        let replies = log.wait(4)
        #expect(Set(replies.prefix(2)).isSubset(of: ["first cancelled", "second superseded", "second answered"]))
        #expect(replies.contains("third answered"))
        #expect(replies.contains("other shell answered"))
    }

    @Test("Of searches that wait the newest is answered first, after calls that are no searches")
    func order() {
        let queue = AnswerQueue()
        let log = Log()
        let (started, go) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        queue.add(
            work("blocker", search: nil, log) { _ in
                started.signal()
                go.wait()
            })
        started.wait()
        for name in ["a", "b", "c"] { queue.add(work(name, search: name, log)) }
        queue.add(work("open", search: nil, log))
        go.signal()
        #expect(log.wait(5).map { $0.split(separator: " ")[0] } == ["blocker", "open", "c", "b", "a"])
    }

    @Test("Calls beyond a limit are refused, and each call has one reply")
    func limit() {
        let queue = AnswerQueue()
        let log = Log()
        let (started, go) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        queue.add(
            work("blocker", search: nil, log) { _ in
                started.signal()
                go.wait()
            })
        started.wait()
        let count = AnswerQueue.maxWaiting + 10
        for number in 0..<count { queue.add(work("\(number)", search: nil, log)) }
        go.signal()
        let replies = log.wait(count + 1)
        #expect(replies.filter { $0.hasSuffix("too many calls") }.count == 10)
        #expect(Set(replies).count == count + 1)
    }
}
