import Articles
import FeedLibrary
import Formats
import Ingestion
import Messages
import SQLiteEngine
import System
import TerminalPages

/// `ingest [FILE…]`: stores articles in bulk from feed files, JSON lines, folders, archives or standard input.
enum IngestCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        let settings = invocation.settings
        let paths = invocation.arguments.operands.isEmpty ? ["-"] : invocation.arguments.operands
        if paths.contains("-"), FileDescriptor.standardInput.isTerminal {
            throw invocation.userError(.ingestFromTerminal)
        }
        var options = IngestOptions(now: invocation.clock.now())
        if let format = settings.value(.format) {
            guard let known = IngestOptions.Format(rawValue: format) else {
                throw invocation.userError(.notAChoice, ["--format", format, "auto|feed|jsonl"])
            }
            options.format = known
        }
        if let list = settings.value(.update) {
            guard let fields = UpdatedFields(list: list) else {
                throw invocation.userError(.notAChoice, ["--update", list, UpdatedFields.choices])
            }
            options.updatedFields = fields
        }
        let acknowledges = settings.has(.acks)
        let listsIDs = settings.has(.ids)
        if listsIDs {
            guard acknowledges || settings.has(.json) else { throw invocation.userError(.idsWithoutForm) }
            options.resultType = .ids
        }
        options.feed = settings.value(.feed)
        options.batchSize = settings.number(.batchSize) ?? options.batchSize
        let watch = SignalWatch(reloads: false, endsAtOnce: true)
        let library = try invocation.library(.writing)
        let progress = invocation.messages.progress()
        let cancellation = IngestCancellation()
        watch.onEnd { cancellation.cancel() }
        // With --acks, each acknowledgement has the ids of its commit, so that they need not be kept in memory.
        var stored: [IngestReport.StoredArticle] = []
        let report = try library.bulk.ingest(
            paths, options, includesFirstImports: settings.has(.backfill), cancellation: cancellation,
            onCommit: { committed in
                progress.update(committed, of: nil, Message.ingestProgress.text(invocation.language))
                guard acknowledges else { return }
                var writer = JSONWriter()
                writer.commit(committed, listsIDs ? stored : nil, withFiles: true)
                stored = []
                invocation.output.write(writer.bytes)
                invocation.output.flush()
            },
            onStored: acknowledges ? { stored = $0 } : nil)
        progress.finish()
        show(report, invocation)
        return finish(library, watch, invocation) ?? code(report, isStrict: settings.has(.strict))
    }

    /// Warns of failing searches and delivers alerts after the articles have been stored and the report printed.
    ///
    /// - Returns: the exit code if a signal ended the command early; otherwise nil.
    static func finish(_ library: Library, _ watch: SignalWatch, _ invocation: Invocation) -> ExitCode? {
        invocation.output.flush()
        library.alerts.warnOfFailingSearches()
        if let interruption = watch.interruption { return interruption }
        watch.onEnd(nil)
        library.alerts.deliverAfterWriting()
        library.refreshTitleWordsBriefly()
        return nil
    }

    /// The exit code: 2 if nothing could be stored or, with `--strict`, if anything was rejected.
    static func code(_ report: IngestReport, isStrict: Bool) -> ExitCode {
        let stored = report.inserted + report.updated + report.unchanged
        if report.rejectedCount == 0 { return .done }
        return isStrict || stored == 0 ? .failed : .done
    }

    private static func show(_ report: IngestReport, _ invocation: Invocation) {
        for rejection in report.rejected.prefix(shownRejections) {
            invocation.messages.warning(.refused, [rejection.place, rejection.cause.text(invocation.language)])
        }
        if report.rejectedCount > shownRejections {
            invocation.messages.warning(.refusedMore, [String(report.rejectedCount - shownRejections)])
        }
        for zone in report.unknownZones { invocation.messages.warning(.unknownZone, [zone]) }
        if report.isCancelled { invocation.messages.warning(.ingestStopped) }
        if invocation.settings.has(.json) {
            let settings = invocation.settings
            return invocation.writeJSON { $0.report(report, withIDs: settings.has(.ids) && !settings.has(.acks)) }
        }
        if invocation.settings.isQuiet { return }
        let counts = [report.seen, report.inserted, report.updated, report.unchanged, report.rejectedCount]
        let rates = [
            String((report.seconds * 100).rounded() / 100), String(Int(report.articlesPerSecond)),
            ByteCount.text(report.bytes),
        ]
        let text = Message.ingested.text(invocation.language, counts.map { String($0) } + rates)
        // With --acks, standard output is reserved for the acknowledgements.
        if invocation.settings.has(.acks) {
            invocation.messages.note(.ingested, counts.map { String($0) } + rates)
        } else {
            invocation.output.line(text)
        }
    }

    /// The maximum number of rejections listed. `--json` lists all.
    private static let shownRejections = 20
}
