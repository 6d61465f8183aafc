internal import Articles
internal import Formats
public import Ingestion
internal import Messages
internal import OPML
internal import Pipelines
internal import ReaderArchives
internal import SQLiteEngine
internal import System

/// The progress of an import.
public enum ImportProgress {
    /// The number of processed outlines.
    case outlines(Int)
    /// The number of articles stored from the documents next to the lists.
    case articles(Int)
}

/// Imports and exports lists of subscriptions and files of other readers.
public struct SubscriptionLists: LibraryPart {
    let library: Library

    /// The maximum size of a document in bytes, far above that of any real feed.
    package static let maxDocumentBytes = 256 << 20

    /// Imports subscription lists, which are OPML files, folders or archives, together with the feed documents next to
    /// them. Also imports files and exports of other readers and read-later services.
    ///
    /// - Parameters:
    ///   - paths: the files and folders to import; `-` is standard input.
    ///   - isDryRun: whether to write nothing and only report the changes that would be made.
    ///   - cancellation: ends the import after the current step; committed changes stay.
    /// - Throws: `StorageError`; unreadable input is listed in the report.
    public func importFiles(
        _ paths: [String], isDryRun: Bool = false, cancellation: IngestCancellation = IngestCancellation(),
        onProgress: @escaping (ImportProgress) -> Void = { _ in }
    ) throws -> ImportReport {
        store.alertSettings.utcOffset = clock.secondsEastOfUTC
        var options = IngestOptions(now: clock.now())
        options.links = settings.links
        options.refusesOwnersFeeds = settings.isOfMember
        var work = ListImport(
            library: library, options: options, cancellation: cancellation, isDryRun: isDryRun, onProgress: onProgress)
        return try work.run(paths)
    }

    /// Imports an uploaded list or archive. Other writers can write between the transactions of the import.
    package func importUpload(
        _ file: UploadedFile, cancellation: IngestCancellation = IngestCancellation(),
        onProgress: @escaping (ImportProgress) -> Void = { _ in }
    ) throws -> ImportReport {
        store.alertSettings.utcOffset = clock.secondsEastOfUTC
        let path = try file.named()
        var options = IngestOptions(now: clock.now())
        options.links = settings.links
        options.refusesOwnersFeeds = settings.isOfMember
        options.batchSize = 2_000
        options.yieldsToWriters = true
        options.root = path + "/"
        var work = ListImport(
            library: library, options: options, cancellation: cancellation, isDryRun: false, onProgress: onProgress)
        return try work.run([path])
    }
}

/// The state of one import of subscription lists.
private struct ListImport {
    let library: Library
    let options: IngestOptions
    let cancellation: IngestCancellation
    let isDryRun: Bool
    let onProgress: (ImportProgress) -> Void
    var report = ImportReport()
    /// Feeds from subscription lists that are not stored yet, with their index in the report.
    var pending: [(index: Int, draft: FeedDraft)] = []
    /// References to the logins of pending feeds, by address.
    var logins: [(url: String, reference: String)] = []
    /// Stored feeds from subscription lists, in order.
    var listed: [OPMLFeed] = []
    /// The subscriptions before the import.
    var before: SubscriptionTree?
    /// The addresses of all subscriptions, for a dry run.
    var known: Set<String>?
    /// Pending feeds are committed when there are this many, even in the middle of an archive.
    private static let maxPending = 2_000
    /// Files exported by other readers, which are not ingested as feed documents.
    private var archives: Set<String> = []

    init(
        library: Library, options: IngestOptions, cancellation: IngestCancellation, isDryRun: Bool,
        onProgress: @escaping (ImportProgress) -> Void
    ) {
        self.library = library
        self.options = options
        self.cancellation = cancellation
        self.isDryRun = isDryRun
        self.onProgress = onProgress
    }

    private var language: Language { library.settings.language }

