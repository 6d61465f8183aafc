import FeedFetching
import Foundation
import Testing

/// Every scenario of the shared hostile server ends as it must, within its limits, with the canary untouched.
@Suite(.enabled(if: SharedMaterial.root != nil, "../shared is absent"), .serialized)
struct HostileScenarioTests {
    private struct Scenario: Decodable {
        var id: String
        var require: String
    }

    private enum Expected {
        case fetched
        case failed(Set<FetchFailure.Kind>)
        case refused
        case either
    }

    private static let expected: [String: Expected] = [
        "redirect-growing": .failed([.tooManyRedirects]), "redirect-cookie": .either,
        "redirect-private": .refused, "redirect-metadata": .refused, "redirect-ipv6-mapped": .refused,
        "redirect-decimal": .refused, "redirect-ftp": .refused, "redirect-data": .refused,
        "redirect-javascript": .refused, "redirect-crlf": .failed([.httpStatus(404)]),
        "redirect-credentials": .refused, "redirect-huge": .failed([.badAnswer]), "meta-refresh": .fetched,
        "length-too-long": .failed([.badAnswer]), "length-negative": .failed([.badAnswer]),
        "length-huge": .failed([.tooLarge]), "length-overflow": .failed([.tooLarge, .badAnswer]),
        "length-two": .failed([.badAnswer]), "chunk-garbage": .failed([.badAnswer]),
        "chunk-huge": .failed([.badAnswer, .tooLarge]), "chunk-no-end": .failed([.badAnswer]),
        "header-1mb": .failed([.badAnswer]), "header-nul": .either, "status-999": .failed([.httpStatus(999)]),
        "h2c-upgrade": .failed([.httpStatus(101), .badAnswer]), "etag-crlf": .fetched, "set-cookie-flood": .fetched,
        "304-first": .failed([.badAnswer]), "wrong-type": .fetched, "encoding-lie": .failed([.badAnswer]),
        "gzip-truncated": .failed([.badAnswer]), "gzip-trailing": .fetched, "gzip-bomb": .failed([.tooLarge]),
        // The server needs a brotli library for this one, and hangs up without it.
        "br-bomb": .failed([.tooLarge, .badAnswer]), "auth-loop": .failed([.needsSignIn]),
        "auth-digest-crafted": .failed([.needsSignIn]), "feed-grows": .fetched, "infinite-paging": .fetched,
        "favicon-svg": .fetched, "favicon-huge": .failed([.tooLarge]), "robots-none": .failed([.timeout]),
    ]

    @Test("Every hostile scenario ends as it must and never reaches the canary")
    func scenarios() async throws {
        let server = try HostileServer(root: try #require(SharedMaterial.root))
        let scenarios = SharedMaterial.rows("hostile/scenarios.jsonl", as: Scenario.self)
        try #require(scenarios.count > 30)
        let fetcher = try server.fetcher()
        let requests = scenarios.enumerated().map { index, scenario in
            var request = FetchRequest(server.url(scenario.id), token: Int64(index))
            if scenario.id == "robots-none" { request.timeout = .seconds(2) }
            if scenario.id == "redirect-credentials" {
                request.credentials = BasicCredentials(user: "a", password: "b")
            }
            return request
        }
        let before = try PeakMemory.begin()
        var ended = Set<Int64>()
        for await result in fetcher.run(requests) {
            #expect(ended.insert(result.token).inserted)
            let scenario = scenarios[Int(result.token)]
            check(result.outcome, scenario)
            #expect(result.wireBytes <= 11 << 20, "\(scenario.id) read \(result.wireBytes) bytes")
        }
        #expect(ended.count == scenarios.count)
        #expect(try await server.canaryHits().isEmpty)
        for name in ["auth-loop", "auth-digest-crafted", "infinite-paging"] {
            #expect(try await server.seen(name).count == 1, "\(name) was asked for more than once")
        }
        for scenario in scenarios {
            let seen = try await server.seen(scenario.id)
            // A redirect that sets a cookie gets it back, within its own fetch.
            let mayHaveCookie = scenario.id == "redirect-cookie"
            #expect(seen.allSatisfy { !$0.injected && (mayHaveCookie || !$0.cookie) }, "\(scenario.id)")
        }
        // Other suites run in the same process; a bomb that was let off has 1,024 MB.
        #expect(PeakMemory.megabytes < before + 1_000)
    }

    private func check(_ outcome: FetchOutcome, _ scenario: Scenario) {
        guard let expected = Self.expected[scenario.id] else {
            Issue.record("no expectation for \(scenario.id): \(scenario.require)")
            return
        }
        switch (expected, outcome) {
        case (.fetched, .fetched), (.either, .fetched), (.either, .failed): break
        case (.failed(let kinds), .failed(let failure)):
            #expect(kinds.contains(failure.kind), "\(scenario.id): \(failure)")
        case (.refused, .failed(let failure)):
            guard case .refused = failure.kind else {
                Issue.record("\(scenario.id) was not refused: \(failure)")
                return
            }
        default: Issue.record("\(scenario.id) must: \(scenario.require); came: \(String("\(outcome)".prefix(300)))")
        }
    }

    @Test("A crafted validator goes back harmlessly, and credentials do not follow a redirect to another port")
    func secondVisits() async throws {
        let server = try HostileServer(root: try #require(SharedMaterial.root))
        let feed = try await server.fetcher().fetch(FetchRequest(server.url("etag-crlf"))).feed
        var again = FetchRequest(server.url("etag-crlf"))
        again.etag = feed.answer.etag ?? "a\r\nX-Injected: 1"
        again.lastModified = "x\r\nX-Injected: 1"
        _ = try await server.fetcher().fetch(again).feed
        #expect(try await server.seen("etag-crlf").allSatisfy { !$0.injected })

        var fetcher = try server.fetcher()
        fetcher.policy = try AddressPolicy(allowing: ["127.0.0.1:\(server.port)", "127.0.0.1:\(server.canary)"])
        var secret = FetchRequest(server.url("redirect-credentials"))
        secret.credentials = BasicCredentials(user: "a", password: "b")
        secret.headers = [FetchHeader("X-Key", "secret")]
        _ = await fetcher.fetch(secret)
        let hits = try await server.canaryHits()
        #expect(hits.count == 1)
        #expect(hits.allSatisfy { !$0.contains("Authorization") && !$0.contains("X-Key") && !$0.contains("Cookie") })
        #expect(try await server.seen("redirect-credentials").allSatisfy { $0.auth })
    }
}

/// The most memory that the process has had since `begin`.
enum PeakMemory {
    /// Forgets what was before (<https://man7.org/linux/man-pages/man5/proc_pid_clear_refs.5.html>).
    ///
    /// - Returns: megabytes in use now.
    static func begin() throws -> Int {
        try Data("5".utf8).write(to: URL(filePath: "/proc/self/clear_refs"))
        return read("VmRSS:")
    }

    static var megabytes: Int { read("VmHWM:") }

    private static func read(_ name: String) -> Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix(name) } ?? ""
        return (Int(line.filter(\.isNumber)) ?? 0) / 1024
    }
}
