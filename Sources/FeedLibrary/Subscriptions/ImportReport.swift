package import Articles
public import Ingestion
public import OPML

/// The result of an import, for each outline.
public struct ImportReport {
    public enum Result {
        case added, present
        /// The outline was refused for the given reason.
        case refused(String)
    }

    public var outlines: [(feed: OPMLFeed, result: Result)] = []
    /// Refused files and outlines, with their locations.
    public var refused: [(place: String, reason: String)] = []
    /// The report on the feed documents next to the lists; nil if no such documents were searched for.
    public var articles: IngestReport?

    /// The imported files of other readers. Each element has the location of the file, the name of the reader, and the
    /// result for the file's articles.
    package var moved: [(place: String, reader: String, articles: BatchInsertResult)] = []

    /// Whether a signal ended the import early.
    public var isStopped = false

    /// The lists, containers and documents that were processed and must not be reported as invalid feeds.
    public var known: Set<String> = []

    /// Files next to the lists that look like feeds but could not be ingested.
    public var refusedDocuments: [IngestReport.Rejection] {
        (articles?.rejected ?? []).filter { !known.contains($0.place) }
    }

    public var added: Int {
        outlines.count { if case .added = $0.result { true } else { false } }
    }

    public var present: Int {
        outlines.count { if case .present = $0.result { true } else { false } }
    }

    public mutating func refuse(_ outline: OPMLFeed, _ place: String, _ reason: String) {
        outlines.append((outline, .refused(reason)))
        refused.append((outline.title.isEmpty ? place : "\(place) (\(outline.title))", reason))
    }
}
