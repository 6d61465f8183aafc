import Foundation
import Testing

/// The commands of the tutorial, in both languages.
@Suite(.offPool) struct TutorialTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    @Test(
        "Every line of the first ten minutes does what it says",
        arguments: ["docs/tutorial.md", "docs/tutorial.zh-Hans.md"])
    func firstTenMinutes(_ name: String) throws {
        let text = try String(contentsOf: Self.root.appendingPathComponent(name), encoding: .utf8)
        let parts = text.components(separatedBy: "python3 -m http.server 8000 --directory Samples &")
        try #require(parts.count == 2)
        let lines = parts[1].components(separatedBy: "```")[0].split(separator: "\n").dropFirst()
        try #require(lines.count > 12)
        let program = try BuiltProgram()
        let server = try SampleServer(folder: Self.root.appendingPathComponent("Samples"))
        for line in lines {
            let outcome = try program.shell(
                line.replacingOccurrences(of: "8000", with: String(server.port)))
            #expect(outcome.status == 0, "\(line): \(outcome.errors)")
        }
        #expect(try program.run(["is:starred"]).output.contains("#5 ★ 关键词检索没有过时"))
        #expect(try program.run(["list", "is:unread"]).lines.count == 1)
        #expect(try program.run(["list"]).lines.count == 7)
        #expect(try program.shell("grep -c xmlUrl subscriptions.opml").output == "1\n")
        #expect(try program.shell("grep -c content_html favourites.json").output == "1\n")
        #expect(try program.run(["check"]).status == 0)
    }
}

/// A folder over http on a port of its own.
private final class SampleServer {
    let port: Int
    private let process = Process()

    init(folder: URL) throws {
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-u", "-m", "http.server", "0", "--bind", "127.0.0.1"]
        process.currentDirectoryURL = folder
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.run()
        var line = ""
        while let byte = try output.fileHandleForReading.read(upToCount: 1), !byte.isEmpty, byte != Data([10]) {
            line += String(decoding: byte, as: UTF8.self)
        }
        // "Serving HTTP on 127.0.0.1 port 39217 (http://127.0.0.1:39217/) ..."
        port = try #require(line.components(separatedBy: "port ").last.flatMap { Int($0.prefix { $0.isNumber }) })
    }

    deinit {
        // Not SIGTERM: the child has inherited a signal mask that blocks it.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }
}
