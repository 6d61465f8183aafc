import Foundation

/// The built command, run in a temporary folder of its own that goes away with the value.
final class BuiltProgram {
    struct Outcome {
        let output: String
        let errors: String
        let status: Int32
        /// Lines of the output.
        var lines: [String] { output.split(separator: "\n").map(String.init) }
    }

    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("feedsearch-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// The program stands beside the test bundle.
    static let url = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        .deletingLastPathComponent().appendingPathComponent("feedsearch")

    func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    /// Writes a file into the folder and returns its path.
    @discardableResult
    func file(_ name: String, _ text: String) throws -> String {
        try file(name, Data(text.utf8))
    }

    @discardableResult
    func file(_ name: String, _ bytes: Data) throws -> String {
        let url = folder.appendingPathComponent(name)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try bytes.write(to: url)
        return url.path
    }

    /// Runs the program; the environment holds nothing but what is given, a home and a path.
    func run(_ words: [String], input: String = "", environment: [String: String] = [:]) throws -> Outcome {
        try run(executable: BuiltProgram.url, words, input: input, environment: environment)
    }

    /// Runs a line of the shell, in which `feedsearch` is the program.
    func shell(_ line: String, environment: [String: String] = [:]) throws -> Outcome {
        let path = BuiltProgram.url.deletingLastPathComponent().path + ":/usr/bin:/bin"
        let environment = environment.merging(["PATH": path]) { $1 }
        return try run(
            executable: URL(fileURLWithPath: "/bin/bash"), ["-c", line], input: "", environment: environment)
    }

    private func run(
        executable: URL, _ words: [String], input: String, environment: [String: String]
    ) throws -> Outcome {
        // Files instead of pipes: nothing can block, however much is written.
        let names = ["stdin", "stdout", "stderr"].map { folder.appendingPathComponent(".\($0)-\(UUID().uuidString)") }
        defer { for name in names { try? FileManager.default.removeItem(at: name) } }
        try Data(input.utf8).write(to: names[0])
        for name in names.dropFirst() { try Data().write(to: name) }
        let process = Process()
        process.executableURL = executable
        process.arguments = words
        process.currentDirectoryURL = folder
        process.environment = ["HOME": folder.path, "PATH": "/usr/bin:/bin", "TZ": "UTC"]
            .merging(environment) { $1 }
        process.standardInput = try FileHandle(forReadingFrom: names[0])
        process.standardOutput = try FileHandle(forWritingTo: names[1])
        process.standardError = try FileHandle(forWritingTo: names[2])
        try Self.unblockingSignals { try process.run() }
        process.waitUntilExit()
        return Outcome(
            output: String(decoding: try Data(contentsOf: names[1]), as: UTF8.self),
            errors: String(decoding: try Data(contentsOf: names[2]), as: UTF8.self),
            status: process.terminationStatus)
    }

    /// Threads of Dispatch block most signals, and a process inherits that from the thread which starts it: without this,
    /// neither SIGTERM nor SIGHUP would end the program or what it starts, unlike in a shell.
    private static func unblockingSignals(_ body: () throws -> Void) rethrows {
        var none = sigset_t()
        var before = sigset_t()
        unsafe sigemptyset(&none)
        unsafe pthread_sigmask(SIG_SETMASK, &none, &before)
        defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
        try body()
    }
}
