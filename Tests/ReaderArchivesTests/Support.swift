import Foundation
import SQLite

@testable import ReaderArchives

/// What a reader hands over.
final class Collected {
    var subscriptions: [MovedSubscription] = []
    var articles: [MovedArticle] = []
    var report = ArchiveReport()

    var refusals: [String] { report.refused.map { "\($0.place): \($0.reason)" } }
}

func read(_ format: ReaderArchive.Format, _ text: String) throws -> Collected {
    try read(format, bytes: Array(text.utf8))
}

func read(_ format: ReaderArchive.Format, bytes: [UInt8]) throws -> Collected {
    let collected = Collected()
    collected.report = try ReaderArchive.read(
        format, bytes: bytes, onSubscription: { collected.subscriptions.append($0) },
        onArticle: { collected.articles.append($0) })
    return collected
}

func read(_ format: ReaderArchive.Format, path: String) throws -> Collected {
    let collected = Collected()
    collected.report = try ReaderArchive.read(
        format, path: path, onSubscription: { collected.subscriptions.append($0) },
        onArticle: { collected.articles.append($0) })
    return collected
}

func recognized(_ text: String, name: String = "file") -> ReaderArchive.Format? {
    ReaderArchive.recognize(name: name, head: Array(text.utf8), path: nil)
}

@discardableResult
func withFolder<Result>(_ body: (String) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder.path)
}

/// Makes a database by statements, closes it, and gives its path.
@discardableResult
func withDatabase<Result>(_ sql: String, _ body: (String) throws -> Result) throws -> Result {
    try withFolder { folder in
        let path = folder + "/a # b?.db"
        try makeDatabase(path, sql)
        return try body(path)
    }
}

func makeDatabase(_ path: String, _ sql: String) throws {
    let connection = try Connection(path: path, mode: .create)
    try connection.execute(sql)
}

func bytes(of path: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(fileURLWithPath: path))) }

/// The tables of newsboat 2.x, by its src/cache.cpp.
let newsboatTables = """
    CREATE TABLE rss_feed (rssurl VARCHAR(1024) PRIMARY KEY NOT NULL, url VARCHAR(1024) NOT NULL,
      title VARCHAR(1024) NOT NULL, lastmodified INTEGER(11) NOT NULL DEFAULT 0, is_rtl INTEGER(1) NOT NULL DEFAULT 0,
      etag VARCHAR(128) NOT NULL DEFAULT "");
    CREATE TABLE rss_item (id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, guid VARCHAR(64) NOT NULL,
      title VARCHAR(1024) NOT NULL, author VARCHAR(1024) NOT NULL, url VARCHAR(1024) NOT NULL,
      feedurl VARCHAR(1024) NOT NULL, pubDate INTEGER NOT NULL, content VARCHAR(65535) NOT NULL,
      unread INTEGER(1) NOT NULL, enclosure_url VARCHAR(1024), enclosure_type VARCHAR(1024),
      enqueued INTEGER(1) NOT NULL DEFAULT 0, flags VARCHAR(52), deleted INTEGER(1) NOT NULL DEFAULT 0,
      base VARCHAR(128) NOT NULL DEFAULT "", content_mime_type VARCHAR(255) NOT NULL DEFAULT "",
      enclosure_description VARCHAR(1024) NOT NULL DEFAULT "",
      enclosure_description_mime_type VARCHAR(128) NOT NULL DEFAULT "");
    CREATE INDEX idx_feedurl ON rss_item(feedurl);

    """

let newsboatItem =
    "INSERT INTO rss_item (guid, title, author, url, feedurl, pubDate, content, unread, flags, deleted, content_mime_type)"

let netNewsWireTables = """
    CREATE TABLE if not EXISTS articles (articleID TEXT NOT NULL PRIMARY KEY, feedID TEXT NOT NULL,
      uniqueID TEXT NOT NULL, title TEXT, contentHTML TEXT, contentText TEXT, url TEXT, externalURL TEXT, summary TEXT,
      imageURL TEXT, bannerImageURL TEXT, datePublished DATE, dateModified DATE, searchRowID INTEGER);
    CREATE TABLE if not EXISTS statuses (articleID TEXT NOT NULL PRIMARY KEY, read BOOL NOT NULL DEFAULT 0,
      starred BOOL NOT NULL DEFAULT 0, dateArrived DATE NOT NULL DEFAULT 0);
    CREATE TABLE if not EXISTS authors (authorID TEXT NOT NULL PRIMARY KEY, name TEXT, url TEXT, avatarURL TEXT,
      emailAddress TEXT);
    CREATE TABLE if not EXISTS authorsLookup (authorID TEXT NOT NULL, articleID TEXT NOT NULL,
      PRIMARY KEY(authorID, articleID));

    """

let lifereaTables = """
    CREATE TABLE items (item_id INTEGER, parent_item_id INTEGER, node_id TEXT, parent_node_id TEXT, title TEXT,
      read INTEGER, updated INTEGER, popup INTEGER, marked INTEGER, source TEXT, source_id TEXT, valid_guid INTEGER,
      description TEXT, date INTEGER, comment_feed_id TEXT, comment INTEGER, PRIMARY KEY (item_id));
    CREATE TABLE metadata (item_id INTEGER, nr INTEGER, key TEXT, value TEXT, PRIMARY KEY (item_id, nr));
    CREATE TABLE subscription (node_id STRING, source STRING, orig_source STRING, filter_cmd STRING,
      update_interval INTEGER, default_interval INTEGER, discontinued INTEGER, available INTEGER, PRIMARY KEY (node_id));
    CREATE TABLE subscription_metadata (node_id STRING, nr INTEGER, key TEXT, value TEXT, PRIMARY KEY (node_id, nr));
    CREATE TABLE node (node_id STRING, parent_id STRING, title STRING, type INTEGER, expanded INTEGER,
      view_mode INTEGER, sort_column INTEGER, sort_reversed INTEGER, PRIMARY KEY (node_id));
    CREATE TRIGGER item_removal DELETE ON items BEGIN DELETE FROM metadata WHERE item_id = old.item_id; END;

    """
