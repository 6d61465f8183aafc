package import FeedLibrary
internal import Formats
internal import Ingestion
internal import System

/// Starts jobs, which continue after the response.
extension RequestContext {
    /// Starts a job that imports a file.
    ///
    /// - Throws: `Problem` if too many jobs are waiting.
    package func startImport(_ file: UploadedFile) throws -> Job {
        let (served, language) = (library, language)
        let cancellation = IngestCancellation()
        return try served.jobs.add(.import, language, cancel: cancellation.cancel) { onProgress in
            defer { served.didWork() }
            let library = try served.open(language)
            let report = try library.lists.importUpload(file, cancellation: cancellation) { step in
                switch step {
                case .outlines(let count): onProgress(.init(done: count, of: "outlines"))
                case .articles(let count): onProgress(.init(done: count, of: "articles"))
                }
            }
            library.refreshTitleWordsBriefly()
            var writer = JSONWriter()
            writer.report(report, place: file.shown)
            return writer.bytes
        }
    }

    /// Starts a job that fetches feeds.
    ///
    /// - Parameter names: the feeds to fetch; if empty, all subscriptions are fetched.
    /// - Throws: `Problem` if too many jobs are waiting.
    package func startRefresh(_ names: [String]) throws -> Job {
        let (served, language) = (library, language)
        var request = RefreshRequest()
        request.names = names
        let round = try RefreshRun(request, settings, clock)
        let isCancelled = Locked(false)
        let cancel: @Sendable () -> Void = {
            isCancelled.withLock { $0 = true }
            round.cancel()
        }
        return try served.jobs.add(.refresh, language, cancel: cancel) { onProgress in
            defer { served.didWork() }
            let library = try served.open(language)
            var report = try round.refresh(round.feeds(in: library), in: library) { progress in
                onProgress(.init(done: progress.done, total: progress.total, of: "feeds"))
            }
            served.hubs.note(report.hubs)
            library.refreshTitleWordsBriefly()
            if !report.isOffline, !report.isCancelled {
                report.pages = try round.fetchPages(in: library, isEnding: { isCancelled.withLock { $0 } }) {
                    onProgress(.init(done: $0.done, total: $1, of: "pages"))
                }
                round.lookForIcons(in: library) { isCancelled.withLock { $0 } }
            }
            var writer = JSONWriter()
            writer.report(report)
            return writer.bytes
        }
    }
}
