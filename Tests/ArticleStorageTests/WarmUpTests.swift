import Testing

@testable import ArticleStorage

@Suite struct WarmUpTests {
    @Test("Warming up ends, changes no answer, and starts anew after a commit")
    func warmUp() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a.db")
        let writer = try ArticleStore(path: path, access: .write)
        try writer.insert((0..<3_000).map { draft("\($0)", "title \($0)", "common words here \($0 % 7)") })
        let cold = try ArticleStore(path: path, access: .read)
        let warm = try ArticleStore(path: path, access: .read)
        var calls = 0
        while warm.warmUp() { calls += 1 }
        #expect(calls < 1_000)
        #expect(!warm.warmUp())
        #expect(try warm.hits("common 3") == cold.hits("common 3"))
        try writer.insert((3_000..<9_000).map { draft("\($0)", "title \($0)", "common words here \($0 % 7)") })
        #expect(warm.warmUp())
        while warm.warmUp() { calls += 1 }
        #expect(calls < 1_000)
        #expect(try warm.hits("common 3", limit: 50) == cold.hits("common 3", limit: 50))
        #expect(!writer.warmUp())
    }
}
