import Articles
import FeedLibrary
import Formats
import Foundation
import SQLiteEngine
import System

@testable import DesktopSearch

/// A database in a folder of its own, and a desktop that opens nothing.
final class Fixture {
    let folder = NSTemporaryDirectory() + "desktop-" + UUID().uuidString
    /// What would have been shown in the browser.
    private(set) var shown: [String] = []

    init() throws { try FileSystem.makeFolders(folder) }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    var databasePath: String { folder + "/library.db" }

    /// Stores articles, each a feed, id, title, text and address.
    func store(_ articles: [(id: String, title: String, text: String, url: String)], at path: String? = nil) throws {
        var lines: [UInt8] = []
        for article in articles {
            var writer = JSONWriter()
            writer.object {
                $0.member("feed", "https://example.org/feed")
                $0.member("id", article.id)
                $0.member("title", article.title)
                $0.member("text", article.text)
                $0.member("url", article.url)
            }
            writer.endLine()
            lines += writer.bytes
        }
        let file = folder + "/articles.jsonl"
        try FileSystem.replace(file, with: lines, mode: 0o600)
        let library = try Library(path: path ?? databasePath, for: .writing)
        _ = try library.bulk.ingest([file])
        try library.store.refreshTitleWords()
    }

    func settings(reader: String? = nil) -> DesktopSettings {
        DesktopSettings(
            databasePath: databasePath, library: LibrarySettings(), clock: .system, cacheFolder: folder + "/cache",
            reader: reader)
    }

    func desktop(reader: String? = nil) -> Desktop {
        Desktop(settings(reader: reader)) { [unowned self] in shown.append($0) }
    }
}
