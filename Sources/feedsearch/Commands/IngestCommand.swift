import Articles
import Formats
import Ingestion
import SQLiteStorage
import System

/// `ingest [FILE…]`: feed files, JSON lines, folders, archives or standard input into the store, in bulk.
enum IngestCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        let settings = invocation.settings
        let paths = invocation.arguments.operands.isEmpty ? ["-"] : invocation.arguments.operands
        if paths.contains("-"), FileDescriptor.standardInput.isTerminal {
            throw invocation.complaint(.ingestFromTerminal)
        }
        var options = IngestOptions(now: WallClock.now())
        options.format = settings.value(.format).flatMap(IngestOptions.Format.init(rawValue:)) ?? .auto
        options.feed = settings.value(.feed)
        options.batchSize = settings.number(.batchSize) ?? options.batchSize
        let watch = SignalWatch(reloads: false, endsAtOnce: true)
        let store = try invocation.openForWriting()
        store.alertSettings.utcOffset = invocation.utcOffset
        store.alertSettings.includesFirstImports = settings.has(.backfill)
        let progress = invocation.messages.progress()
        let acknowledges = settings.has(.acks)
        let cancellation = IngestCancellation()
        watch.onEnd { cancellation.cancel() }
        let ingestor = Ingestor(store: store, options: options, cancellation: cancellation)
        let report = try ingestor.ingest(paths) { committed in
            progress.update(committed, of: nil, Message.ingestProgress.text(invocation.language))
            guard acknowledges else { return }
            invocation.output.line("{\"committed\":\(committed)}")
            invocation.output.flush()
        }
        progress.finish()
        show(report, invocation)
        invocation.output.flush()
        AlertRun.warnOfFailingSearches(invocation, store)
        if let interruption = watch.interruption { return interruption }
        watch.onEnd(nil)
        AlertRun.afterWriting(invocation, store)
        store.refreshTitleWordsBriefly()
        return code(report, isStrict: settings.has(.strict))
    }

    /// 2 where nothing could be stored, or, strictly, where anything was refused.
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
        if report.isCancelled { invocation.messages.warning(.ingestStopped) }
        if invocation.settings.has(.json) {
            var writer = JSONWriter()
            writer.report(report)
            writer.endLine()
            invocation.output.write(writer.bytes)
            return
        }
        if invocation.settings.isQuiet { return }
        let counts = [report.seen, report.inserted, report.updated, report.unchanged, report.rejectedCount]
        let rates = [
            String((report.seconds * 100).rounded() / 100), String(Int(report.articlesPerSecond)),
            ByteCount.text(report.bytes),
        ]
        let text = Message.ingested.text(invocation.language, counts.map { String($0) } + rates)
        // With --acks, standard output is for another program.
        if invocation.settings.has(.acks) {
            invocation.messages.note(.ingested, counts.map { String($0) } + rates)
        } else {
            invocation.output.line(text)
        }
    }

    /// More refusals than this are only counted; `--json` lists them.
    private static let shownRejections = 20
}

extension JSONWriter {
    mutating func report(_ report: IngestReport) {
        object { writer in
            writer.member("seen", report.seen)
            writer.member("inserted", report.inserted)
            writer.member("updated", report.updated)
            writer.member("unchanged", report.unchanged)
            writer.key("rejected")
            writer.array(report.rejected) { writer, rejection in
                writer.object { object in
                    object.member("where", rejection.place)
                    object.member("why", rejection.reason)
                }
            }
            if report.rejectedCount > report.rejected.count { writer.member("rejected_count", report.rejectedCount) }
            if report.isCancelled { writer.member("stopped", true) }
            writer.member("seconds", (report.seconds * 1e6).rounded() / 1e6)
            writer.member("articles_per_second", (report.articlesPerSecond * 10).rounded() / 10)
            writer.member("bytes", report.bytes)
        }
    }
}
