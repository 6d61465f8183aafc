import Articles
import Formats
import Ingestion
import OPML
import SQLiteStorage
import System

/// `import FILE…`: subscription lists into the store; a report for each outline.
enum ImportCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        let paths = invocation.arguments.operands
        guard !paths.isEmpty else {
            throw UsageError.missingOperand(command: "import", operands: invocation.arguments.command.operands)
        }
        let watch = SignalWatch(reloads: false, endsAtOnce: true)
        let store = try invocation.openForWriting()
        store.alertSettings.utcOffset = invocation.utcOffset
        var report = ImportReport()
        var documents: [OutlineDocument] = []
        let progress = invocation.messages.progress()
        let cancellation = IngestCancellation()
        watch.onEnd { cancellation.cancel() }
        for path in paths where !cancellation.isCancelled {
            do {
                var isEmpty = true
                let container = isContainer(path) ? path : nil
                report.known.insert(path)
                let refused = try read(path, cancellation) { name, bytes in
                    isEmpty = false
                    documents += try add(name, bytes, in: container, to: store, &report, invocation.language)
                    progress.update(
                        report.outlines.count, of: nil, Message.importProgress.text(invocation.language))
                }
                if isEmpty { report.refused.append((path, Message.noOPMLInside.text(invocation.language))) }
                for refusal in refused {
                    report.refused.append(("\(path)/\(refusal.path)", refusal.reason.text(invocation.language)))
                }
            } catch let error as SystemError {
                report.refused.append((path, error.reason(invocation.language)))
            } catch ArchiveError.cannotOpen(_, let reason) {
                report.refused.append((path, reason))
            }
        }
        progress.finish()
        let named = try addDocuments(documents, to: store, &report, invocation.language, cancellation)
        report.articles = try ingest(paths.filter(isContainer) + named, to: store, invocation, cancellation)
        report.isStopped = cancellation.isCancelled
        show(report, invocation)
        invocation.output.flush()
        AlertRun.warnOfFailingSearches(invocation, store)
        if let interruption = watch.interruption { return interruption }
        watch.onEnd(nil)
        AlertRun.afterWriting(invocation, store)
        store.refreshTitleWordsBriefly()
        let nothing = report.added + report.present == 0 && !report.refused.isEmpty
        return nothing || (invocation.settings.has(.strict) && !report.refused.isEmpty) ? .failed : .done
    }

    /// Hands out each OPML file behind a path: the file itself, or those of a folder or an archive.
    ///
    /// - Parameter body: is given its path, inside the container if there is one.
    /// - Returns: the files of an archive that could not be read.
    private static func read(
        _ path: String, _ cancellation: IngestCancellation, _ body: (String, [UInt8]) throws -> Void
    ) throws -> [ArchiveReader.Refusal] {
        guard isContainer(path) else {
            try body(path, try FileSystem.read(path, limit: Invocation.maxDocumentBytes))
            return []
        }
        let report = try ArchiveReader().read(path: path, wants: mayBeOPML) { entry in
            if entry.path.lowercased().hasSuffix(".opml") || OPMLReader.read(entry.bytes).isOPML {
                try body(entry.path, entry.bytes)
            }
            return !cancellation.isCancelled
        }
        return report.refused
    }

    private static func mayBeOPML(_ path: String) -> Bool {
        let name = path.lowercased()
        return name.hasSuffix(".opml") || name.hasSuffix(".xml")
    }

    private static func isContainer(_ path: String) -> Bool {
        path != "-" && (FileSystem.kind(path) == .folder || ArchiveReader.isArchive(path))
    }

    /// Ingests the feed documents of folders and archives, and those that outlines name; each finds its subscription by
    /// the address it gives itself.
    private static func ingest(
        _ paths: [String], to store: any ArticleStore, _ invocation: Invocation, _ cancellation: IngestCancellation
    ) throws -> IngestReport? {
        if paths.isEmpty || cancellation.isCancelled { return nil }
        let progress = invocation.messages.progress()
        let options = IngestOptions(now: WallClock.now())
        let ingestor = Ingestor(store: store, options: options, cancellation: cancellation)
        let report = try ingestor.ingest(paths) { committed in
            progress.update(committed, of: nil, Message.ingestProgress.text(invocation.language))
        }
        progress.finish()
        return report
    }

    /// - Parameter container: the folder or archive that the file is in.
    /// - Returns: the outlines that name a document beside the file instead of an address.
    private static func add(
        _ name: String, _ bytes: [UInt8], in container: String?, to store: any ArticleStore,
        _ report: inout ImportReport,
        _ language: Language
    ) throws -> [OutlineDocument] {
        let document = OPMLReader.read(bytes)
        let path = container.map { $0 + "/" + name } ?? name
        report.known.insert(path)
        var documents: [OutlineDocument] = []
        try subscribe(document.feeds, store, &report)
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

    /// Subscribes to the feeds whose documents outlines name.
    ///
    /// - Returns: the documents that no container holds.
    private static func addDocuments(
        _ documents: [OutlineDocument], to store: any ArticleStore, _ report: inout ImportReport, _ language: Language,
        _ cancellation: IngestCancellation
    ) throws -> [String] {
        if cancellation.isCancelled { return [] }
        var paths: [String] = []
        for (document, found) in zip(documents, try OutlineDocument.resolve(documents)) {
            if cancellation.isCancelled { break }
            var feed = document.outline
            if let found { report.known.insert(found.path) }
            if let found, let address = found.address {
                feed.url = address
                try subscribe([feed], store, &report)
                if document.container == nil, !paths.contains(found.path) { paths.append(found.path) }
            } else {
                let message = found == nil ? Message.noDocument : .documentIsNoFeed
                report.refuse(feed, document.place, message.text(language, [feed.url]))
            }
        }
        return paths
    }

    /// All of a list is one commit: thousands of subscriptions do not wait for the disk one by one.
    private static func subscribe(_ feeds: [OPMLFeed], _ store: any ArticleStore, _ report: inout ImportReport) throws {
        let drafts = feeds.map { feed in
            var draft = FeedDraft(url: feed.url)
            draft.ownTitle = feed.title.isEmpty ? nil : feed.title
            draft.homeURL = feed.htmlURL
            draft.subscribe = true
            draft.folders = feed.folders.isEmpty ? [] : [feed.folders]
            return draft
        }
        for (feed, isNew) in zip(feeds, try store.upsert(drafts, now: WallClock.now())) {
            report.outlines.append((feed, isNew ? .added : .present))
        }
    }

    private static func show(_ report: ImportReport, _ invocation: Invocation) {
        let articles = report.articles
        for (place, reason) in report.refused { invocation.messages.warning(.refused, [place, reason]) }
        let documents = report.refusedDocuments
        for document in documents.prefix(shownRefusals) {
            invocation.messages.warning(.refused, [document.place, document.cause.text(invocation.language)])
        }
        if documents.count > shownRefusals {
            invocation.messages.warning(.refusedMore, [String(documents.count - shownRefusals)])
        }
        if report.isStopped { invocation.messages.warning(.ingestStopped) }
        if invocation.settings.has(.json) {
            var writer = JSONWriter()
            writer.report(report)
            writer.endLine()
            invocation.output.write(writer.bytes)
            return
        }
        for (feed, result) in report.outlines {
            let mark: String
            switch result {
            case .added: mark = invocation.style.good("+")
            case .present: mark = "="
            // Told on standard error, with the reason.
            case .refused: continue
            }
            let folder = feed.folders.isEmpty ? "" : "[\(feed.folders.joined(separator: "/"))] "
            let title = feed.title.isEmpty ? "" : feed.title + "  "
            invocation.output.line("\(mark) \(TerminalSafe.line(folder + title + MaskedURL.mask(feed.url)))")
        }
        if let articles, articles.seen > articles.rejectedCount {
            invocation.messages.note(
                .importedArticles, [articles.inserted, articles.updated, articles.unchanged].map { String($0) })
        }
        let counts = [report.added, report.present, report.refused.count]
        invocation.messages.note(.imported, counts.map { String($0) })
    }

    /// More refused documents than this are only counted; `--json` lists them.
    private static let shownRefusals = 20
}
