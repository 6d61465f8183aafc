public import Articles
public import Ingestion
internal import SQLiteEngine
internal import System

/// The operations for storing articles in bulk.
public struct ArticleIngest: LibraryPart {
    let library: Library

    /// The default options, with the current time as the time of arrival.
    public var defaultOptions: IngestOptions { IngestOptions(now: clock.now()) }

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
        var options = options ?? defaultOptions
        options.links = settings.links
        options.refusesOwnersFeeds = settings.isOfMember
        return try Ingestor(
            store: store, options: options, cancellation: cancellation
        ).ingest(
            paths, onCommit: onCommit, onStored: onStored)
    }

    /// Stores the articles of a feed document, such as one that `Fetcher.feed(at:since:)` has fetched, in one
    /// transaction.
    ///
    /// - Parameters:
    ///   - type: the document's media type.
    ///   - base: the base of the document's relative addresses; nil for the feed's address.
    ///   - feed: the feed's address, which identifies the feed in the library.
    ///   - resultType: what the result has: ids, counts, or neither.
    ///   - updatedFields: what may change in articles that are already stored.
    /// - Returns: nil if the document is not a feed.
    /// - Throws: `StorageError`; nothing of the document is then stored.
    public func ingest(
        document bytes: [UInt8], type: String? = nil, base: String? = nil, feed: String,
        resultType: BatchInsertRequest.ResultType = .count, updatedFields: UpdatedFields = .all
    ) throws -> BatchInsertResult? {
        store.alertSettings.utcOffset = clock.secondsEastOfUTC
        var request = BatchInsertRequest(resultType: resultType) { _ in false }
        request.updatedFields = updatedFields
        request.refusesOwnersFeeds = settings.isOfMember
        return try PushedDocument.store(
            bytes, type: type, base: base ?? feed, feed: feed, in: store, links: settings.links, now: clock.now(),
            isComplete: true, request: request)
    }
}
