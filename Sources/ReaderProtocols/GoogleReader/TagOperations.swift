internal import Articles
internal import FeedLibrary
internal import Formats
internal import HTTPServer
internal import HTTPService

/// Labels (folders, saved searches and tags) and their unread counts.
enum TagOperations {
    static let all: [Operation] = [
        .app("readerTags", [.get, .post], "/reader/api/0/tag/list", "The labels") { call in
            .utf8JSON(try await call.read { library in try list(library) }, hasEntityTag: true)
        },
        .app(
            "readerUnread", [.get, .post], "/reader/api/0/unread-count", "Unread articles of feeds and labels"
        ) { call in
            .utf8JSON(try await call.read { library in try unread(library) })
        },
        .app("readerRenameTag", [.post], "/reader/api/0/rename-tag", "Rename a folder or tag") {
            call in
            let old = try label(call.text("s") ?? call.required("t"))
            let new = try label(call.required("dest"))
            return try await change(old, call) { library, meaning in
                switch meaning {
                case .folder(let path):
                    let target = FolderPath.parse(new)
                    if target.isEmpty { throw ReaderError(400, "Error: a folder must have a name") }
                    _ = try library.folders.rename(path, to: target)
                case .tag(let tag): _ = try library.reading.renameTag(tag, to: new)
                case .search: throw isSearch(old)
                }
            }
        },
        .app("readerDisableTag", [.post], "/reader/api/0/disable-tag", "Remove a folder or tag") {
            call in
            let names = try (call.texts("s") + call.texts("t")).map { try label($0) }
            if names.isEmpty { throw ReaderError(400, "Error: give s") }
            for name in names {
                _ = try await change(name, call) { library, meaning in
                    switch meaning {
                    case .folder(let path): _ = try library.folders.remove(path)
                    case .tag(let tag): _ = try library.reading.renameTag(tag, to: nil)
                    case .search: throw isSearch(name)
                    }
                }
            }
            return .ok
        },
    ]

    // MARK: -

    private static func change(
        _ name: String, _ call: RequestContext,
        _ body: @escaping @Sendable (Library, Labels.Meaning) throws -> Void
    ) async throws -> HTTPResponse {
        try await call.write { library in
            guard let meaning = try Labels(library)[name] else {
                throw ReaderError(404, "Error: there is no such label")
            }
            try body(library, meaning)
        }
        return .ok
    }

    /// The error for changing a saved search, which apps may not do.
    private static func isSearch(_ name: String) -> ReaderError {
        ReaderError(400, "Error: \(name) is a saved search; it is changed by the feedsearch command")
    }

    private static func label(_ name: String) throws(ReaderError) -> String {
        // Some apps send the name without its prefix.
        guard let stream = StreamID(name) else { return name }
        guard case .label(let label) = stream else { throw ReaderError(400, "Error: only labels can be changed") }
        return label
    }

    private static func list(_ library: Library) throws -> [UInt8] {
        let labels = try Labels(library)
        let searches = UnreadMatches(library)
        let folders = try library.store.folderCounts()
        var unread: [[String]: Int] = [:]
        for folder in folders { unread[folder.path] = folder.unread }
        var writer = JSONWriter()
        try writer.object { object in
            object.key("tags")
            try object.array { array in
                array.object { $0.member("id", StreamID.statePrefix + "starred") }
                for label in labels.all {
                    try array.object { tag in
                        tag.member("id", StreamID.labelPrefix + label.name)
                        tag.member("sortid", label.name)
                        switch label.meaning {
                        case .folder(let path):
                            tag.member("type", "folder")
                            tag.member("unread_count", unread[path] ?? 0)
                        case .search(let search):
                            tag.member("type", "tag")
                            try tag.member("unread_count", searches.count(of: search))
                        case .tag:
                            tag.member("type", "tag")
                            tag.member("unread_count", label.unread)
                        }
                    }
                }
            }
        }
        return writer.bytes
    }

    /// Writes counts byte by byte, which is faster: there may be thousands of feeds.
    private static func unread(_ library: Library) throws -> [UInt8] {
        let feeds = try library.store.unreadCounts()
        var out: [UInt8] = []
        out.reserveCapacity(1 << 10 + feeds.count * 100)
        var folders: [[String]: (unread: Int, newest: Int64)] = [:]
        var all: (unread: Int, newest: Int64) = (0, 0)
        for feed in feeds {
            all = (all.unread + feed.unread, max(all.newest, feed.newest))
            for path in Labels.folders(of: feed.folders) {
                let sum = folders[path] ?? (0, 0)
                folders[path] = (sum.unread + feed.unread, max(sum.newest, feed.newest))
            }
        }
        let paths = folders.keys.sorted { $0.lexicographicallyPrecedes($1) }
        let labels = try Labels(library, folders: paths)
        let searches = UnreadMatches(library)
        out += #"{"max":"#.utf8
        out.append(decimal: Int64(all.unread))
        out += #","unreadcounts":["#.utf8
        append(&out, StreamID.statePrefix + "reading-list", all.unread, all.newest)
        for feed in feeds {
            out += #",{"id":"feed/"#.utf8
            out.append(decimal: feed.feed)
            appendCount(&out, feed.unread, feed.newest)
        }
        for label in labels.all {
            var sum = (unread: label.unread, newest: all.newest)
            switch label.meaning {
            case .folder(let path): sum = folders[path] ?? sum
            case .search(let search): sum.unread = try searches.count(of: search)
            case .tag: break
            }
            out.append(UInt8(ascii: ","))
            append(&out, StreamID.labelPrefix + label.name, sum.unread, sum.newest)
        }
        out += "]}".utf8
        return out
    }

    private static func append(_ out: inout [UInt8], _ name: String, _ unread: Int, _ newest: Int64) {
        var writer = JSONWriter()
        writer.string(name)
        out += #"{"id":"#.utf8
        out += writer.bytes.dropLast()
        appendCount(&out, unread, newest)
    }

    private static func appendCount(_ out: inout [UInt8], _ unread: Int, _ newest: Int64) {
        out += #"","count":"#.utf8
        out.append(decimal: Int64(unread))
        out += #","newestItemTimestampUsec":""#.utf8
        out.append(decimal: newest)
        out += (newest > 0 ? #"000000"}"# : #""}"#).utf8
    }
}
