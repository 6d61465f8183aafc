internal import FeedParsing
internal import Markup

extension ReaderArchive {
    /// The number of bytes at the beginning of a file that are needed to recognise its format.
    package static let headBytes = 1 << 16
    private static let maxLines = 200

    /// Recognises the format of a file by its content. The name is used only for newsboat's `urls`: without tags, it
    /// looks like any other list of addresses.
    ///
    /// - Parameters:
    ///   - name: the file's name, without its folder.
    ///   - head: the beginning of the file, up to `headBytes`.
    ///   - path: the file's path. If it is given, a database is recognised by its tables, otherwise by the words on its
    ///     first page.
    package static func recognize(name: String, head: [UInt8], path: String?) -> Format? {
        if head.starts(with: Array("SQLite format 3\0".utf8)) { return database(head, path) }
        let text = Charset.decode(Array(head.prefix(headBytes)), contentType: nil, kind: .plain).utf8
        guard !text.contains(0), let first = text.first(where: { $0 > 0x20 }) else { return nil }
        switch first {
        case UInt8(ascii: "{"), UInt8(ascii: "["): return json(text)
        case UInt8(ascii: "<"): return isPocket(text) ? .pocketHTML : nil
        default: return table(text) ?? (isNewsboat(text, name) ? .newsboatURLs : nil)
        }
    }

    private static func database(_ head: [UInt8], _ path: String?) -> Format? {
        let names: Set<String>
        if let path {
            guard let database = try? ForeignDatabase(path: path), let tables = try? database.tableNames() else {
                return nil
            }
            names = tables
        } else {
            let page = String(decoding: head.prefix(headBytes), as: UTF8.self).lowercased()
            let known = ["rss_feed", "rss_item", "articles", "statuses", "items", "node", "subscription"]
            names = Set(known.filter { page.contains("create table \($0)") })
        }
        if names.isSuperset(of: ["rss_feed", "rss_item"]) { return .newsboatCache }
        if names.isSuperset(of: ["articles", "statuses"]) { return .netNewsWire }
        return names.isSuperset(of: ["items", "node", "subscription"]) ? .liferea : nil
    }

    /// The document may be truncated; `JSONValue.parse` does not need its end.
    private static func json(_ text: [UInt8]) -> Format? {
        guard let root = JSONValue.parse(text) else { return nil }
        if let list = root.array { return list.first.flatMap(listed) }
        // A document with a `version` is a JSON Feed, which also has `items`.
        guard root["version"] == nil else { return nil }
        if let entries = root["entries"]?.array {
            guard root["total"] != nil else { return nil }
            return entries.isEmpty || entries[0]["hash"] != nil ? .minifluxEntriesJSON : nil
        }
        guard let items = root["items"]?.array else { return nil }
        let stream = root["id"]?.string ?? ""
        let item = items.first
        if stream.contains("/state/org.freshrss/") || item?["frss:id"] != nil || item?["origin"]?["feedUrl"] != nil {
            return .freshRSSJSON
        }
        let isReader =
            stream.hasPrefix("user/") || stream.hasPrefix("feed/")
            || item?["id"]?.string?.hasPrefix("tag:google.com,2005:reader/") == true
        return isReader ? .googleReaderJSON : nil
    }

    private static func listed(_ record: JSONValue) -> Format? {
        if record["feed_url"] != nil, record["site_url"] != nil { return .minifluxFeedsJSON }
        return record["is_archived"] != nil && record["url"] != nil ? .wallabagJSON : nil
    }

    private static func table(_ text: [UInt8]) -> Format? {
        guard let table = CSVTable(text) else { return nil }
        if table.has("url", "time_added", "title") { return .pocketCSV }
        return table.has("url", "title", "selection", "folder") ? .instapaperCSV : nil
    }

    private static func isPocket(_ text: [UInt8]) -> Bool {
        let page = String(decoding: text.prefix(4096), as: UTF8.self).lowercased()
        let start = page.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        guard start.hasPrefix("<!doctype") || start.hasPrefix("<html") else { return false }
        return page.contains("<title>pocket export</title>") || page.contains("time_added=")
    }

    /// Whether each line is valid for newsboat, and either a line has a feature of newsboat or the name is `urls`.
    private static func isNewsboat(_ text: [UInt8], _ name: String) -> Bool {
        var isOwn = name == "urls"
        var count = 0
        var lines = text.split(separator: 0x0A)
        // If the file is longer than the part that was read, that part ends in the middle of a line.
        if text.count >= headBytes { lines = lines.dropLast() }
        for line in lines.prefix(maxLines) {
            let words = NewsboatURLs.words(of: line)
            guard let address = words.first else { continue }
            guard
                NewsboatURLs.kind(of: address) != .address || ImportedAddress.ofFeed(address) != nil
                    || address.hasPrefix("file://")
            else { return false }
            count += 1
            if words.count > 1 || NewsboatURLs.kind(of: address) != .address { isOwn = true }
        }
        return isOwn && count > 0
    }
}
