import FeedFetching
import Foundation
import Messages
import Testing

@testable import FeedLibrary

/// The libraries for which a confirmation counts.
@Suite struct ConfirmationTests {
    @Test("A confirmation counts for all libraries of the user, but on a host only for the one it was given in")
    func libraries() throws {
        let path = NSTemporaryDirectory() + "confirmed-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: path) }
        let item = Confirmable(.address, "webhook:http://127.0.0.1/hook", for: "tea")
        let own = ConfirmationFile(path: path, library: { "anna" })
        try own.add([item])
        #expect(own.has(item) && ConfirmationFile(path: path).has(item))
        #expect(ConfirmationFile(path: path, library: { "ben" }).has(item))
        #expect(ConfirmationFile(path: path, library: { "anna" }, isOnlyOfLibrary: true).has(item))
        #expect(!ConfirmationFile(path: path, library: { "ben" }, isOnlyOfLibrary: true).has(item))
        #expect(!ConfirmationFile(path: path, library: { nil }, isOnlyOfLibrary: true).has(item))
        let other = Confirmable(.address, "webhook:http://127.0.0.1/hook", for: "coffee")
        #expect(!ConfirmationFile(path: path, library: { "anna" }, isOnlyOfLibrary: true).has(other))
        // A confirmation of an earlier version, without a library, does not count for libraries of a host.
        try ConfirmationFile(path: path).add([other])
        #expect(!ConfirmationFile(path: path, library: { "anna" }, isOnlyOfLibrary: true).has(other))
    }

    @Test("The name of a library in confirmations is the same by each path that leads to it")
    func names() throws {
        let folder = NSTemporaryDirectory() + "names-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(atPath: folder + "/host/anna", withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: folder + "/link", withDestinationPath: "host")
        func name(_ path: String) -> String? {
            let place = LibraryPlace(folder + path)
            return place.confirmationName(LocalPlace(of: place, in: folder, .english))
        }
        let new = name("/link/anna/feedsearch.db")
        #expect(new != nil && new == name("/host/anna/feedsearch.db"))
        try Data().write(to: URL(fileURLWithPath: folder + "/host/anna/feedsearch.db"))
        #expect(name("/link/anna/feedsearch.db") == new && name("/host/../host/anna/feedsearch.db") == new)
        #expect(name("/nowhere/feedsearch.db") == nil)
    }
}
