import Articles
import FeedLibrary
internal import Formats
import Ingestion
import Messages
import OPML
import System
import TerminalPages

/// `import FILE…`: imports subscription lists, and reports the result for each outline.
enum ImportCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        let paths = invocation.arguments.operands
        if paths.isEmpty { throw invocation.missingOperand }
        let isDryRun = invocation.settings.has(.dryRun)
        guard isDryRun, !LibraryPlace(invocation.settings.databasePath).isServer,
            FileSystem.kind(invocation.settings.databasePath) == nil
        else {
            return try run(paths, isDryRun: isDryRun, invocation.library(isDryRun ? .reading : .writing), invocation)
        }
        // If there is no database, do the dry run on an empty database.
        return try FileSystem.withTemporaryFolder { folder in
            var settings = invocation.settings
            settings.databasePath = folder + "/feedsearch.db"
            return try run(paths, isDryRun: true, invocation.library(.writing, settings: settings), invocation)
        }
    }

    private static func run(
        _ paths: [String], isDryRun: Bool, _ library: Library, _ invocation: Invocation
    ) throws -> ExitCode {
        let watch = SignalWatch(reloads: false, endsAtOnce: true)
        let progress = invocation.messages.progress()
        let cancellation = IngestCancellation()
        watch.onEnd { cancellation.cancel() }
        let report = try library.lists.importFiles(paths, isDryRun: isDryRun, cancellation: cancellation) { step in
            switch step {
            case .outlines(let count):
                progress.update(count, of: nil, Message.importProgress.text(invocation.language))
            case .articles(let count):
                progress.update(count, of: nil, Message.ingestProgress.text(invocation.language))
            }
        }
        progress.finish()
        show(report, invocation)
        if isDryRun { invocation.messages.note(.importDryRun) }
        if let interruption = isDryRun ? nil : IngestCommand.finish(library, watch, invocation) { return interruption }
        let nothing =
            report.added + report.present + report.moved.map(\.articles.seen).reduce(0, +) == 0
            && !report.refused.isEmpty
        return nothing || (invocation.settings.has(.strict) && !report.refused.isEmpty) ? .failed : .done
    }

    private static func show(_ report: ImportReport, _ invocation: Invocation) {
        let articles = report.articles
        let limit = invocation.messages.isVerbose || invocation.settings.has(.json) ? Int.max : shownRows
        for (place, reason) in report.refused.prefix(limit) {
            invocation.messages.warning(.refused, [place, reason])
        }
        if report.refused.count > limit {
            invocation.messages.warning(.refusedMore, [String(report.refused.count - limit)])
        }
        let documents = report.refusedDocuments
        for document in documents.prefix(shownRefusals) {
            invocation.messages.warning(.refused, [document.place, document.cause.text(invocation.language)])
        }
        if documents.count > shownRefusals {
            invocation.messages.warning(.refusedMore, [String(documents.count - shownRefusals)])
        }
        if report.isStopped { invocation.messages.warning(.ingestStopped) }
        if invocation.settings.has(.json) {
            return invocation.writeJSON { $0.report(report) }
        }
        var rows = 0
        for (feed, result) in report.outlines {
            let mark: String
            switch result {
            case .added: mark = invocation.style.good("+")
            case .present: mark = "="
            // Refused outlines are printed on standard error with the reason.
            case .refused: continue
            }
            rows += 1
            if rows > limit { continue }
            let path = feed.allFolders.first ?? []
            let folder = path.isEmpty ? "" : "[\(path.joined(separator: "/"))] "
            let title = feed.title.isEmpty ? "" : feed.title + "  "
            invocation.output.line("\(mark) \(TerminalSafe.line(folder + title + MaskedURL.mask(feed.url)))")
        }
        invocation.output.flush()
        if rows > limit { invocation.messages.note(.importMore, [String(rows - limit)]) }
        for moved in report.moved where moved.articles.seen > 0 {
            let counts = [moved.articles.inserted, moved.articles.updated, moved.articles.unchanged].map { String($0) }
            invocation.messages.note(.movedArticles, [moved.reader] + counts)
        }
        if let articles, articles.seen > articles.rejectedCount {
            invocation.messages.note(
                .importedArticles, [articles.inserted, articles.updated, articles.unchanged].map { String($0) })
        }
        let counts = [report.added, report.present, report.refused.count]
        invocation.messages.note(.imported, counts.map { String($0) })
    }

    /// The maximum number of outlines listed. `--verbose` lists all.
    private static let shownRows = 20
    /// The maximum number of refused documents listed. `--json` lists all.
    private static let shownRefusals = 20
}
