import Foundation
import System
import Testing

@Suite struct OpeningWatchTests {
    @Test("A watch sees that a file is opened, and nothing before that")
    func opening() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("a")
        try Data("text".utf8).write(to: file)
        let watch = try #require(OpeningWatch(path: file.path))
        #expect(FileManager.default.fileExists(atPath: file.path))
        #expect(!watch.hasSeenOpening)
        _ = try Data(contentsOf: file)
        #expect(watch.hasSeenOpening)
        // Once it was, always.
        #expect(watch.hasSeenOpening)
        #expect(OpeningWatch(path: folder.appendingPathComponent("none").path) == nil)
    }
}
