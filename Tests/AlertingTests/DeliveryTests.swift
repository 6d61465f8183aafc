import Articles
import Foundation
import StorageTestSupport
import Testing

@testable import Alerting

@Suite struct DeliveryTests {
    private func lines(_ path: String) -> [[String: Any]] {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return [] }
        return text.split(separator: "\n").compactMap {
            try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
        }
    }

    private func articles(_ message: [String: Any]) -> [Int] {
        let data = message["data"] as? [String: Any]
        return (data?["articles"] as? [[String: Any]] ?? []).compactMap { $0["n"] as? Int }
    }

    /// A command that appends what it reads to a file.
    private func appending(to path: String) -> String { "command:[\"sh\",\"-c\",\"cat >> '\(path)'\"]" }

    @Test("A match is delivered once, by its command, and not again after an edit", arguments: StorageEngine.all)
    func once(_ engine: StorageEngine) throws {
        let outbox = try Outbox(engine)
        try outbox.save("tea", "tea", appending(to: outbox.path("out")))
        try outbox.insert([("1", "tea", "green"), ("2", "coffee", "black")])
        #expect(try outbox.deliver().delivered == 1)
        #expect(try outbox.deliver().delivered == 0)
        try outbox.insert([("1", "tea", "black")])
        #expect(try outbox.deliver().delivered == 0)
        #expect(lines(outbox.path("out")).map(articles) == [[1]])
    }

    @Test("A command that fails is tried again with the same id, after a wait that grows", arguments: StorageEngine.all)
    func retries(_ engine: StorageEngine) throws {
        let outbox = try Outbox(engine)
        let marker = outbox.path("ready")
        let out = outbox.path("out")
        try outbox.save("tea", "tea", "command:[\"sh\",\"-c\",\"cat >> '\(out)'; test -e '\(marker)'\"]")
        try outbox.insert([("1", "tea", "green")])
        #expect(try outbox.deliver().failed == 1)
        #expect(try outbox.deliver().failed == 0)
        outbox.clock.pass(30)
        #expect(try outbox.deliver().failed == 1)
        outbox.clock.pass(59)
        #expect(try outbox.deliver() == AlertDeliverer.Report())
        try Data().write(to: URL(fileURLWithPath: marker))
        outbox.clock.pass(1)
        #expect(try outbox.deliver().delivered == 1)
        let ids = lines(out).compactMap { $0["id"] as? String }
        #expect(ids.count == 3)
        #expect(Set(ids).count == 1)
    }

    @Test("After its last attempt a delivery is given up, listed, and can be tried again", arguments: StorageEngine.all)
    func deadLetters(_ engine: StorageEngine) throws {
        let outbox = try Outbox(engine)
        outbox.environment.backOff.maxAttempts = 2
        try outbox.save("tea", "tea", "command:false")
        try outbox.insert([("1", "tea", "green")])
        try outbox.deliver()
        outbox.clock.pass(100)
        #expect(try outbox.deliver().dead == 1)
        outbox.clock.pass(100_000)
        #expect(try outbox.deliver() == AlertDeliverer.Report())
        let dead = try outbox.store.deliveries(state: .dead, search: nil, limit: 10)
        #expect(dead.map(\.failure) == ["the command ended with 1"])
        #expect(try outbox.store.retryAlerts(of: nil, now: outbox.clock.now) == 1)
        #expect(try outbox.deliver().failed == 1)
    }

    @Test("A digest waits for its time and tells of all together", arguments: StorageEngine.all)
    func digest(_ engine: StorageEngine) throws {
        let outbox = try Outbox(engine)
        try outbox.save("tea", "tea", appending(to: outbox.path("out"))) { $0.digest = "1h" }
        try outbox.insert([("1", "tea", "green")])
        outbox.clock.pass(1_800)
        try outbox.insert([("2", "tea", "black")])
        #expect(try outbox.deliver().delivered == 0)
        let deliverer = AlertDeliverer(store: outbox.store, environment: outbox.environment)
        #expect(try deliverer.nextDue() == outbox.clock.now + 1_800)
        outbox.clock.pass(1_800)
        #expect(try outbox.deliver().delivered == 1)
        #expect(lines(outbox.path("out")).map(articles) == [[1, 2]])
    }

    @Test("Nothing is told in quiet hours; it is told when they end", arguments: StorageEngine.all)
    func quiet(_ engine: StorageEngine) throws {
        let outbox = try Outbox(engine)
        try outbox.save("tea", "tea", appending(to: outbox.path("out"))) { $0.quietHours = "22:00-07:00" }
        try outbox.insert([("1", "tea", "green")])
        #expect(try outbox.deliver().delivered == 0)
        outbox.clock.pass(9 * 3_600)
        #expect(try outbox.deliver().delivered == 1)
    }

    @Test("A story that two articles tell is told once", arguments: StorageEngine.all)
    func folded(_ engine: StorageEngine) throws {
        let outbox = try Outbox(engine)
        try outbox.save("tea", "tea", appending(to: outbox.path("out")))
        let story = String(repeating: "Green tea is grown in the hills. ", count: 12)
        try outbox.insert([("1", "Tea", story), ("2", "Tea!", story)])
        try outbox.deliver()
        try outbox.insert([("3", "tea", story), ("4", "Tea news", "another")])
        try outbox.deliver()
        #expect(lines(outbox.path("out")).map(articles) == [[1], [4]])
        let folded = lines(outbox.path("out")).map { ($0["data"] as? [String: Any])?["folded"] as? Int }
        #expect(folded == [1, 1])
    }

    @Test(
        "A copy of what a search alerted for long ago alerts no more, but for another search",
        arguments: StorageEngine.all)
    func foldedLater(_ engine: StorageEngine) throws {
        let outbox = try Outbox(engine)
        try outbox.save("tea", "tea", appending(to: outbox.path("out")))
        let story = (0..<60).map { "leaf\($0)" }.joined(separator: " ")
        try outbox.insert([("1", "Tea from the hills", story)])
        try outbox.deliver()
        for number in 0..<60 { try outbox.insert([("x\(number)", "tea \(number)", "")]) }
        try outbox.deliver()
        outbox.clock.pass(30 * 86_400)
        try outbox.save("hills", "hills", appending(to: outbox.path("other")))
        try outbox.insert([("2", "Tea from the Hills", story)])
        try outbox.deliver()
        #expect(lines(outbox.path("out")).flatMap(articles).filter { $0 == 62 } == [])
        #expect(lines(outbox.path("other")).map(articles) == [[62]])
    }

    @Test(
        "A flood of matches is a few messages, within the limit of a channel a minute", arguments: StorageEngine.all)
    func flood(_ engine: StorageEngine) throws {
        let outbox = try Outbox(engine)
        try outbox.save("tea", "tea", appending(to: outbox.path("out")))
        try outbox.insert((0..<120).map { ("\($0)", "tea \($0)", "") })
        #expect(try outbox.deliver().delivered == 3)
        for number in 200..<300 {
            try outbox.insert([("\(number)", "tea \(number)", "")])
            try outbox.deliver()
        }
        #expect(lines(outbox.path("out")).count == 60)
        outbox.clock.pass(61)
        try outbox.deliver()
        outbox.clock.pass(61)
        try outbox.deliver()
        #expect(Set(lines(outbox.path("out")).flatMap(articles)).count == 220)
    }

    @Test("A command sees the text of an article on its standard input only", arguments: StorageEngine.all)
    func commandArguments(_ engine: StorageEngine) throws {
        let outbox = try Outbox(engine)
        let out = outbox.path("out")
        try outbox.save(
            "tea", "tea", "command:[\"sh\",\"-c\",\"printf '%s|' \\\"$0\\\" \\\"$@\\\" > '\(out)'\",\"x\",\"$(id)\"]")
        try outbox.insert([("1", "tea $(touch /tmp/x)\r\n--flag", "")])
        #expect(try outbox.deliver().delivered == 1)
        #expect(try String(contentsOfFile: out, encoding: .utf8) == "x|$(id)|")
    }

    @Test("A command that does not end is ended", arguments: StorageEngine.all)
    func endless(_ engine: StorageEngine) throws {
        let outbox = try Outbox(engine)
        outbox.environment.commandTimeout = .milliseconds(200)
        try outbox.save("tea", "tea", "command:sleep 60")
        try outbox.insert([("1", "tea", "")])
        #expect(try outbox.deliver().failed == 1)
    }

    @Test("A feed file holds what was told, newest first, and is whole at any time", arguments: StorageEngine.all)
    func feedFile(_ engine: StorageEngine) throws {
        let outbox = try Outbox(engine)
        try outbox.save("tea <&>", "tea", "feed:" + outbox.path("tea.atom"))
        try outbox.save("json", "tea", "feed:" + outbox.path("tea.json"))
        try outbox.insert([("1", "tea & <b>milk</b>\u{8}", "green ]]> text")])
        try outbox.deliver()
        outbox.clock.pass(60)
        try outbox.insert([("2", "black tea", "")])
        try outbox.deliver()
        let document = try XMLCheck.titles(Data(contentsOf: URL(fileURLWithPath: outbox.path("tea.atom"))))
        #expect(document == ["tea <&>", "black tea", "tea & <b>milk</b>"])
        let json =
            try JSONSerialization.jsonObject(
                with: Data(contentsOf: URL(fileURLWithPath: outbox.path("tea.json")))) as? [String: Any]
        let items = json?["items"] as? [[String: Any]]
        #expect(items?.map { $0["title"] as? String } == ["black tea", "tea & <b>milk</b>\u{8}"])
        #expect(Set(items?.compactMap { $0["id"] as? String } ?? []).count == 2)
    }

    @Test("Messages for the terminal wait for a process that has one", arguments: StorageEngine.all)
    func terminal(_ engine: StorageEngine) throws {
        let outbox = try Outbox(engine)
        try outbox.save("tea", "tea", "terminal")
        try outbox.insert([("1", "tea", "")])
        #expect(try outbox.deliver().delivered == 0)
        outbox.environment.terminal = { _ in }
        #expect(try outbox.deliver().delivered == 1)
    }

    @Test("Only one process delivers at a time", arguments: StorageEngine.all)
    func lock(_ engine: StorageEngine) throws {
        let outbox = try Outbox(engine)
        try outbox.save("tea", "tea", "command:true")
        try outbox.insert([("1", "tea", "")])
        let lock = try outbox.store.deliveryLock()
        #expect(lock != nil)
        #expect(try outbox.deliver().isBusy)
        withExtendedLifetime(lock) {}
    }
}