    mutating func run(_ paths: [String]) throws -> ImportReport {
        var documents: [OutlineDocument] = []
        for path in paths where !cancellation.isCancelled {
            do {
                if path != "-", FileSystem.kind(path) == .file, try addArchive(path) { continue }
                var isEmpty = true
                if FileSystem.kind(path) == .folder {
                    for name in try FolderListing.names(in: path).sorted() where try addArchive(path + "/" + name) {
                        isEmpty = false
                    }
                }
                let container = isContainer(path) ? path : nil
                report.known.insert(path)
                let refused = try read(path) { format, place, bytes in
                    isEmpty = false
                    try add(format, place, bytes)
                } _: { name, bytes in
                    isEmpty = false
                    documents += try add(name, bytes, in: container)
                    onProgress(.outlines(report.outlines.count))
                }
                if isEmpty { report.refused.append((path, Message.noOPMLInside.text(language))) }
                for refusal in refused {
                    report.refused.append(("\(path)/\(refusal.path)", refusal.reason.text(language)))
                }
            } catch let error as SystemError {
                report.refused.append((path, error.reason(language)))
            } catch ArchiveError.cannotOpen(_, let reason) {
                report.refused.append((path, reason))
            }
        }
        let named = try addDocuments(documents)
        try storePending(isLast: true)
        if let before { try library.folders.keepOrder(of: listed, before) }
        report.articles = try ingest(paths.filter(isContainer) + named)
        report.isStopped = cancellation.isCancelled
        return report
    }

    /// Calls `body` with each OPML file at a path: the file itself, or the OPML files in a folder or an archive.
    ///
    /// - Parameter body: receives the file's path (inside its folder or archive, if any) and its bytes.
    /// - Returns: the files of an archive that could not be read.
    private func read(
        _ path: String, archive: (ReaderArchive.Format, String, [UInt8]) throws -> Void,
        _ body: (String, [UInt8]) throws -> Void
    ) throws -> [ArchiveReader.Refusal] {
        guard isContainer(path) else {
            try body(path, try FileSystem.read(path, limit: SubscriptionLists.maxDocumentBytes))
            return []
        }
        let report = try ArchiveReader().read(path: path, wants: mayBeOPML) { entry in
            let name = entry.path.split(separator: "/").last.map(String.init) ?? entry.path
            let head = Array(entry.bytes.prefix(ReaderArchive.headBytes))
            if FileSystem.kind(path) == .file, let format = ReaderArchive.recognize(name: name, head: head, path: nil),
                !format.isDatabase
            {
                try archive(format, path + "/" + entry.path, entry.bytes)
            } else if entry.path.lowercased().hasSuffix(".opml") || OPMLReader.read(entry.bytes).isOPML {
                try body(entry.path, entry.bytes)
            }
            return !cancellation.isCancelled
        }
        return report.refused
    }

    private func mayBeOPML(_ path: String) -> Bool {
        let name = path.lowercased()
        return [".opml", ".xml", ".json", ".csv", ".html", "/urls"].contains { name.hasSuffix($0) } || name == "urls"
    }

    /// Imports a file if it comes from another reader.
    ///
    /// - Returns: whether the file comes from another reader.
    private mutating func addArchive(_ path: String) throws -> Bool {
        guard FileSystem.kind(path) == .file, !ArchiveReader.isArchive(path),
            let head = FileSystem.head(path, count: ReaderArchive.headBytes)
        else { return false }
        let name = path.split(separator: "/").last.map(String.init) ?? path
        if ArchiveReader.isCompressed(head) {
            let limit = SubscriptionLists.maxDocumentBytes
            guard let bytes = ArchiveReader.decompressed(try FileSystem.read(path, limit: limit), upTo: limit),
                let format = ReaderArchive.recognize(
                    name: ArchiveReader.unpackedName(name), head: Array(bytes.prefix(ReaderArchive.headBytes)),
                    path: nil),
                !format.isDatabase
            else { return false }
            try add(format, path, bytes)
            return true
        }
        guard let format = ReaderArchive.recognize(name: name, head: head, path: path) else { return false }
        try add(format, path, nil)
        return true
    }

