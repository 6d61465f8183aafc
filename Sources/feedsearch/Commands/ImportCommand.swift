import ArticleStorage
import Ingestion
import OPML

/// `import FILE…`: subscription lists into the store; a report for each outline.
enum ImportCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        let paths = invocation.arguments.operands
        guard !paths.isEmpty else {
            throw UsageError.missingOperand(command: "import", operands: invocation.arguments.command.operands)
        }
        let store = try invocation.openForWriting()
        var report = ImportReport()
        for path in paths {
            do {
                var isEmpty = true
                let refused = try read(path) { name, bytes in
                    isEmpty = false
                    try add(name, bytes, to: store, &report, invocation.language)
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
        report.articles = try ingestDocuments(beside: paths.filter(isContainer), to: store, invocation)
        show(report, invocation)
        invocation.output.flush()
        store.refreshTitleWordsBriefly()
        let nothing = report.outlines.isEmpty && !report.refused.isEmpty
        return nothing || (invocation.settings.has(.strict) && !report.refused.isEmpty) ? .failed : .done
    }

    /// Hands out each OPML file behind a path: the file itself, or those of a folder or an archive.
    ///
    /// - Returns: the files of an archive that could not be read.
    private static func read(
        _ path: String, _ body: (String, [UInt8]) throws -> Void
    ) throws -> [ArchiveReader.Refusal] {
        guard isContainer(path) else {
            try body(path, try FileSystem.read(path, limit: Invocation.maxDocumentBytes))
            return []
        }
        let report = try ArchiveReader().read(path: path, wants: mayBeOPML) { entry in
            if entry.path.lowercased().hasSuffix(".opml") || OPMLReader.read(entry.bytes).isOPML {
                try body(path + "/" + entry.path, entry.bytes)
            }
            return true
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

    /// Ingests the feed documents of folders and archives; each finds its subscription by the address it gives itself.
    private static func ingestDocuments(
        beside paths: [String], to store: ArticleStore, _ invocation: Invocation
    ) throws -> IngestReport? {
        if paths.isEmpty { return nil }
        let progress = invocation.messages.progress()
        let report = try Ingestor(store: store, options: IngestOptions(now: WallClock.now())).ingest(paths) {
            committed in
            progress.update(committed, of: nil, Message.ingestProgress.text(invocation.language))
        }
        progress.finish()
        return report
    }

    private static func add(
        _ name: String, _ bytes: [UInt8], to store: ArticleStore, _ report: inout ImportReport, _ language: Language
    ) throws {
        let document = OPMLReader.read(bytes)
        for warning in document.warnings {
            report.refused.append(("\(name):\(warning.line)", warning.reason.text(language)))
        }
        for feed in document.feeds {
            var draft = FeedDraft(url: feed.url)
            draft.ownTitle = feed.title.isEmpty ? nil : feed.title
            draft.homeURL = feed.htmlURL
            draft.subscribe = true
            draft.folders = feed.folders.isEmpty ? [] : [feed.folders]
            let isNew = try store.upsert(draft, now: WallClock.now()).isNew
            report.outlines.append((feed, isNew))
        }
    }

    private static func show(_ report: ImportReport, _ invocation: Invocation) {
        let articles = report.articles
        for (place, reason) in report.refused { invocation.messages.warning(.refused, [place, reason]) }
        if invocation.settings.has(.json) {
            var writer = JSONWriter()
            writer.report(report)
            writer.endLine()
            invocation.output.write(writer.bytes)
            return
        }
        for (feed, isNew) in report.outlines {
            let mark = isNew ? invocation.style.good("+") : "="
            let folder = feed.folders.isEmpty ? "" : "[\(feed.folders.joined(separator: "/"))] "
            let title = feed.title.isEmpty ? "" : feed.title + "  "
            invocation.output.line("\(mark) \(TerminalSafe.line(folder + title + MaskedURL.mask(feed.url)))")
        }
        let added = report.outlines.count { $0.isNew }
        if let articles, articles.seen > articles.rejectedCount {
            invocation.messages.note(
                .importedArticles, [articles.inserted, articles.updated, articles.unchanged].map { String($0) })
        }
        let counts = [added, report.outlines.count - added, report.refused.count]
        invocation.messages.note(.imported, counts.map { String($0) })
    }
}
