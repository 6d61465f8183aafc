import FeedFetching
import Formats
import Foundation
import Testing

/// A server program on loopback that lives as long as the value.
final class ServerProcess: Sendable {
    /// The first line that it printed.
    let greeting: String
    private let process = Process()
    private let input = Pipe()

    init(script: URL, _ arguments: [String]) throws {
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-u", script.path] + arguments
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        process.currentDirectoryURL = script.deletingLastPathComponent()
        process.environment = ProcessInfo.processInfo.environment.merging(
            ["PYTHONDONTWRITEBYTECODE": "1"], uniquingKeysWith: { $1 })
        try process.run()
        var line: [UInt8] = []
        while let byte = try output.fileHandleForReading.read(upToCount: 1), byte != Data([10]) { line += byte }
        greeting = String(decoding: line, as: UTF8.self)
        try #require(!greeting.isEmpty, "\(script.lastPathComponent) did not start")
    }

    deinit {
        try? input.fileHandleForWriting.close()
        // Not SIGTERM: the child has inherited a signal mask that blocks it.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }
}

/// The project's own server: see Support/feed_server.py.
final class FeedServer: Sendable {
    struct Seen: Decodable {
        var port: String
        var line: String
        var headers: [String: String]
    }

    struct Log: Decodable {
        var seen: [Seen]
        var most: Int
    }

    private struct Ports: Decodable {
        var http: Int
        var proxy: Int
        var socks: Int
        var h2: Int?
        var six: Int?
    }

    /// One for the tests that do not look at its log. It ends with the test run, whose pipe it reads.
    static var shared: FeedServer { get throws { try made.get() } }
    private static let made = Result { try FeedServer() }

    private let process: ServerProcess
    let http: Int, proxy: Int, socks: Int, h2: Int
    /// On ::1; nil on a machine without IPv6.
    let six: Int?

    init(certificate: TestCertificate? = nil) throws {
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Support/feed_server.py")
        process = try ServerProcess(
            script: script, certificate.map { ["--cert", $0.cert, "--key", $0.key] } ?? [])
        let ports = try JSONDecoder().decode(Ports.self, from: Data(process.greeting.utf8))
        http = ports.http
        proxy = ports.proxy
        socks = ports.socks
        h2 = ports.h2 ?? 0
        six = ports.six
    }

    /// An address on the http port.
    func url(_ path: String, host: String = "127.0.0.1") -> String { "http://\(host):\(http)\(path)" }

    /// A fetcher that may reach the http and h2 ports of 127.0.0.1, and nothing else that is local.
    func fetcher() throws -> Fetcher {
        var fetcher = Fetcher(policy: try AddressPolicy(allowing: ["127.0.0.1:\(http)", "127.0.0.1:\(h2)"]))
        fetcher.resolver = StubResolver([:])
        return fetcher
    }

    /// Every request that the server has seen.
    func log() async throws -> Log {
        let feed = try await fetcher().fetch(FetchRequest(url("/log"))).feed
        return try JSONDecoder().decode(Log.self, from: Data(feed.body))
    }
}

/// Answers from a table: tests ask no name server.
struct StubResolver: HostResolving {
    var table: [String: [IPAddress]]

    init(_ table: [String: [String]]) { self.table = table.mapValues { $0.compactMap { IPAddress($0) } } }

    func addresses(of host: String) -> [IPAddress] { table[host] ?? [] }
}

extension FetchOutcome {
    /// The body, or an error that names what came instead.
    var feed: FetchedFeed {
        get throws {
            guard case .fetched(let feed) = self else { throw UnexpectedOutcome(what: "\(self)") }
            return feed
        }
    }

    /// The failure, or an error that names what came instead.
    var failure: FetchFailure {
        get throws {
            guard case .failed(let failure) = self else { throw UnexpectedOutcome(what: "\(self)") }
            return failure
        }
    }
}

struct UnexpectedOutcome: Error { var what: String }
