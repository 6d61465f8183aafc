import Foundation
import System
import Testing

@Suite struct FolderWalkTests {
    @Test("Files come by name, with what lies in folders, without hidden ones; links are named and not followed")
    func order() throws {
        let folder = NSTemporaryDirectory() + "walk-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(atPath: folder + "/b/.git", withIntermediateDirectories: true)
        for name in ["c", "b/z", "b/a", "b/.git/x", ".hidden", "a"] {
            try "12".write(toFile: folder + "/" + name, atomically: false, encoding: .utf8)
        }
        try FileManager.default.createSymbolicLink(atPath: folder + "/d", withDestinationPath: folder + "/b")
        var walk = try FolderWalk(folder)
        var found: [String] = []
        while let next = walk.next() { found.append(next.isFile ? "\(next.path) \(next.size)" : next.path) }
        #expect(found == ["a 2", "b/a 2", "b/z 2", "c 2", "d"])
        #expect(!walk.isCutShort)
        #expect(throws: SystemError(number: ENOENT, path: folder + "/x")) { try FolderWalk(folder + "/x") }
    }
}
