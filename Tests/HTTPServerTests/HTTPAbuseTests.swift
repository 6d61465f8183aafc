import Foundation
import HTTPServer
import Testing

/// The shared collection of hostile requests, sent by its own client.
@Suite struct HTTPAbuseTests {
    /// `../shared` beside the package, or where FEEDSEARCH_SHARED points.
    private static let shared: URL? = {
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let named = ProcessInfo.processInfo.environment["FEEDSEARCH_SHARED"].map { URL(fileURLWithPath: $0) }
        return [named, package.deletingLastPathComponent().appendingPathComponent("shared")].compactMap { $0 }
            .first {
                FileManager.default.fileExists(atPath: $0.appendingPathComponent("hostile/http_abuse.jsonl").path)
            }
    }()

    @Test(
        "No hostile request is accepted, hangs, or keeps others waiting",
        .enabled(if: HTTPAbuseTests.shared != nil, "there is no ../shared/hostile/http_abuse.jsonl"))
    func abuse() async throws {
        let hostile = try #require(Self.shared).appendingPathComponent("hostile")
        let limits = configured {
            // As in service, but for tests that have little time.
            $0.headDeadline = .seconds(1)
            $0.idleDeadline = .seconds(1)
        }
        try await withServer(EchoResponder(bodyDeadline: .seconds(1)), limits) { _, address in
            // Two cases do nothing but sleep, 8 s; the thousand requests of another wait 0.3 s each, and are in
            // HTTPServerTests.keepAlive.
            let sleepers = "http-slow-read,http-line-no-end"
            async let slow = Self.run(hostile, address, "--only", sleepers)
            async let others = Self.run(hostile, address, "--skip", "http-keepalive-1000," + sleepers)
            for (status, output) in try await [slow, others] {
                #expect(status == 0, "\(output)")
                #expect(output.contains("\"FAIL\": 0"))
            }
        }
    }

    private static func run(
        _ hostile: URL, _ address: HTTPBoundAddress, _ arguments: String...
    ) async throws -> (Int32, String) {
        try await onThread {
            let process = Process()
            let pipe = Pipe()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments =
                [
                    "python3", hostile.appendingPathComponent("tools/http_abuse.py").path,
                    hostile.appendingPathComponent("http_abuse.jsonl").path, "--base", "http://\(address)",
                ] + arguments
            process.standardOutput = pipe
            process.standardError = pipe
            try process.run()
            let output = pipe.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            return (process.terminationStatus, String(decoding: output, as: UTF8.self))
        }
    }
}
