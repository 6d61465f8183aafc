import Foundation
import Testing

private let python: String? = {
    let python = ProcessInfo.processInfo.environment["PEER_PYTHON"] ?? "/usr/bin/python3"
    let status = try? BuiltProgram().shell("exec '\(python)' -c 'import miniflux' 2>/dev/null").status
    return status == 0 ? python : nil
}()

/// The official client of Miniflux's API against the built binary.
@Suite(.offPool, .enabled(if: python != nil, "needs the client of PyPI, miniflux, for the Python of PEER_PYTHON"))
struct MinifluxClientTests {
    @Test("Every method of the official client does what it says, or is refused with a reason")
    func wholeSurface() throws {
        let program = try BuiltProgram()
        try program.file("password", "a long password")
        try program.file(".config/feedsearch/config", "allow = 127.0.0.1\n")
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Support/miniflux_client.py")
        let outcome = try program.shell(
            """
            export FEEDSEARCH_DB=$PWD/a.db
            chmod 600 password
            feedsearch account add anna --password-file password >made.txt 2>&1 &&
            feedsearch account app-password anna --label client >app 2>>made.txt || cat made.txt
            feedsearch serve --listen 127.0.0.1:0 --no-fetch --json >out.txt 2>err.txt & process=$!
            for i in $(seq 600); do grep -qs listening out.txt && break; sleep 0.05; done
            base=$(sed 's/.*"\\(http[^"]*\\)".*/\\1/' out.txt)
            '\(python ?? "")' '\(script.path)' "$base" anna "$(tail -1 app)" 2>&1
            kill -TERM $process; wait $process
            """)
        #expect(
            outcome.lines.count == 1 && outcome.output.hasSuffix(" methods\n"), "\(outcome.output)\(outcome.errors)")
    }
}
