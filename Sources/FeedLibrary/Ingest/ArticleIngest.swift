internal import Articles
public import Ingestion
internal import SQLiteEngine
internal import System

/// The operations for storing articles in bulk.
public struct ArticleIngest: LibraryPart {
    let library: Library

    /// Stores articles in bulk from feed files, JSON lines, folders and archives.
    ///
    /// - Parameters:
    ///   - paths: the files and folders to read; `-` is standard input.
    ///   - options: the format of the input; nil detects the format of each file by its name and content.
    ///   - includesFirstImports: whether alerts include the articles of a feed's first import.
    ///   - cancellation: ends the ingestion after the current step; committed articles remain stored.
    ///   - onCommit: receives the number of committed articles, after each commit.
    ///   - onStored: receives the articles that each commit has inserted or updated, before `onCommit`, if
    ///     `IngestOptions.resultType` is `.ids`. Without this closure, the report lists them all.
    /// - Throws: `StorageError`; unreadable input is listed in the report.
    public func ingest(
        _ paths: [String], _ options: IngestOptions? = nil, includesFirstImports: Bool = false,
        cancellation: IngestCancellation = IngestCancellation(),
        onCommit: ((Int) -> Void)? = nil, onStored: (([IngestReport.StoredArticle]) -> Void)? = nil
    ) throws -> IngestReport {
        store.alertSettings.utcOffset = clock.secondsEastOfUTC
        store.alertSettings.includesFirstImports = includesFirstImports
        var options = options ?? IngestOptions(now: clock.now())
        options.links = settings.links
        return try Ingestor(
            store: store, options: options, cancellation: cancellation
        ).ingest(
            paths, onCommit: onCommit, onStored: onStored)
    }
}
