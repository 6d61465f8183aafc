import FeedFetching
import Foundation

/// The shared server that misbehaves on purpose, and its canary: a port that nothing refused may ever reach.
final class HostileServer: Sendable {
    struct Seen: Decodable {
        var path: String
        var injected: Bool
        var auth: Bool
        var cookie: Bool
    }

    private struct Canary: Decodable {
        struct Hit: Decodable { var data: String }
        var hits: Int
        var first: [Hit]
    }

    let port: Int
    let canary: Int
    private let process: ServerProcess

    init(root: URL) throws {
        var started: (Int, ServerProcess)?
        for _ in 0..<20 {
            let port = Int.random(in: 20000..<60000)
            if PortProbe.isFree(port), PortProbe.isFree(port + 1) {
                started = (
                    port,
                    try ServerProcess(
                        script: root.appendingPathComponent("hostile/tools/hostile_server.py"),
                        ["--port", String(port), "--canary", String(port + 1)])
                )
                break
            }
        }
        guard let started else { throw UnexpectedOutcome(what: "no free ports") }
        (port, process) = started
        canary = port + 1
    }

    func url(_ name: String) -> String { "http://127.0.0.1:\(port)/\(name)" }

    /// A fetcher that may reach the server but not its canary.
    func fetcher() throws -> Fetcher {
        var fetcher = Fetcher(policy: try AddressPolicy(allowing: ["127.0.0.1:\(port)"]), resolver: StubResolver([:]))
        fetcher.limits.timeout = .seconds(120)
        return fetcher
    }

    /// What reached the canary so far: the first bytes of each connection.
    func canaryHits() async throws -> [String] {
        let body = try await fetcher().fetch(FetchRequest(url("canary"))).feed.body
        return try JSONDecoder().decode(Canary.self, from: Data(body)).first.map(\.data)
    }

    /// The requests that the server has seen for a scenario.
    func seen(_ name: String) async throws -> [Seen] {
        let body = try await fetcher().fetch(FetchRequest(url("seen"))).feed.body
        return try JSONDecoder().decode([Seen].self, from: Data(body))
            .filter { $0.path == "/\(name)" || $0.path.hasPrefix("/\(name)?") }
    }
}
