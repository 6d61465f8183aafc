import Foundation
import Testing

/// `make dist`.
@Suite(.offPool, .enabled(if: isRepository, "needs git, and the repository"))
struct SourceArchiveTests {
    @Test(
        "Two source archives of a commit are the same bytes, whatever the user's umask, and hold all that a build reads"
    )
    func reproducible() throws {
        let program = try BuiltProgram()
        let environment = [
            "GIT_CONFIG_COUNT": "2", "GIT_CONFIG_KEY_0": "safe.directory", "GIT_CONFIG_VALUE_0": "*",
            "GIT_CONFIG_KEY_1": "tar.umask", "GIT_CONFIG_VALUE_1": "user",
        ]
        let script = "'\(root)/scripts/dist.sh'"
        let line = "umask 022; \(script) \"$PWD/a\" && umask 077 && \(script) \"$PWD/b\" && cmp a/*.gz b/*.gz"
        let outcome = try program.shell(line, environment: environment)
        #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
        let list = try program.shell("tar tzf a/feedsearch-*.tar.gz").lines
        let top = try #require(list.first)
        #expect(top.hasPrefix("feedsearch-") && list.allSatisfy { $0.hasPrefix(top) })
        for file in ["Package.swift", "Makefile", "LICENSE", "scripts/deps.sh", "Sources/CSQLite/module.modulemap"] {
            #expect(list.contains(top + file))
        }
    }
}

private let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path

private let isRepository: Bool = {
    let line = "git -c safe.directory='*' -C '\(root)' rev-parse --verify -q HEAD"
    return (try? BuiltProgram().shell(line).status) == 0
}()
