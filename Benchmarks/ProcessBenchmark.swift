import Dispatch
import Foundation

/// Times the whole program as started from a shell: process, database, search, output.
struct ProcessBenchmark {
    private let program: URL
    private let database: String
    /// Number of starts in one run. One shell starts them all, since Foundation's `Process` takes several times as long
    /// as the measured program.
    private static let starts = 20

    /// Nil if there is no release build.
    init?(root: URL, database: String) {
        program = root.appendingPathComponent(".build/release/feedsearch")
        self.database = database
        guard FileManager.default.isExecutableFile(atPath: program.path) else { return nil }
    }

    func run(into table: inout ResultTable) throws {
        let stopwatch = try Stopwatch.time(runs: 9) {
            let shell = Process()
            shell.executableURL = URL(fileURLWithPath: "/bin/sh")
            shell.arguments = [
                "-c", "i=0; while [ $i -lt \(Self.starts) ]; do \"$0\" --db \"$1\" 关键词; i=$((i+1)); done",
                program.path, database,
            ]
            shell.standardOutput = FileHandle.nullDevice
            shell.standardError = FileHandle.nullDevice
            // `waitUntilExit` checks only every 50 ms.
            let ended = DispatchSemaphore(value: 0)
            shell.terminationHandler = { _ in ended.signal() }
            try shell.run()
            ended.wait()
        }
        let one = stopwatch.divided(by: Self.starts)
        table.addLatency("process", one, work: "feedsearch 关键词, warm, mean of \(Self.starts)")
    }
}