    private mutating func add(_ format: ReaderArchive.Format, _ path: String, _ bytes: [UInt8]?) throws {
        report.known.insert(path)
        try storePending(isLast: false)
        archives.insert(path)
        let work = ReaderArchiveImport(
            store: library.store, options: options, cancellation: cancellation, isDryRun: isDryRun,
            keepLogin: { [library, isDryRun] in try library.subscriptions.keepLogin(ofAddress: $0, isDryRun: isDryRun)
            },
            onProgress: { [onProgress] in onProgress(.articles($0)) })
        do {
            let outcome = try work.run(format, path: path, bytes: bytes)
            try library.subscriptions.setLogins(outcome.logins)
            for (feed, isNew) in outcome.subscriptions {
                let outline = OPMLFeed(
                    url: feed.url, title: feed.title ?? "", htmlURL: feed.homeURL, folders: feed.folders.first ?? [])
                report.outlines.append((outline, isNew ? .added : .present))
            }
            for url in outcome.refusedFeeds {
                let hasLogin = MaskedURL.withoutLogin(url) != url
                refuse(
                    OPMLFeed(url: url, title: "", htmlURL: nil, folders: []), hasLogin ? .loginOfMember : .feedOfOwner,
                    path)
            }
            for refusal in outcome.report.refused {
                report.refused.append(("\(path), \(refusal.place.text(language))", refusal.reason.text(language)))
            }
            let left = outcome.report.refusedCount - outcome.report.refused.count
            if left > 0 { report.refused.append((path, Message.refusedMore.text(language, [String(left)]))) }
            report.moved.append((path, format.title, outcome.articles))
        } catch let error as ReaderArchiveError {
            report.refused.append((path, error.text(language)))
        }
    }

    private func isContainer(_ path: String) -> Bool {
        path != "-" && (FileSystem.kind(path) == .folder || ArchiveReader.isArchive(path))
    }

    /// Ingests the feed documents in folders and archives, and those to which outlines refer. Each document is assigned
    /// to the subscription with the address that the document states as its own.
    private func ingest(_ paths: [String]) throws -> IngestReport? {
        if paths.isEmpty || cancellation.isCancelled || isDryRun { return nil }
        var options = options
        options.excluded = archives
        return try Ingestor(store: library.store, options: options, cancellation: cancellation).ingest(paths) {
            onProgress(.articles($0))
        }
    }

    /// - Parameter container: the folder or archive that contains the file.
    /// - Returns: the outlines that refer to a document next to the file instead of an address.
    private mutating func add(
        _ name: String, _ bytes: [UInt8], in container: String?
    ) throws -> [OutlineDocument] {
        let document = OPMLReader.read(bytes)
        let path = container.map { $0 + "/" + name } ?? name
        report.known.insert(path)
        var documents: [OutlineDocument] = []
        try subscribe(document.foldered.feeds, listedIn: path)
        for warning in document.warnings {
            let place = "\(path):\(warning.line)"
            guard let outline = warning.outline else {
                report.refused.append((place, warning.reason.text(language)))
                continue
            }
            if let beside = OutlineDocument(outline, place: place, list: name, container: container) {
                documents.append(beside)
            } else {
                report.refuse(outline, place, warning.reason.text(language))
            }
        }
        return documents
    }

    /// Subscribes to the feeds whose documents the outlines refer to.
    ///
    /// - Returns: the documents that are in no folder or archive of the import.
    private mutating func addDocuments(
        _ documents: [OutlineDocument]
    ) throws -> [String] {
        if cancellation.isCancelled { return [] }
        var paths: [String] = []
        for (document, found) in zip(documents, try OutlineDocument.resolve(documents, root: options.root)) {
            if cancellation.isCancelled { break }
            var feed = document.outline
            if let found { report.known.insert(found.path) }
            if let found, let address = found.address {
                feed.url = address
                try subscribe([feed], listedIn: document.place)
                if document.container == nil, !paths.contains(found.path) { paths.append(found.path) }
            } else {
                let message = found == nil ? Message.noDocument : .documentIsNoFeed
                report.refuse(feed, document.place, message.text(language, [feed.url]))
            }
        }
        return paths
    }

    /// Adds the feeds to `pending`, so that thousands of subscriptions share one commit.
    ///
    /// - Parameter place: the name of the list in reports of refused feeds.
    private mutating func subscribe(_ outlines: [OPMLFeed], listedIn place: String) throws {
        var feeds = outlines
        if library.settings.isOfMember {
            for feed in feeds where MaskedURL.withoutLogin(feed.url) != feed.url { refuse(feed, .loginOfMember, place) }
            feeds.removeAll { MaskedURL.withoutLogin($0.url) != $0.url }
        }
        for index in feeds.indices {
            let kept = try library.subscriptions.keepLogin(ofAddress: feeds[index].url, isDryRun: isDryRun)
            guard let (url, reference) = kept else { continue }
            feeds[index].url = url
            if let reference { logins.append((url, reference)) }
        }
        if isDryRun {
            let known = try known ?? Set(library.store.feeds().map(\.url))
            self.known = known
            report.outlines += feeds.map { ($0, known.contains($0.url) ? .present : .added) }
            return
        }
        for feed in feeds {
            var draft = FeedDraft(url: feed.url)
            draft.ownTitle = FeedTitle.own(feed.title, url: feed.url)
            draft.homeURL = feed.htmlURL
            draft.subscribe = true
            draft.folders = feed.allFolders
            pending.append((report.outlines.count, draft))
            report.outlines.append((feed, .added))
        }
        if pending.count >= Self.maxPending { try storePending(isLast: false) }
    }

    /// Reports that a member may not import a feed.
    private mutating func refuse(_ feed: OPMLFeed, _ message: Message, _ place: String) {
        var feed = feed
        feed.url = MaskedURL.mask(feed.url)
        report.refuse(feed, place, message.text(language, [feed.url]))
    }

    private mutating func storePending(isLast: Bool) throws {
        if pending.isEmpty { return }
        if before == nil, !isLast || pending.count > 1 { before = try library.folders.tree(.hand) }
        let stored = try library.store.upsert(pending.map(\.draft), now: library.clock.now())
        for ((index, _), isNew) in zip(pending, stored) {
            if !isNew { report.outlines[index].result = .present }
            listed.append(report.outlines[index].feed)
        }
        pending = []
        try library.subscriptions.setLogins(logins)
        logins = []
    }
}

extension Folders {
    /// Arranges folders that were empty before the import in the order of the list. Other folders keep their order, and
    /// new items are added at the end.
    ///
    /// - Parameter before: the subscriptions before the import.
    fileprivate func keepOrder(of outlines: [OPMLFeed], _ before: SubscriptionTree) throws {
        let after = try tree(.hand)
        let numbers = Dictionary(after.feeds.map { ($0.url, $0.id) }, uniquingKeysWith: { first, _ in first })
        var feeds: [[String]: [Int64]] = [:]
        var folders: [[String]: [String]] = [:]
        var seen: Set<[String]> = []
        for outline in outlines {
            guard let number = numbers[outline.url] else { continue }
            for path in outline.allFolders.isEmpty ? [[]] : outline.allFolders {
                feeds[path, default: []].append(number)
                for depth in path.indices where seen.insert(Array(path[...depth])).inserted {
                    folders[Array(path[..<depth]), default: []].append(path[depth])
                }
            }
        }
        try store.atomically {
            for (path, listed) in feeds where before.folder(path)?.feeds.isEmpty ?? true {
                let now = after.folder(path)?.feeds.map(\.id) ?? []
                if now != listed, Set(now) == Set(listed) { try store.arrange(feeds: listed, in: path) }
            }
            for (path, listed) in folders where before.folder(path)?.folders.isEmpty ?? true {
                if after.folder(path)?.folders.map(\.name) != listed { try store.arrange(folders: listed, in: path) }
            }
        }
    }
}
